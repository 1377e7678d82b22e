import fc from 'fast-check'
import { type Known, requestOf } from '../lib/recipes.ts'
import { jsonOf, type Sent } from '../lib/transport.ts'
import type { Campaign } from './campaign.ts'
import { hostileValue } from './hostile.ts'
import { placesIn, replaced } from './json-paths.ts'

/** One step of a walk: an operation on what earlier steps made, with a hostile value in its body now and then. */
interface Step {
  operation: number
  recipe: number
  /** Which of the records there are, counted from the newest. */
  pick: number
  hostile: { place: number; value: unknown } | null
}

/** Ids by what they are of: the beginning of the path that takes them. */
type Pools = Map<string, (string | number)[]>

const homes: Record<string, string> = {
  ...{
    client: 'clients',
    client_id: 'clients',
    client_ids: 'clients',
    participant_ids: 'clients',
    link_client_id: 'clients',
  },
  ...{ staff_id: 'staff', staff_ids: 'staff', support_staff_ids: 'staff', admin_staff_ids: 'staff', assignee: 'staff' },
  ...{ assignee_id: 'staff', site_id: 'sites', task_ids: 'tasks', ids: 'billables', refs: 'shifts', card_id: 'cards' },
  ...{ insight_id: 'reports/insights', form_id: 'forms', task_id: 'tasks', note_ref: 'notes' },
}
const children: Record<string, string> = {
  charges: 'task-charges',
  billables: 'billables',
  cards: 'cards',
  notes: 'notes',
}

const homeOf = (path: string) => {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  return parts[0] === 'reports' ? parts.slice(0, 2).join('/') : parts[0]!
}

/** Walks of many steps, each in an organisation of its own, in which requests use what others before them made. */
export async function walks(campaign: Campaign, count: number): Promise<void> {
  const { known, plan, tally } = campaign
  const step = fc.record<Step>({
    ...{ operation: fc.nat({ max: known.length - 1 }), recipe: fc.nat({ max: 3 }), pick: fc.nat({ max: 3 }) },
    hostile: fc.option(fc.record({ place: fc.nat({ max: 30 }), value: hostileValue }), { freq: 3 }),
  })
  let walked = 0
  let latest: { known: Known; sent: Sent } | undefined
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
    if (walked++ % 10 === 0) plan.progress(`walk ${walked}, ${tally.total} requests`)
    const { token } = await campaign.fresh()
    const pools: Pools = new Map()
    for (const one of steps) {
      const at = known[one.operation]!
      const sent = put(at, one, pools, token)
      latest = { known: at, sent }
      const received = await campaign.send(at, 'a step of a walk', sent, { as: 'anything declared' })
      if (received.status < 300) harvest(pools, homeOf(at.operation.path), jsonOf(received))
    }
  })
  const run = await fc.check(property, { seed: plan.seed, numRuns: count })
  if (!run.failed) return
  const steps = ((run.counterexample?.[0] ?? []) as Step[]).map(({ operation }) => known[operation]!.name)
  const reason = `${run.errorInstance instanceof Error ? run.errorInstance.message : ''} after ${steps.join(', ')}`
  tally.found(latest!.known.name, 'a walk', reason, latest!.sent, campaign.again(''))
}

function put({ operation, recipes }: Known, { recipe, pick, hostile }: Step, pools: Pools, token: string): Sent {
  const { path = {}, query, body } = recipes[recipe % recipes.length]!
  const made = (home: string | undefined, usual: unknown) => pools.get(home ?? '')?.at(-1 - pick) ?? usual
  const paths = Object.fromEntries(
    Object.entries(path).map(([name, usual]) => [name, made(homeOf(operation.path), usual) as string | number]),
  )
  let sent: any = body && aimed(body, made)
  const places = placesIn(sent ?? {})
  if (sent && hostile) sent = replaced(sent, places[hostile.place % places.length]!, hostile.value)
  const whole = { path: paths, ...(query && { query }), ...(sent !== undefined && { body: sent }) }
  return requestOf(operation, whole, token)
}

/** A body whose ids are of what was made, as far as anything was. */
function aimed(value: unknown, made: (home: string | undefined, usual: unknown) => unknown, home?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => aimed(item, made, home))
  if (value === null || typeof value !== 'object') return home ? made(home, value) : value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, aimed(inner, made, homes[name])]))
}

function harvest(pools: Pools, home: string, value: any): void {
  if (value === null || typeof value !== 'object') return
  const own = value.ref ?? value.batch ?? value.id
  const keep = (id: unknown) => {
    if (typeof id === 'string' || typeof id === 'number') pools.set(home, [...(pools.get(home) ?? []).slice(-20), id])
  }
  for (const item of Array.isArray(value) ? value : [own])
    typeof item === 'object' ? harvest(pools, home, item) : keep(item)
  if (Array.isArray(value)) return
  if (value.data) harvest(pools, home, value.data)
  for (const [name, child] of Object.entries(children))
    if (Array.isArray(value[name])) harvest(pools, child, value[name])
}
