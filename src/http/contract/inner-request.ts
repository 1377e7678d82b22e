import { randomUUID } from 'node:crypto'
import type { Access } from '../../access/areas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the permission check for a request of the service to itself. */
    inner: InnerRequest | undefined
  }
}

/** What the service says of a request that it sends to itself. */
export interface InnerRequest {
  /** What the request may use of the token's access. */
  limit(access: Access): Access
  /** How long an Idempotency-Key returns its first response, and whether that may be a refusal. */
  keys?: { lifetimeMilliseconds: number; keepsRefusals: boolean } | undefined
}

const header = 'x-wattle-inner'
const announced = new Map<string, InnerRequest>()

/** Runs `send` with headers that tell the service about its own request. They hold only until that has ended, so no caller can send them. */
export async function asInner<T>(
  inner: InnerRequest,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const name = randomUUID()
  announced.set(name, inner)
  try {
    return await send({ [header]: name })
  } finally {
    announced.delete(name)
  }
}

export function innerOf(headers: Record<string, unknown>): InnerRequest | undefined {
  const name = headers[header]
  return name === undefined ? undefined : announced.get(String(name))
}
