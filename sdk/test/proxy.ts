import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request as requestTo, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Passed {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** What becomes of a request. `pass` sends it to the service and returns the answer. */
export type Fault = (response: ServerResponse, pass: () => Promise<Answer>, socket: Socket) => unknown

const write = (response: ServerResponse, { status, headers, body }: Answer) =>
  response.writeHead(status, headers).end(body)

export const faults = {
  none: (async (response, pass) => write(response, await pass())) as Fault,
  /** The request does not reach the service. */
  cutBefore: ((_, __, socket) => socket.resetAndDestroy()) as Fault,
  /** The service made the change, and its answer is lost. */
  cutAfter: (async (_, pass, socket) => {
    await pass()
    socket.resetAndDestroy()
  }) as Fault,
  /** The same, with half of the answer. */
  cutWithin: (async (response, pass, socket) => {
    const { status, headers, body } = await pass()
    response.writeHead(status, headers)
    response.write(body.subarray(0, body.length / 2), () => setImmediate(() => socket.resetAndDestroy()))
  }) as Fault,
  /** The answer begins and does not go on. */
  slowBody: (async (response, pass) => {
    const { status, headers, body } = await pass()
    response.writeHead(status, headers)
    response.write(body.subarray(0, 5))
  }) as Fault,
  noAnswer: (() => {}) as Fault,
  /** An answer that the service did not give. */
  answer:
    (status: number, headers: Record<string, string> = {}, body = '{"message":"No."}'): Fault =>
    (response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
}

/** Stands between the client and the service, and does to each request what the test says. */
export async function startProxy(origin: string) {
  const requests: Passed[] = []
  let faultOf: (request: Passed, index: number) => Fault = () => faults.none
  const server = createServer(async (incoming, response) => {
    response.on('error', () => {})
    const chunks: Buffer[] = []
    try {
      for await (const chunk of incoming) chunks.push(chunk)
    } catch {
      return
    }
    const { method = '', url = '', headers, socket } = incoming
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() }
    requests.push(request)
    await faultOf(request, requests.length - 1)(response, () => pass(origin, request), socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** From the next request on; by request, or one after the other and then none. */
    use(next: typeof faultOf | Fault[]) {
      const first = requests.length
      faultOf = Array.isArray(next) ? (_, index) => next[index - first] ?? faults.none : next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function pass(origin: string, { method, url, headers, body }: Passed): Promise<Answer> {
  const sent = requestTo(origin + url, { method, headers })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }
}
