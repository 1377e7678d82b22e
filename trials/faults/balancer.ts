import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

interface Node {
  port: number
  isReady: boolean
  agent: Agent
}

export interface Failure {
  port: number
  at: number
  error: string
}

const pollMs = 100

/**
 * A round-robin balancer without retries: if a node breaks the connection, the balancer breaks it too. It polls /readyz and
 * skips nodes that are not ready.
 */
export class Balancer {
  readonly failures: Failure[] = []
  readonly #nodes: Node[]
  readonly #server: Server
  readonly #timer: NodeJS.Timeout
  #next = 0

  private constructor(ports: number[]) {
    this.#nodes = ports.map((port) => ({ port, isReady: true, agent: new Agent({ keepAlive: true }) }))
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing))
    this.#timer = setInterval(() => this.#nodes.forEach(pollReadiness), pollMs)
  }

  static async open(ports: number[]): Promise<Balancer> {
    const balancer = new Balancer(ports)
    await once(balancer.#server.listen(0, '127.0.0.1'), 'listening')
    return balancer
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const { agent } of this.#nodes) agent.destroy()
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  #pick(): Node {
    for (let attempts = 0; attempts < this.#nodes.length; attempts++) {
      const node = this.#nodes[this.#next++ % this.#nodes.length]!
      if (node.isReady) return node
    }
    return this.#nodes[this.#next++ % this.#nodes.length]!
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { port, agent } = this.#pick()
    const upstream = request({
      host: '127.0.0.1',
      ...{ port, agent, method: incoming.method, path: incoming.url, headers: incoming.headers },
    })
    const failed = (error: Error) => {
      if (outgoing.destroyed) return
      this.failures.push({ port, at: Date.now(), error: error.message })
      outgoing.destroy()
    }
    upstream.on('error', failed).on('response', (response) => {
      outgoing.writeHead(response.statusCode!, { ...response.headers, 'x-node': String(port) })
      response.on('error', failed).on('close', () => {
        if (!response.complete) failed(new Error('the response was cut off'))
      })
      response.pipe(outgoing)
    })
    incoming.on('error', () => upstream.destroy()).pipe(upstream)
  }
}

function pollReadiness(node: Node): void {
  const probe = request({ host: '127.0.0.1', port: node.port, path: '/readyz', agent: false, timeout: 2000 })
  probe.on('response', (response) => {
    response.resume()
    node.isReady = response.statusCode === 200
  })
  probe.on('timeout', () => probe.destroy())
  probe.on('error', () => {
    node.isReady = false
  })
  probe.end()
}
