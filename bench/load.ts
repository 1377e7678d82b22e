import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** One round: each connection sends one request at a time, for the given duration. */
export interface Round {
  port: number
  /** Complete HTTP requests, sent in this order from `start` on and repeated. */
  requests: string[]
  start: number
  connections: number
  seconds: number
  /** Ends the round early after this many requests. */
  maxRequests?: number
}

export interface Outcome {
  /** All responses, including those after the end of the round. */
  answered: number
  perSecond: number
  p50: number
  p99: number
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthHeader = /\r\ncontent-length: (\d+)/i

/**
 * Runs in its own process. It parses only the status and length of a response, because its CPU time is taken from the
 * programs that it measures.
 */
function runRound({
  port,
  requests,
  start,
  connections,
  seconds,
  maxRequests = Number.POSITIVE_INFINITY,
}: Round): Promise<Outcome> {
  const bytes = requests.map((text) => Buffer.from(text))
  const latencies: number[] = []
  const sockets: Socket[] = []
  let next = start
  let answered = 0
  let open = connections
  return new Promise((resolve, reject) => {
    const begin = performance.now()
    const end = begin + seconds * 1000
    const fail = (text: string) => {
      for (const socket of sockets) socket.destroy()
      reject(new Error(text))
    }

    function finish() {
      if (--open > 0) return
      for (const socket of sockets) socket.removeAllListeners().destroy()
      latencies.sort((a, b) => a - b)
      const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
      const lasted = Math.min(seconds, (performance.now() - begin) / 1000)
      resolve({ answered, perSecond: latencies.length / lasted, p50: at(0.5), p99: at(0.99) })
    }

    function run(socket: Socket) {
      let sentAt = 0
      let received: Buffer | undefined
      let missing = 0 // bytes that are missing of a response whose head has arrived
      const send = () => {
        sentAt = performance.now()
        if (sentAt >= end || next - start >= maxRequests) return finish()
        socket.write(bytes[next++ % bytes.length]!)
      }
      const complete = () => {
        const now = performance.now()
        answered++
        if (now < end) latencies.push(now - sentAt)
        send()
      }
      socket.on('data', (chunk) => {
        if (missing > 0) {
          missing -= chunk.length
          if (missing === 0) complete()
          else if (missing < 0) fail('a response was longer than its Content-Length')
          return
        }
        received = received ? Buffer.concat([received, chunk]) : chunk
        const head = received.indexOf(headEnd)
        if (head < 0) return
        const text = received.toString('latin1', 0, head)
        const length = lengthHeader.exec(text)?.[1]
        if (text[9] !== '2' || length === undefined)
          return fail(`a response was not successful: ${received.toString()}`)
        missing = head + 4 + Number(length) - received.length
        received = undefined
        if (missing === 0) complete()
        else if (missing < 0) fail('a response was longer than its Content-Length')
      })
      send()
    }

    for (let i = 0; i < connections; i++) {
      const socket: Socket = connect(port, '127.0.0.1', () => run(socket))
      socket.setNoDelay(true)
      socket.on('error', (error) => fail(error.message))
      socket.on('close', () => fail('the server closed a connection'))
      sockets.push(socket)
    }
  })
}

process.on('message', (round: Round) => {
  runRound(round).then(
    (outcome) => process.send!(outcome),
    (error: Error) => process.send!({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))
