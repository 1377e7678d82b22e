import { createToken, revokeToken, setTokenDisabled } from '../../src/access/token-administration.ts'
import { mintToken } from '../../src/access/token-format.ts'
import { changedTables, createDumper } from '../lib/dump.ts'
import { exampleRequest } from '../lib/examples.ts'
import { fullAccess, type Service, type Tenant } from '../lib/service.ts'
import type { Campaign } from './campaign.ts'
import { Violation } from './checker.ts'

/** Authorization headers that must be rejected, by description. Undefined stands for no header. */
export async function badTokens({ db, clock }: Service, tenant: Tenant): Promise<Record<string, string | undefined>> {
  const create = async (days: number) =>
    createToken(db, tenant, {
      ...{
        connection: 'Trial',
        access: fullAccess,
        expiresAt: new Date(clock.now() + days * 86_400_000).toISOString(),
      },
    })
  const [expired, disabled, revoked] = [await create(-1), await create(90), await create(90)]
  await setTokenDisabled(db, tenant, disabled.id, true)
  await revokeToken(db, tenant, revoked.id, clock)
  const { token } = tenant
  const mistyped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
  return {
    ...{
      'no token': undefined,
      'an empty header': '',
      'a scheme alone': 'Bearer',
      garbage: 'Bearer garbage',
      'no scheme': token,
    },
    ...{
      'another scheme': `Basic ${token}`,
      'a mistyped token': `Bearer ${mistyped}`,
      'an unknown token': `Bearer ${mintToken()}`,
    },
    ...{
      'two tokens': `Bearer ${token} ${token}`,
      'a token in upper case': `Bearer ${token.toUpperCase()}`,
      'a wildcard': 'Bearer svc_at_%',
    },
    ...{
      'an expired token': `Bearer ${expired.token}`,
      'a disabled token': `Bearer ${disabled.token}`,
      'a revoked token': `Bearer ${revoked.token}`,
    },
  }
}

/** A valid request with a bad token returns 401 and writes nothing. */
export async function checkBadTokens(campaign: Campaign): Promise<void> {
  const { service, operations, results, plan } = campaign
  const tenant = plan.stopAtFirstBug ? campaign.tenant : await campaign.cloneTenant()
  const bad = Object.entries(await badTokens(service, tenant))
  const dump = await createDumper(service.db)
  let before = await dump(tenant.id)
  for (const [n, one] of operations.entries()) {
    if (campaign.isDone) return
    if (n % 10 === 0) plan.progress(`tokens, ${n}/${operations.length} operations, ${results.total} requests`)
    for (const [what, authorization] of bad) {
      // Stays below the limit of 60 failed authentications per minute and address.
      service.clock.advance(2_000)
      const valid = exampleRequest(one.operation, one.examples[0])
      const request = { ...valid, headers: { ...valid.headers, ...(authorization !== undefined && { authorization }) } }
      await campaign.send(one, 'a bad token', request, { as: 'unauthenticated' }).catch((error: Error) => {
        results.addBug(one.name, what, error.message, request, campaign.reproduceCommand(one.name))
      })
    }
    const after = await dump(tenant.id)
    const changed = changedTables(before, after)
    if (changed.length > 0)
      results.addBug(
        ...([
          one.name,
          'a bad token',
          new Violation(`wrote to ${changed.join(', ')} and returned 401`).message,
        ] as const),
        exampleRequest(one.operation, one.examples[0]),
        campaign.reproduceCommand(one.name),
      )
    before = after
  }
}
