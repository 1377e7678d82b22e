import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks, and a loop that posts to one: plain `node:http`. */
type Message =
  | { listen: true; hangs?: boolean }
  /** Replies when so many requests have arrived since the last such reply. */
  | { count: number }
  | { post: number; port: number; body: string }

/** By a clock that all processes of this machine share, in milliseconds. */
const now = () => performance.timeOrigin + performance.now()

let arrivals: [id: number, at: number][] = []
let onArrival = () => {}

const server = createServer((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    const at = now()
    if (hangs) return
    response.writeHead(204).end()
    arrivals.push([JSON.parse(Buffer.concat(chunks).toString()).data.id, at])
    onArrival()
  })
})
server.keepAliveTimeout = 60_000
let hangs = false

const reply = (message: object) => process.send!(message)

async function post(port: number, count: number, body: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  let left = count
  const loop = async () => {
    while (left-- > 0)
      await new Promise<void>((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/hook', headers, agent }, (response) => {
          response.resume().on('end', resolve)
        })
        sent.on('error', reject)
        sent.end(body)
      })
  }
  const startedAt = now()
  await Promise.all(Array.from({ length: 8 }, loop))
  agent.destroy()
  reply({ milliseconds: now() - startedAt })
}

process.on('message', (message: Message) => {
  if ('listen' in message) {
    hangs = message.hangs ?? false
    server.listen(0, '127.0.0.1', () => reply({ port: (server.address() as AddressInfo).port }))
  } else if ('count' in message) {
    onArrival = () => {
      if (arrivals.length < message.count) return
      onArrival = () => {}
      const taken = arrivals
      arrivals = []
      reply({ arrivals: taken })
    }
    onArrival()
  } else void post(message.port, message.post, message.body)
})
process.on('disconnect', () => process.exit(0))
