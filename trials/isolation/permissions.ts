import { revokeToken, rotateToken, setTokenDisabled } from '../../src/access/administration.ts'
import { type Access, accessOf, areas, type Level, levels, type Need } from '../../src/access/areas.ts'
import { setIntegrations } from '../../src/access/organisations.ts'
import { differing } from '../lib/dump.ts'
import { type Known, requestOf } from '../lib/recipes.ts'
import { everything, type Tenant, tokenOf } from '../lib/service.ts'
import type { Pair } from './pair.ts'

/** What a request with a token must come to. Let through, it may still find nothing or be refused for what it says. */
type Verdict = 'through' | 401 | 403 | 503

interface Holder {
  what: string
  authorization: string | undefined
  verdict: (known: Known) => Verdict
}

/** An insight counts records of an area, which whoever wants its figures must be able to read: that of the recipe counts clients. */
const ofItsRecord: Record<string, Need> = { 'GET /reports/insights/{id}/results': { area: 'clients', level: 'read' } }

/** The one table: `x-needs` of the specification, such as `prospects=read-write, clients=read-write`. */
const needsOf = ({ operation }: Known): Need[] =>
  operation['x-needs'] === 'valid token'
    ? []
    : operation['x-needs'].split(', ').map((text) => {
        const [area, level] = text.split('=')
        return { area, level } as Need
      })

const ranks: Record<Level, number> = { none: 0, read: 1, 'read-write': 2 }

/** Said here once more, and not taken from the service: a fault there must not move what is due along with it. */
const allows = (access: Access, needs: Need[]): boolean =>
  needs.every(({ area, level }) => ranks[access[area]] >= ranks[level])

/** Each area at each level, once with nothing else open and once with everything else. */
export async function levelHolders({ service: { db, clock } }: Pair, tenant: Tenant): Promise<Holder[]> {
  const holders: Holder[] = []
  for (const others of ['none', 'read-write'] as Level[])
    for (const area of areas)
      for (const level of levels) {
        const access = accessOf(Object.fromEntries(areas.map((one) => [one, one === area ? level : others])))
        const { token } = await tokenOf(db, clock, tenant, access)
        holders.push({
          ...{ what: `${area}=${level}, others ${others}`, authorization: `Bearer ${token}` },
          verdict: (known) =>
            allows(access, [...needsOf(known), ...[ofItsRecord[known.name] ?? []].flat()]) ? 'through' : 403,
        })
      }
  return holders
}

/** What becomes of tokens: each state with what it lets through, whatever the operation. */
export async function stateHolders({ service: { db, clock } }: Pair, tenant: Tenant): Promise<Holder[]> {
  const made = (days = 90) => tokenOf(db, clock, tenant, everything, days)
  const [expired, disabled, enabled, revoked, kept, ended] = [
    await made(-1),
    await made(),
    await made(),
    await made(),
    await made(),
    await made(),
  ]
  for (const { id } of [disabled, enabled]) await setTokenDisabled(db, tenant, id, true)
  await setTokenDisabled(db, tenant, enabled.id, false)
  await revokeToken(db, tenant, revoked.id, clock)
  const successor = await rotateToken(db, tenant, kept.id, 30 * 86_400_000, clock)
  await rotateToken(db, tenant, ended.id, 0, clock)
  const holder = (what: string, token: string | undefined, verdict: Verdict): Holder => ({
    ...{ what, authorization: token && `Bearer ${token}`, verdict: () => verdict },
  })
  return [
    ...[
      holder('no token', undefined, 401),
      holder('garbage', 'svc_at_garbage', 401),
      holder('a valid token', tenant.token, 'through'),
    ],
    ...[holder('an expired token', expired.token, 401), holder('a disabled token', disabled.token, 401)],
    ...[holder('a token enabled again', enabled.token, 'through'), holder('a revoked token', revoked.token, 401)],
    ...[
      holder('a rotated token within its overlap', kept.token, 'through'),
      holder('its successor', successor.token, 'through'),
    ],
    holder('a rotated token after its overlap', ended.token, 401),
  ]
}

/** Every operation with every token: the status is what the table says, and whoever is refused writes nothing. */
export async function matrix(pair: Pair, progress: (text: string) => void): Promise<number> {
  const { service, clone, a } = pair
  const tenant = await clone(a)
  const off = await clone(a)
  await setIntegrations(service.db, off.slug, false)
  const holders = [...(await levelHolders(pair, tenant)), ...(await stateHolders(pair, tenant))]
  const switchedOff: Holder[] = [{ what: 'integrations off', authorization: `Bearer ${off.token}`, verdict: () => 503 }]
  for (const [n, known] of pair.known.entries()) {
    progress(`permissions, ${n}/${pair.known.length} ${known.name}, ${pair.findings.wrong.length} wrong`)
    await refusedAll(
      pair,
      known,
      tenant,
      holders.filter((holder) => holder.verdict(known) !== 'through'),
    )
    await refusedAll(pair, known, off, switchedOff)
    for (const holder of holders.filter((one) => one.verdict(known) === 'through')) await judged(pair, known, holder)
  }
  return holders.length + 1
}

async function refusedAll(pair: Pair, known: Known, tenant: Tenant, holders: Holder[]): Promise<void> {
  const before = await pair.dump(tenant.id)
  for (const holder of holders) await judged(pair, known, holder)
  const changed = differing(before, await pair.dump(tenant.id))
  if (changed.length > 0)
    pair.findings.add(
      known.name,
      `was refused, and wrote to ${changed.join(', ')} all the same`,
      requestOf(known.operation, known.recipes[0]),
    )
}

async function judged(
  { service, door, findings }: Pair,
  known: Known,
  { what, authorization, verdict }: Holder,
): Promise<void> {
  service.clock.advance(2_000) // an address may fail 60 times a minute
  const request = requestOf(known.operation, known.recipes[0])
  const sent = { ...request, headers: { ...request.headers, ...(authorization && { authorization }) } }
  const { status, headers, text } = await door(sent)
  findings.requests++
  const expected = verdict(known)
  const holds = expected === 'through' ? ![401, 403, 429].includes(status) && status < 500 : status === expected
  if (!holds)
    findings.add(
      `${known.name} with ${what}`,
      `was answered ${status} where ${expected} is due: ${text.slice(0, 150)}`,
      sent,
    )
  else if (status === 403 && !ofItsRecord[known.name] && headers['x-required-access'] !== known.operation['x-needs'])
    findings.add(`${known.name} with ${what}`, `says that ${headers['x-required-access']} is needed`, sent)
}
