import fc from 'fast-check'
import { exampleRequest, type TestedOperation } from '../lib/examples.ts'
import { type HttpRequest, jsonOf } from '../lib/transport.ts'
import type { Campaign } from './campaign.ts'
import { hostileValue } from './hostile.ts'
import { pathsIn, replaced } from './json-paths.ts'

/** One request of a sequence. It uses records of earlier steps, and sometimes a hostile value. */
interface Step {
  operation: number
  exampleIndex: number
  /** Which of the created records is used, counted from the newest. */
  pick: number
  hostile: { pathIndex: number; value: unknown } | null
}

/** Created ids by resource. A resource is the first part of a path. */
type Pools = Map<string, (string | number)[]>

const resourceByField: Record<string, string> = {
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
const resourceByChild: Record<string, string> = {
  charges: 'task-charges',
  billables: 'billables',
  cards: 'cards',
  notes: 'notes',
}

const resourceOf = (path: string) => {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  return parts[0] === 'reports' ? parts.slice(0, 2).join('/') : parts[0]!
}

/** Random sequences of requests that use the records of earlier requests. Each sequence has its own organisation. */
export async function runSequences(campaign: Campaign, count: number): Promise<void> {
  const { operations, plan, results } = campaign
  const step = fc.record<Step>({
    ...{
      operation: fc.nat({ max: operations.length - 1 }),
      exampleIndex: fc.nat({ max: 3 }),
      pick: fc.nat({ max: 3 }),
    },
    hostile: fc.option(fc.record({ pathIndex: fc.nat({ max: 30 }), value: hostileValue }), { freq: 3 }),
  })
  let started = 0
  let latest: { tested: TestedOperation; request: HttpRequest } | undefined
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
    if (started++ % 10 === 0) plan.progress(`sequence ${started}, ${results.total} requests`)
    const { token } = await campaign.cloneTenant()
    const pools: Pools = new Map()
    for (const one of steps) {
      const at = operations[one.operation]!
      const request = buildStep(at, one, pools, token)
      latest = { tested: at, request }
      const response = await campaign.send(at, 'a step of a sequence', request, { as: 'anything declared' })
      if (response.status < 300) collectIds(pools, resourceOf(at.operation.path), jsonOf(response))
    }
  })
  const run = await fc.check(property, { seed: plan.seed, numRuns: count })
  if (!run.failed) return
  const steps = ((run.counterexample?.[0] ?? []) as Step[]).map(({ operation }) => operations[operation]!.name)
  const reason = `${run.errorInstance instanceof Error ? run.errorInstance.message : ''} after ${steps.join(', ')}`
  results.addBug(latest!.tested.name, 'a sequence', reason, latest!.request, campaign.reproduceCommand(''))
}

function buildStep(
  { operation, examples }: TestedOperation,
  { exampleIndex, pick, hostile }: Step,
  pools: Pools,
  token: string,
): HttpRequest {
  const { path = {}, query, body } = examples[exampleIndex % examples.length]!
  const createdId = (resource: string | undefined, fallback: unknown) =>
    pools.get(resource ?? '')?.at(-1 - pick) ?? fallback
  const paths = Object.fromEntries(
    Object.entries(path).map(([name, fallback]) => [
      name,
      createdId(resourceOf(operation.path), fallback) as string | number,
    ]),
  )
  let stepBody: any = body && withCreatedIds(body, createdId)
  const bodyPaths = pathsIn(stepBody ?? {})
  if (stepBody && hostile)
    stepBody = replaced(stepBody, bodyPaths[hostile.pathIndex % bodyPaths.length]!, hostile.value)
  const whole = { path: paths, ...(query && { query }), ...(stepBody !== undefined && { body: stepBody }) }
  return exampleRequest(operation, whole, token)
}

/** Replaces the ids in a body by created ones, where there are any. */
function withCreatedIds(
  value: unknown,
  createdId: (resource: string | undefined, fallback: unknown) => unknown,
  resource?: string,
): unknown {
  if (Array.isArray(value)) return value.map((item) => withCreatedIds(item, createdId, resource))
  if (value === null || typeof value !== 'object') return resource ? createdId(resource, value) : value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withCreatedIds(inner, createdId, resourceByField[name])]),
  )
}

function collectIds(pools: Pools, resource: string, value: any): void {
  if (value === null || typeof value !== 'object') return
  const own = value.ref ?? value.batch ?? value.id
  const remember = (id: unknown) => {
    if (typeof id === 'string' || typeof id === 'number')
      pools.set(resource, [...(pools.get(resource) ?? []).slice(-20), id])
  }
  for (const item of Array.isArray(value) ? value : [own])
    typeof item === 'object' ? collectIds(pools, resource, item) : remember(item)
  if (Array.isArray(value)) return
  if (value.data) collectIds(pools, resource, value.data)
  for (const [name, child] of Object.entries(resourceByChild))
    if (Array.isArray(value[name])) collectIds(pools, child, value[name])
}
