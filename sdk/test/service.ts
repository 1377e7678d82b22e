import { basePath } from '../../src/app.ts'
import { harness } from '../../test/harness/harness.ts'
import { Wattle, type WattleOptions } from '../src/index.ts'

/** The real service on a port, and clients of it. */
export async function startService(...settings: Parameters<typeof harness>) {
  const service = await harness(...settings)
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const client = (token: string, options: Partial<WattleOptions> = {}) =>
    new Wattle({ token, baseUrl: origin + basePath, ...options })
  return { ...service, origin, client }
}
