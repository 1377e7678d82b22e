import { once } from 'node:events'
import { type Agent, type ClientRequest, request } from 'node:http'
import { eventually, type RunningProgram, type Scope, startProgram } from './processes.ts'

/** Starts `wattle serve` on a port that the system chooses. */
export const startService = (
  t: Scope,
  env: Record<string, string>,
  options: { ownGroup?: boolean; onTerminal?: boolean } = {},
) => startProgram(t, 'src/main.ts', ['serve'], { PORT: '0', ...env }, options)

/** The output of the start: the base URL, the token of its curl line, and all text. */
export async function ready(service: RunningProgram): Promise<{ url: string; token: string; text: string }> {
  const text = await service.waitForOutput('Ctrl-C stops', 'stderr')
  const [, url = ''] = /API +(\S+)/.exec(text) ?? []
  const [, token = ''] =
    /^curl -sS --fail-with-body -w '\\n' -H 'Authorization: Bearer (\S+)' \S+\/me$/m.exec(text) ?? []
  return { url, token, text }
}

interface Answer {
  status: number
  text: string
}

export interface GetOptions {
  token?: string
  headers?: Record<string, string>
  agent?: Agent
}

/** Sends a request on a new connection, which goes to the next worker, or on that of the agent. */
export async function get(url: string, { token = '', headers = {}, agent }: GetOptions = {}): Promise<Answer> {
  const all = { ...(token && { authorization: `Bearer ${token}` }), ...headers }
  const sent = request(url, { agent: agent ?? false, headers: all, timeout: 10_000 })
  sent.on('timeout', () => sent.destroy(new Error('no response')))
  sent.end()
  return answerTo(sent)
}

export async function answerTo(sent: ClientRequest): Promise<Answer> {
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  return { status: response.statusCode, text }
}

/** The value of a metric; 0 if there is none. */
export async function metric(url: string, name: string): Promise<number> {
  const { text } = await get(`${new URL('/metrics', url)}`)
  const line = text.split('\n').find((line) => line.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}

interface LogLine {
  pid: number
  msg: string
  [field: string]: unknown
}

/** The lines of the log that match, as soon as there are so many. */
export const logLines = (service: RunningProgram, atLeast: number, matches: (line: LogLine) => boolean) =>
  eventually(async () => {
    const complete = (await service.waitForOutput('\n')).split('\n').slice(0, -1)
    const found = complete.map((line) => JSON.parse(line) as LogLine).filter(matches)
    return found.length >= atLeast ? found : undefined
  })

/** The pids of the workers that have started so far, in their order. */
export const workerPids = async (service: RunningProgram, atLeast: number): Promise<number[]> =>
  (await logLines(service, atLeast, ({ msg }) => msg === 'worker listening')).map(({ pid }) => pid)
