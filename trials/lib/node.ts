import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Harness } from '../../bench/harness.ts'
import { startFlags } from '../../bench/processes.ts'
import { startBalancer } from '../../test/cluster/nginx.ts'

/** Whether requests go directly to the node or through nginx with deploy/nginx.conf. */
export type Way = 'direct' | 'behind nginx'
export const ways: Way[] = existsSync('/usr/sbin/nginx') ? ['direct', 'behind nginx'] : ['direct']

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Node {
  port: number
  pid: number
  /** Resident memory in megabytes, current and peak. Linux only. */
  memory(): { now: number; peak: number }
  stop(): Promise<void>
}

/** Starts the built service in its own process, on a free port. */
export async function startNode(
  harness: Harness,
  env: Record<string, string>,
  planted?: string,
  faultFile = new URL('node-faults.js', import.meta.url),
): Promise<Node> {
  const faultFlags = planted ? ['--import', fileURLToPath(faultFile)] : []
  const child = spawn(process.execPath, [...startFlags(), ...faultFlags, 'bin/wattle.js', 'serve'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', ...(planted && { WATTLE_PLANTED: planted }), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.kill('SIGTERM')
    await ended
    clearTimeout(timer)
  }
  harness.defer(stop)
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
      const match = /API\s+http:\/\/127\.0\.0\.1:(\d+)/.exec(output)
      if (match) resolve(Number(match[1]))
    })
    ended.then(() => reject(new Error(`a node exited: ${output}`)))
  })
  const pid = child.pid!
  const memory = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
  }
  return { port, pid, memory, stop }
}

/** The port for requests to a node. Behind nginx, `changes` are applied to its configuration. */
export async function portOf(harness: Harness, node: Node, way: Way, changes: [RegExp, string][]): Promise<number> {
  if (way === 'direct') return node.port
  const folder = mkdtempSync(join(tmpdir(), 'wattle-nginx-'))
  chmodSync(folder, 0o755) // nginx runs as an unprivileged user
  harness.defer(() => rmSync(folder, { recursive: true, force: true }))
  const { port, nginx } = await startBalancer(folder, [node.port], { changes })
  harness.defer(() => nginx.stop())
  return port
}
