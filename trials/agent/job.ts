import type { Client } from '@modelcontextprotocol/client'

/** A call of a tool and what it returned. */
export interface Step {
  why: string
  tool: string
  args: Record<string, unknown>
  /** The text that a model reads. */
  text: string
  isError: boolean
}

/** When the job is done: the demo organisation’s roster begins and ends around this day. */
export const jobTime = Date.parse('2026-11-15T22:30:00Z')

/**
 * A whole job with the official client: find a client, read the notes, plan a shift, see the conflict, choose another time, publish.
 * Each call uses what the ones before have returned, as an agent does.
 */
export async function runJob(client: Client): Promise<Step[]> {
  const steps: Step[] = []
  const call = async (why: string, tool: string, args: Record<string, unknown> = {}): Promise<any> => {
    const result = await client.callTool({ name: tool, arguments: args })
    const [{ text }] = result.content as unknown as [{ text: string }]
    steps.push({ why, tool, args, text, isError: result.isError === true })
    return result.structuredContent
  }
  const { today } = await call('Where am I, and what day is it?', 'whoami')
  const { people } = await call('Which client is meant?', 'find_people', { query: 'William Doyle', kinds: ['clients'] })
  const [{ id: client_id }] = people
  await call('What happened lately?', 'search_client_notes', { client_id, limit: 2 })
  const { shifts } = await call('Who visits the client this week?', 'get_roster', {
    ...{ from: today, to: dayAfter(today, 6), client_id, status: 'scheduled', per_page: 5 },
  })
  const { start, end, staff } = shifts.find((shift: { staff: unknown[] }) => shift.staff.length > 0)
  const shift = { type: 'single', client_ids: [client_id], staff_ids: [staff[0].id], title: 'Walk in the park' }
  await call('A walk with the same person, at the time of the visit?', 'plan_shift', { ...shift, start, end })
  const day = start.slice(0, 10)
  const evening = { start: `${day} 20:00:00`, end: `${day} 21:00:00` }
  const planned = await call('They are busy then. In the evening?', 'plan_shift', { ...shift, ...evening })
  const refs = [planned.shift.ref]
  const { confirm } = await call('It is a draft: what would publishing do?', 'publish_shifts', { refs })
  await call('The person I work for agrees.', 'publish_shifts', { refs, confirm })
  return steps
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const longest = 1200

/** The job as docs/agents.md shows it. What differs from run to run is replaced: names of tags, signatures, times of writing. */
export const transcriptOf = (steps: readonly Step[]): string =>
  steps
    .map(({ why, tool, args, text, isError }, i) =>
      [
        `**${i + 1}. ${why}**\n`,
        '```text',
        stable(`${tool} ${JSON.stringify(args)}`),
        '```\n',
        isError ? '```text' : '```json',
        shortened(stable(text)),
        '```\n',
      ].join('\n'),
    )
    .join('\n')

const stable = (text: string): string =>
  text
    .replace(/untrusted-[0-9a-f]{8}/g, 'untrusted-9f2c1a2b')
    .replace(/"(confirm|cursor)":"[\w-]+"/g, '"$1":"kY3…"')
    .replace(/"(created_at|updated_at|now|expires_at)":"[^"]+"/g, '"$1":"…"')

const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest)}…`)

const [begin, end] = ['<!-- transcript: npm run transcript -->\n', '<!-- end of transcript -->']

/** The part of docs/agents.md that the job has written. */
export const transcriptIn = (page: string): string => page.slice(page.indexOf(begin) + begin.length, page.indexOf(end))

export const withTranscript = (page: string, transcript: string): string =>
  page.slice(0, page.indexOf(begin) + begin.length) + transcript + page.slice(page.indexOf(end))
