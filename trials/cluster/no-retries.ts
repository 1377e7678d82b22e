import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stage } from '../../bench/harness.ts'
import { type BalancerOptions, startBalancer } from '../../test/cluster/nginx.ts'
import { overHttp } from '../../test/cluster/over-http.ts'

/** Nodes that take a request whole and die before they answer: whether it was done nobody knows. */
async function dyingNode(seen: string[]): Promise<Server> {
  const server = createServer((request) => {
    request.resume().on('end', () => {
      seen.push(request.method!)
      request.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** A write that reached a node is never sent to another by the balancer. Gives the sentences for what does not hold. */
export async function sentOnce(stage: Stage, folder: string, options: BalancerOptions = {}): Promise<string[]> {
  const problems: string[] = []
  for (const method of ['POST', 'PATCH', 'DELETE', 'GET'] as const) {
    const seen: string[] = []
    const nodes = await Promise.all([dyingNode(seen), dyingNode(seen), dyingNode(seen)])
    const { port, nginx } = await startBalancer(
      folder,
      nodes.map((node) => (node.address() as AddressInfo).port),
      options,
    )
    stage.undo(() => nginx.stop())
    const http = overHttp(port)
    const { statusCode } = await http.inject({ method, url: '/x', ...(method !== 'GET' && { payload: { a: 1 } }) })
    http.close()
    await nginx.stop()
    for (const node of nodes) node.close()
    const most = method === 'GET' ? 3 : 1
    if (statusCode !== 502 || seen.length !== most) {
      problems.push(
        `a ${method} whose node died went to ${seen.length} nodes (answer ${statusCode}), in place of ${most}`,
      )
    }
  }
  return problems
}
