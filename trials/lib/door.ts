import type { FastifyInstance, InjectOptions } from 'fastify'

/** A request as it goes out, and what came back: all that a trial knows of the service. */
export interface Sent {
  method: string
  /** From the root, with the query. */
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}
export interface Received {
  status: number
  headers: Record<string, string | undefined>
  text: string
}

/** The way into the service. Faults are planted by standing in it, so that a trial is tried without changing the service. */
export type Door = (sent: Sent) => Promise<Received>
/** What a planted fault does with the requests and answers that pass. */
export type Plant = (through: Door) => Door

export const injectDoor =
  (app: FastifyInstance): Door =>
  async ({ method, url, headers, payload }) => {
    const answer = await app.inject({
      ...{ method: method as InjectOptions['method'] & string, url, headers },
      ...(payload !== undefined && { payload }),
    } as InjectOptions)
    return { status: answer.statusCode, headers: answer.headers as Received['headers'], text: answer.body }
  }

/** What an answer says, where it is JSON. */
export function jsonOf({ headers, text }: Received): any {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '') || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A request on one line, short enough to read. */
export function shown({ method, url, headers, payload }: Sent): string {
  const named = Object.entries(headers).filter(([name]) => name !== 'authorization')
  const body = payload === undefined ? '' : ` ${JSON.stringify(String(payload)).slice(0, 600)}`
  const more = named.length > 0 ? ` ${JSON.stringify(Object.fromEntries(named)).slice(0, 300)}` : ''
  return `${method} ${url.slice(0, 300)}${more}${body}`
}
