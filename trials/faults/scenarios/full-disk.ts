import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from '../../../bench/harness.ts'
import { temporaryFolder } from '../data-folder.ts'
import { type Environment, startEnvironment } from '../environment.ts'
import { emptyTotals, runRound, type Scenario, type Totals } from '../round.ts'

const megabyte = Buffer.alloc(1 << 20, 1)

/**
 * Fills a small disk with PostgreSQL's data and the service's log while writes run. In every second round the WAL cannot be
 * written either, so PostgreSQL exits, and the service must restart it when there is space again.
 */
export const fullDisk: Scenario = {
  name: 'disk',
  title: 'full disk',
  rounds: { full: 6, quick: 2 },
  async run({ harness, root, rounds, random, progress }): Promise<Totals | string> {
    const folder = smallDisk(harness)
    if (!folder) return 'skipped: mounting a small disk needs root (mount -t tmpfs)'
    const environment = await startEnvironment(harness, root, folder)
    const totals = emptyTotals()
    let longestMs = 0
    for (let n = 1; n <= rounds; n++) {
      const filler = join(folder, 'filler')
      const disrupt = async () => {
        await sleep(random.between(100, 300))
        fill(folder, filler)
        if (n % 2 === 0) await environment.db.query('select pg_switch_wal()').catch(() => {})
        await sleep(1200)
        if (n % 2 === 1) await checkReads(environment, totals, n)
        rmSync(filler)
        longestMs = Math.max(longestMs, await environment.service.ready())
        await sleep(300)
      }
      const { unavailable } = await runRound(environment, { name: `d${n}`, random, totals, disrupt })
      if (unavailable === 0) totals.remarks.push(`d${n}: no write failed on the full disk`)
      progress(n, totals)
    }
    totals.remarks.push(`ready at most ${longestMs} ms after space was free`)
    return totals
  },
}

function smallDisk(harness: Harness): string | undefined {
  const folder = join(temporaryFolder(harness), 'disk')
  mkdirSync(folder)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512m,mode=755', 'tmpfs', folder]).status !== 0) return undefined
  harness.defer(() => spawnSync('umount', ['-l', folder]))
  return folder
}

/** Fills the disk completely, as another program on it could. */
function fill(folder: string, filler: string): void {
  const file = openSync(filler, 'w')
  try {
    while (statfsSync(folder).bavail > 0) writeSync(file, megabyte)
  } catch {
    // The disk is full.
  }
  closeSync(file)
}

async function checkReads({ caller, service }: Environment, totals: Totals, n: number): Promise<void> {
  for (const path of ['/me', '/clients?per_page=5', '/staff?page=2', '/appointments?per_page=5']) {
    const { status, text } = await caller.get(path).catch((error) => {
      throw new Error(`${error.message}; last lines of the log:\n${service.lastLogLines()}`)
    })
    if (status !== 200) totals.problems.push(`d${n}: GET ${path} returned ${status} on a full disk: ${text}`)
  }
}
