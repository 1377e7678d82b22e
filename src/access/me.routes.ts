import type { Feature } from '../http/contract/feature.ts'
import { getMe } from './me.schema.ts'

export const meRoutes: Feature = async (app) => {
  app.get('/me', { config: { needs: 'valid token' }, schema: getMe }, ({ caller }, reply) => {
    const { organisation, connection, access, expiresAt: expires_at } = caller
    reply.send({ organisation, connection, access, expires_at })
  })
}
