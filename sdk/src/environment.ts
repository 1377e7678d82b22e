import { version } from './generated/operations.ts'

/** What the client needs of the world around it. Tests pass one of their own, so that they need not wait. */
export interface Environment {
  fetch: typeof fetch
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 to 1. */
  random(): number
  /** Calls back after some milliseconds, unless what it returns is called first. */
  timer(milliseconds: number, callback: () => void): () => void
}

export const systemEnvironment: Environment = {
  fetch: (...request) => globalThis.fetch(...request),
  now: () => Date.now(),
  random: () => Math.random(),
  timer(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Rejects with the reason of the signal as soon as it is aborted. */
export function sleep({ timer }: Environment, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      cancel()
      reject(signal!.reason)
    }
    const cancel = timer(milliseconds, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}

interface Runtimes {
  Deno?: { version: { deno: string } }
  Bun?: { version: string }
  process?: { versions?: { node?: string } }
  document?: unknown
  WorkerGlobalScope?: unknown
  navigator?: { userAgent?: string }
}

/** `wattle-client/0.2.0 (node/20.19.0)`. Browsers send their own, and ask the service first if a program sets one. */
export function userAgent(): string | undefined {
  const { Deno, Bun, process, document, WorkerGlobalScope, navigator } = globalThis as Runtimes
  const runtime = Deno
    ? `deno/${Deno.version.deno}`
    : Bun
      ? `bun/${Bun.version}`
      : process?.versions?.node
        ? `node/${process.versions.node}`
        : navigator?.userAgent === 'Cloudflare-Workers'
          ? 'cloudflare-workers'
          : undefined
  if (!runtime && (document || WorkerGlobalScope)) return undefined
  return `wattle-client/${version}${runtime ? ` (${runtime})` : ''}`
}

/** A random name for a request. Node 18 has no `crypto` without a flag; it need not be secret, only used once. */
export function randomKey({ now, random }: Environment): string {
  const { crypto } = globalThis
  if (typeof crypto?.randomUUID === 'function') return crypto.randomUUID()
  const part = () => Math.floor(random() * 2 ** 48).toString(36)
  return `${now().toString(36)}-${part()}-${part()}-${part()}`
}
