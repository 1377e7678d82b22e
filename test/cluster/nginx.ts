import {
  deployFile,
  folderFor,
  freePort,
  programOf,
  type RunningProgram,
  start,
  waitForPort,
  writeConfig,
} from './programs.ts'

export interface Balancer {
  port: number
  nginx: RunningProgram
}

export interface BalancerOptions {
  /** Further lines of the server block, such as trusted proxy addresses. */
  extra?: string
  /** Further changes to deploy/nginx.conf, for injected faults. */
  changes?: [RegExp, string][]
}

/** For tests that exceed the rate limit. */
export const withoutRateLimits: [RegExp, string][] = [[/rate=\d+r\/s/g, 'rate=1000000r/s']]

/** nginx in front of nodes, configured by deploy/nginx.conf. */
export async function startBalancer(
  parent: string,
  nodes: number[],
  { extra = '', changes = [] }: BalancerOptions = {},
): Promise<Balancer> {
  const program = programOf('/usr/sbin/nginx', 'nginx-light')
  const port = await freePort()
  const folder = folderFor(parent, `nginx-${port}`)
  const [first = ''] = /^ *server wattle-1:4000.*\n/m.exec(deployFile('nginx.conf', [])) ?? []
  const servers = nodes.map((node) => first.replace('wattle-1:4000', `127.0.0.1:${node}`)).join('')
  const text = deployFile('nginx.conf', [
    [/worker_processes auto;/, 'worker_processes 1;\ndaemon off;'],
    [/(^ *server wattle-\d:4000.*\n)+/m, servers],
    [/listen 8080;/, `listen 127.0.0.1:${port};\n${extra}`],
    [/\/tmp\//g, '/proc/self/cwd/'],
    ...changes,
  ])
  const path = writeConfig(folder, 'nginx.conf', text.replaceAll('/proc/self/cwd/', `${folder}/`))
  const nginx = start(program, ['-e', 'stderr', '-p', folder, '-c', path], folder)
  await waitForPort(port, nginx)
  return { port, nginx }
}
