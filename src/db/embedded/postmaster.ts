import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../process/failure.ts'
import { postgresPidsIn } from './process.ts'

export interface Postmaster {
  pid: number
  ready: boolean
}

/** Reads postmaster.pid: the server's pid is the first line, its state the eighth. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Stops a server that an earlier service left running. The caller owns the data folder, so any server in it has lost
 * its service. A postmaster is shut down. Children of a killed postmaster are waited for, because a second server
 * beside them would damage the data.
 */
export async function stopLeftoverServer(data: string, notice: (text: string) => void): Promise<void> {
  const left = readPostmaster(data)
  if (!left) return
  const began = Date.now()
  const signalled = new Set<number>()
  for (;;) {
    const pids = postgresPidsIn(data, left.pid)
    if (pids.length === 0) break
    const waited = Date.now() - began
    const signal = waited > 60_000 ? 'SIGQUIT' : 'SIGINT'
    if (waited > 70_000) {
      throw new Failure(
        `PostgreSQL (pid ${pids.join(', ')}) still runs in ${data} and does not end: stop it and start again.`,
      )
    }
    if (pids.includes(left.pid) && !(signal === 'SIGINT' && signalled.has(left.pid))) {
      if (signalled.size === 0) notice(`Stopping the PostgreSQL (pid ${left.pid}) that an earlier Wattle left behind.`)
      signalled.add(left.pid)
      send(left.pid, signal)
    }
    await sleep(50)
  }
  // Another program may have its pid by now, which PostgreSQL would mistake for a running server.
  rmSync(join(data, 'postmaster.pid'), { force: true })
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile, or belongs to another user. The loop continues.
  }
}
