import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type pg from 'pg'
import { organisationBySlug } from '../access/organisations.ts'
import { type EventRecord, type EventType, eventTypes } from '../events/catalogue.ts'
import { matchingTypes, typesError } from '../events/filter.ts'
import { readPage, restartFeed } from '../events/read.ts'
import { UsageFailure } from '../process/failure.ts'
import { escaped } from '../process/terminal.ts'
import { jsonOption, localTime, oneLine, print } from './output.ts'
import { withDatabase } from './with-database.ts'

const help = {
  events: `
Examples:
  wattle events tail --org acme-care --follow
  wattle events restart --org acme-care`,
  tail: `
Examples:
  wattle events tail --org acme-care
  wattle events tail --org acme-care --types "shift.*,client.created" --lines 100
  wattle events tail --org acme-care --follow --json

Each line has the number of the event, its local time, its type, the record, the changed fields and the connection.
An event is in the feed a moment after its change, while a service runs.`,
  restart: `
Example:
  wattle events restart --org acme-care

Run it after a backup was restored. Programs that send the name of the feed with their requests then get a 422, read the records
anew and go on. Without it they would take new events for those that they have read before the backup was restored.`,
}

interface TailOptions {
  org: string
  lines: string
  types?: string
  follow?: boolean
  json?: boolean
}

const maxLines = 1000
const readEveryMs = 1000

export function addEvents(program: Command): void {
  const events = program
    .command('events')
    .description('read the events of an organisation, or restart its feed after a restored backup')
    .addHelpText('after', help.events)
  events
    .command('tail')
    .description('print the last events')
    .requiredOption('--org <slug>', 'the organisation')
    .option('--lines <number>', `how many, up to ${maxLines}`, '20')
    .option('--types <types>', 'only these types, such as "shift.*,client.created"')
    .option('--follow', 'go on with new events until Ctrl-C')
    .option('--json', 'print one JSON document for each event')
    .addHelpText('after', help.tail)
    .action(tail)
  events
    .command('restart')
    .description('give the feed another name')
    .requiredOption('--org <slug>', 'the organisation')
    .option(...jsonOption)
    .addHelpText('after', help.restart)
    .action(restart)
}

async function tail({ org, lines, types: wantedTypes, follow = false, json = false }: TailOptions): Promise<void> {
  const wanted = /^\d{1,4}$/.test(lines) ? Number(lines) : Number.NaN
  if (!(wanted >= 1 && wanted <= maxLines))
    throw new UsageFailure(`--lines is "${lines}": use a whole number from 1 to ${maxLines}.`)
  const patterns = wantedTypes?.split(',').map((text) => text.trim()) ?? ['*']
  const wrong = typesError(patterns)
  if (wrong) throw new UsageFailure(`--${wrong}`)
  await withDatabase('events tail', async (pool) => {
    const { id, timezone } = await organisationBySlug(pool, org)
    const text = (event: EventRecord) => eventLine(event, timezone, event.fields.join(', '), event.connection ?? '')
    const line = (event: EventRecord) => (json ? JSON.stringify(event) : text(event))
    const types = matchingTypes(patterns)
    let { events, next } = await lastEvents(pool, id, types, wanted)
    for (;;) {
      for (const event of events) process.stdout.write(`${line(event)}\n`)
      if (!follow) return
      if (events.length < maxLines) await sleep(readEveryMs)
      const page = await readPage(pool, id, { types, after: next, isLatest: false, limit: maxLines })
      events = page.data
      next = page.meta.next
    }
  })
}

/** Reads backwards in steps until there are enough. */
async function lastEvents(pool: pg.Pool, orgId: number, types: EventType[], wanted: number) {
  const { meta } = await readPage(pool, orgId, { types, after: null, isLatest: true, limit: 1 })
  let events: EventRecord[] = []
  for (let before = meta.latest; before >= meta.oldest && events.length < wanted; ) {
    const after = Math.max(meta.oldest - 1, before - maxLines)
    const page = { types: eventTypes, after, isLatest: false, limit: before - after }
    const { data } = await readPage(pool, orgId, page)
    events = [...data.filter(({ type }) => types.includes(type)), ...events]
    before = after
  }
  return { events: events.slice(-wanted), next: meta.latest }
}

const widths = [6, 19, 24, 18]

/** The number of an event, its local time, its type and record, and what else there is to say of it. */
export function eventLine({ id, type, at, subject }: EventRecord, timezone: string, ...more: string[]): string {
  const record = [subject.type, subject.ref ?? subject.id].filter((part) => part !== null).join(' ')
  const cells = [String(id), localTime(at, timezone), type, record, ...more]
  const text = cells.map((cell, i) => oneLine(cell).padEnd(widths[i] ?? 0)).join('  ')
  return escaped(text.trimEnd())
}

async function restart({ org, json }: { org: string; json?: boolean }): Promise<void> {
  const feed = await withDatabase('events restart', async (pool) => {
    const { id } = await organisationBySlug(pool, org)
    return restartFeed(pool, id)
  })
  print(
    json,
    { org, feed },
    () => `The feed of ${org} is ${feed} now. Programs that send its name read the records anew.`,
  )
}
