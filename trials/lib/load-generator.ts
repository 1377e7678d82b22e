import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { LoadPlan, LoadResult } from './load.ts'

const deadlineMs = 1000
const headEnd = Buffer.from('\r\n\r\n')
/** Header names as Node and as nginx write them. */
const lengthHeaders = [Buffer.from('content-length: '), Buffer.from('Content-Length: ')]
const requestIdHeaders = [Buffer.from('x-request-id: '), Buffer.from('X-Request-Id: ')]

/** Runs in its own process. A request that has no free connection waits in a queue, and the wait counts as latency. */
function run({
  ports,
  requests,
  rate,
  seconds,
  connections = 1000,
  warmConnections = 0,
}: LoadPlan): Promise<LoadResult> {
  const bytes = requests.map((text) => Buffer.from(text))
  const latencies: number[] = []
  const lateness: number[] = []
  const statuses: Record<string, number> = {}
  const idle: Socket[][] = ports.map(() => [])
  const queues: number[][] = ports.map(() => [])
  const counts = { sent: 0, good: 0, resets: 0, malformed: 0, open: 0, underWay: 0, unsent: 0 }
  let malformedExample: string | undefined
  /** The last well-formed rejection. An equal one (without its request id) is not parsed again. */
  let lastWellFormed: Buffer | undefined
  const all = new Set<Socket>()

  const checkRejection = (answer: Buffer, end: number) => {
    if (lastWellFormed?.equals(withoutId(answer))) return
    const [head, body] = [answer.toString('latin1', 0, end), answer.toString('utf8', end + 4)]
    try {
      if (typeof JSON.parse(body).message !== 'string' || !/\r\nretry-after: \d+/i.test(head))
        throw new Error('malformed')
      lastWellFormed = Buffer.from(withoutId(answer))
    } catch {
      counts.malformed++
      malformedExample ??= `${head}\r\n\r\n${body}`
    }
  }

  return new Promise((resolve) => {
    let begin = 0
    const total = Math.round(rate * seconds)
    let scheduled = 0

    /** With `onWarm`, first sends a request that does not count, and calls back after its response. */
    function open(portIndex: number, onWarm?: () => void): void {
      counts.open++
      const socket = connect(ports[portIndex]!, '127.0.0.1')
      all.add(socket)
      let due: number | undefined
      let received: Buffer | undefined
      const send = (at: number) => {
        due = at
        counts.underWay++
        socket.write(bytes[counts.sent++ % bytes.length]!)
      }
      const next = () => {
        const waiting = queues[portIndex]!.shift()
        if (waiting === undefined) idle[portIndex]!.push(socket)
        else send(waiting)
      }
      /** Closes a connection if another one took its request. An unused one would count as a slow client. */
      const first = () => (queues[portIndex]!.length > 0 ? next() : socket.destroy())
      Object.assign(socket, { sendAt: send })
      socket.setNoDelay(true)
      socket.on('connect', onWarm ? () => socket.write(bytes[0]!) : first)
      socket.on('error', () => {})
      socket.on('close', () => {
        all.delete(socket)
        counts.open--
        onWarm?.() // closed before it was used: go on with the next
        if (due !== undefined) {
          counts.resets++
          counts.underWay--
        }
        const at = idle[portIndex]!.indexOf(socket)
        if (at >= 0) idle[portIndex]!.splice(at, 1)
      })
      socket.on('data', (chunk) => {
        received = received ? Buffer.concat([received, chunk]) : chunk
        const end = received.indexOf(headEnd)
        if (end < 0) return
        if (received.length < end + 4 + contentLength(received)) return
        if (onWarm) {
          received = undefined
          idle[portIndex]!.push(socket)
          onWarm()
          onWarm = undefined
          return
        }
        const status = received.toString('latin1', 9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
        const took = performance.now() - due!
        if (status[0] === '2') {
          latencies.push(took)
          if (took <= deadlineMs) counts.good++
        } else checkRejection(received, end)
        received = undefined
        due = undefined
        counts.underWay--
        next()
      })
    }

    function tick(): void {
      const now = performance.now()
      // The first request starts at once.
      const dueNow = Math.min(total, Math.floor(((now - begin) / 1000) * rate) + 1)
      for (; scheduled < dueNow; scheduled++) {
        const portIndex = scheduled % ports.length
        const at = begin + (scheduled / rate) * 1000
        lateness.push(now - at)
        const socket = idle[portIndex]!.pop() as (Socket & { sendAt(at: number): void }) | undefined
        if (socket) socket.sendAt(at)
        else {
          queues[portIndex]!.push(at)
          if (counts.open < connections) open(portIndex)
        }
      }
      const past = now - begin - seconds * 1000
      // A request that is sent after this is too late to count.
      if (past > deadlineMs) for (const waiting of queues) counts.unsent += waiting.splice(0).length
      const isOver = past > 0 && counts.underWay === 0 && queues.every((one) => one.length === 0)
      if (isOver || past > 5000) finish()
      else setTimeout(tick, 1)
    }

    function finish(): void {
      for (const socket of all)
        socket
          .removeAllListeners()
          .on('error', () => {})
          .destroy()
      const at = (share: number, values = latencies) => values[Math.floor((values.length - 1) * share)] ?? 0
      for (const values of [latencies, lateness]) values.sort((a, b) => a - b)
      const { sent, good, resets, malformed, unsent, underWay: unanswered } = counts
      const figures = { goodput: good / seconds, p50: at(0.5), p99: at(0.99), generatorLateMs: at(0.99, lateness) }
      resolve({ sent, statuses, ...figures, resets, unanswered, unsent, malformed, malformedExample })
    }
    /** Opens them one by one: all at once would be a flood. */
    function openWarmConnections(n: number): void {
      if (n < warmConnections) open(n % ports.length, () => openWarmConnections(n + 1))
      else {
        begin = performance.now()
        tick()
      }
    }
    openWarmConnections(0)
  })
}

/** Overwrites the request id of a response with zeros, in place. */
function withoutId(answer: Buffer): Buffer {
  const at = indexOfAny(answer, requestIdHeaders)
  return at < 0 ? answer : answer.fill(0, at, answer.indexOf('\r', at))
}

function indexOfAny(answer: Buffer, [one, other]: Buffer[]): number {
  const at = answer.indexOf(one!)
  return at < 0 ? answer.indexOf(other!) : at
}

/** Parsed by hand, because the generator shares its cores with the service that it measures. */
function contentLength(answer: Buffer): number {
  const start = indexOfAny(answer, lengthHeaders)
  if (start < 0) return 0
  let length = 0
  for (let at = start + lengthHeaders[0]!.length; answer[at]! >= 48 && answer[at]! <= 57; at++)
    length = length * 10 + answer[at]! - 48
  return length
}

process.on('message', (plan: LoadPlan) => {
  run(plan).then((outcome) => process.send!(outcome))
})
process.on('disconnect', () => process.exit(0))
