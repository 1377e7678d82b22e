import { type Access, accessOf, areas, type Level, levels, type Need } from '../../src/access/areas.ts'
import { setIntegrations } from '../../src/access/organisations.ts'
import { revokeToken, rotateToken, setTokenDisabled } from '../../src/access/token-administration.ts'
import { neededBy } from '../../test/harness/specification.ts'
import { changedTables } from '../lib/dump.ts'
import { exampleRequest, type TestedOperation } from '../lib/examples.ts'
import { fullAccess, makeToken, type Tenant } from '../lib/service.ts'
import type { Pair } from './pair.ts'

/** The expected result of a request with a token. An allowed request may still return 404, 409 or 422. */
type Outcome = 'allowed' | 401 | 403 | 503

interface TokenCase {
  what: string
  authorization: string | undefined
  expected: (tested: TestedOperation) => Outcome
}

/**
 * Results of an insight also need read access to the area of its source; the insight of the example counts clients. Creating a
 * webhook, changing it or rotating its secret needs that of the types that it is sent.
 */
const extraNeeds: Record<string, Need[]> = {
  'GET /reports/insights/{id}/results': [{ area: 'clients', level: 'read' }],
  'POST /webhooks': [
    { area: 'roster', level: 'read' },
    { area: 'clients', level: 'read' },
  ],
  'PATCH /webhooks/{id}': [
    { area: 'roster', level: 'read' },
    { area: 'tasks', level: 'read' },
  ],
  'POST /webhooks/{id}/rotate-secret': [
    { area: 'roster', level: 'read' },
    { area: 'clients', level: 'read' },
  ],
}

/** For the first example, from `x-needs` of the specification, such as `prospects=read-write, clients=read-write`. */
const needsTextOf = ({ operation, examples: [{ path = {}, query = {} }] }: TestedOperation): string =>
  neededBy(operation, { path, query })
const needsOf = (tested: TestedOperation): Need[] =>
  needsTextOf(tested) === 'valid token'
    ? []
    : needsTextOf(tested)
        .split(', ')
        .map((text) => {
          const [area, level] = text.split('=')
          return { area, level } as Need
        })

const ranks: Record<Level, number> = { none: 0, read: 1, 'read-write': 2 }

/** Written again here and not imported: a fault of the service must not change the expectation. */
const allows = (access: Access, needs: Need[]): boolean =>
  needs.every(({ area, level }) => ranks[access[area]] >= ranks[level])

/** Each area at each level, once with no other access and once with all other access. */
export async function levelCases({ service: { db, clock } }: Pair, tenant: Tenant): Promise<TokenCase[]> {
  const cases: TokenCase[] = []
  for (const others of ['none', 'read-write'] as Level[])
    for (const area of areas)
      for (const level of levels) {
        const access = accessOf(Object.fromEntries(areas.map((one) => [one, one === area ? level : others])))
        const { token } = await makeToken(db, clock, tenant, access)
        cases.push({
          ...{ what: `${area}=${level}, others ${others}`, authorization: `Bearer ${token}` },
          expected: (tested) =>
            allows(access, [...needsOf(tested), ...(extraNeeds[tested.name] ?? [])]) ? 'allowed' : 403,
        })
      }
  return cases
}

/** Tokens in every state. Their result does not depend on the operation. */
export async function stateCases({ service: { db, clock } }: Pair, tenant: Tenant): Promise<TokenCase[]> {
  const create = (days = 90) => makeToken(db, clock, tenant, fullAccess, days)
  const [expired, disabled, enabled, revoked, rotated, ended] = [
    await create(-1),
    await create(),
    await create(),
    await create(),
    await create(),
    await create(),
  ]
  for (const { id } of [disabled, enabled]) await setTokenDisabled(db, tenant, id, true)
  await setTokenDisabled(db, tenant, enabled.id, false)
  await revokeToken(db, tenant, revoked.id, clock)
  const successor = await rotateToken(db, tenant, rotated.id, 30 * 86_400_000, clock)
  await rotateToken(db, tenant, ended.id, 0, clock)
  const tokenCase = (what: string, token: string | undefined, expected: Outcome): TokenCase => ({
    ...{ what, authorization: token && `Bearer ${token}`, expected: () => expected },
  })
  return [
    ...[
      tokenCase('no token', undefined, 401),
      tokenCase('garbage', 'svc_at_garbage', 401),
      tokenCase('a valid token', tenant.token, 'allowed'),
    ],
    ...[tokenCase('an expired token', expired.token, 401), tokenCase('a disabled token', disabled.token, 401)],
    ...[tokenCase('a token enabled again', enabled.token, 'allowed'), tokenCase('a revoked token', revoked.token, 401)],
    ...[
      tokenCase('a rotated token within its overlap', rotated.token, 'allowed'),
      tokenCase('its successor', successor.token, 'allowed'),
    ],
    tokenCase('a rotated token after its overlap', ended.token, 401),
  ]
}

/** Sends every operation with every token. The status must be the expected one, and a rejected request must write nothing. */
export async function checkPermissions(pair: Pair, progress: (text: string) => void): Promise<number> {
  const { service, clone, a } = pair
  const tenant = await clone(a)
  const off = await clone(a)
  await setIntegrations(service.db, off.slug, false)
  const cases = [...(await levelCases(pair, tenant)), ...(await stateCases(pair, tenant))]
  const switchedOff: TokenCase[] = [
    { what: 'integrations off', authorization: `Bearer ${off.token}`, expected: () => 503 },
  ]
  for (const [n, tested] of pair.operations.entries()) {
    progress(
      `permissions, ${n}/${pair.operations.length} ${tested.name}, ${pair.findings.violations.length} violations`,
    )
    await checkRejections(
      pair,
      tested,
      tenant,
      cases.filter((tokenCase) => tokenCase.expected(tested) !== 'allowed'),
    )
    await checkRejections(pair, tested, off, switchedOff)
    for (const tokenCase of cases.filter((one) => one.expected(tested) === 'allowed'))
      await checkStatus(pair, tested, tokenCase)
  }
  return cases.length + 1
}

async function checkRejections(pair: Pair, tested: TestedOperation, tenant: Tenant, cases: TokenCase[]): Promise<void> {
  const before = await pair.dump(tenant.id)
  for (const tokenCase of cases) await checkStatus(pair, tested, tokenCase)
  const changed = changedTables(before, await pair.dump(tenant.id))
  if (changed.length > 0)
    pair.findings.add(
      tested.name,
      `was rejected, but wrote to ${changed.join(', ')}`,
      exampleRequest(tested.operation, tested.examples[0]),
    )
}

async function checkStatus(
  { service, transport, findings }: Pair,
  tested: TestedOperation,
  { what, authorization, expected: expectedFor }: TokenCase,
): Promise<void> {
  service.clock.advance(7_000) // stays below 60 failed authentications of an address and 10 tests of a webhook a minute
  const valid = exampleRequest(tested.operation, tested.examples[0])
  const request = { ...valid, headers: { ...valid.headers, ...(authorization && { authorization }) } }
  const { status, headers, text } = await transport(request)
  findings.requests++
  const expected = expectedFor(tested)
  const isAsExpected = expected === 'allowed' ? ![401, 403, 429].includes(status) && status < 500 : status === expected
  if (!isAsExpected)
    findings.add(
      `${tested.name} with ${what}`,
      `returned ${status}, expected ${expected}: ${text.slice(0, 150)}`,
      request,
    )
  else if (status === 403 && !extraNeeds[tested.name] && headers['x-required-access'] !== needsTextOf(tested))
    findings.add(`${tested.name} with ${what}`, `has x-required-access ${headers['x-required-access']}`, request)
}
