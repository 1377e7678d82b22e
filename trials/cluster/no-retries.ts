import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Harness } from '../../bench/harness.ts'
import { type BalancerOptions, startBalancer } from '../../test/cluster/nginx.ts'
import { overHttp } from '../../test/cluster/over-http.ts'

/** A node that reads a complete request and closes the connection without a response. */
async function dyingNode(received: string[]): Promise<Server> {
  const server = createServer((request) => {
    request.resume().on('end', () => {
      received.push(request.method!)
      request.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** nginx must not send a write that reached a node to another one. Returns the problems. */
export async function checkNoRetries(
  harness: Harness,
  folder: string,
  options: BalancerOptions = {},
): Promise<string[]> {
  const problems: string[] = []
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const) {
    const received: string[] = []
    const nodes = await Promise.all([dyingNode(received), dyingNode(received), dyingNode(received)])
    const { port, nginx } = await startBalancer(
      folder,
      nodes.map((node) => (node.address() as AddressInfo).port),
      options,
    )
    harness.defer(() => nginx.stop())
    const http = overHttp(port)
    const { statusCode } = await http.inject({ method, url: '/x', ...(method !== 'GET' && { payload: { a: 1 } }) })
    http.close()
    await nginx.stop()
    for (const node of nodes) node.close()
    const expectedNodes = method === 'GET' ? 3 : 1
    if (statusCode !== 502 || received.length !== expectedNodes) {
      problems.push(
        `a ${method} whose node died went to ${received.length} nodes (status ${statusCode}), expected ${expectedNodes}`,
      )
    }
  }
  return problems
}
