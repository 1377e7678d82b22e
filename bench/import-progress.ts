import { demoBundle } from '../demo/bundle.ts'
import { importBundle } from '../src/bundle/import.ts'
import type { ImportProgress } from '../src/bundle/progress.ts'
import { shareWithin } from '../src/cli/output.ts'
import { emptyOrganisation } from '../test/factories/bundles/bundles.ts'
import { people, whole } from '../test/factories/roster/shifts.ts'
import { createDatabase } from '../test/harness/database.ts'
import { startTestServer } from '../test/harness/postgres.ts'

/**
 * Compares the share that the bar of an import shows with the share of the time that has passed: for bundles of three
 * kinds, each into an empty organisation and again unchanged. Prints shown shares at tenths of the time, in percent, and the
 * largest difference in points.
 */
const server = await startTestServer()
process.env.WATTLE_TEST_DATABASE = JSON.stringify(server.address)
try {
  for (const [name, bundle] of Object.entries(bundles())) {
    const { pool, drop } = await createDatabase()
    const orgId = await emptyOrganisation(pool)
    const bytes = Buffer.from(JSON.stringify(bundle))
    for (const round of ['new', 'unchanged']) {
      const reports: { at: number; share: ImportProgress['share'] }[] = []
      const began = performance.now()
      const onProgress = ({ share }: ImportProgress) => reports.push({ at: performance.now() - began, share })
      await importBundle(pool, orgId, piecesOf(bytes), { onProgress, size: bytes.length })
      print(`${name}, ${round}`, reports, performance.now() - began)
    }
    await drop()
  }
} finally {
  await server.stop()
}

function bundles(): Record<string, object> {
  const staff = Array.from({ length: 100_000 }, (_, i) => ({
    ...{ id: i + 1, first_name: 'Ana', last_name: `Nguyen ${i}`, status: 'Active' },
    ...{ email: `ana${i}@example.org`, phone: '0400 000 000' },
  }))
  const [first] = whole.shifts
  const shifts = Array.from({ length: 20_000 }, (_, i) => ({
    ...{ ...first, id: i + 1, series_id: null, occurrence_on: null, notes: [] },
    segments: [{ ...first!.segments[0], id: i + 1, shift_notes: [] }],
    appointments: [{ ...first!.appointments[0], id: i + 1 }],
  }))
  return { demo: demoBundle(Date.now()), '100,000 staff': { staff }, '20,000 shifts': { ...people, shifts } }
}

async function* piecesOf(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
}

function print(name: string, reports: { at: number; share: ImportProgress['share'] }[], total: number): void {
  const shownAt = (time: number): number => {
    const { at, share } = reports.findLast((report) => report.at <= time) ?? { at: 0, share: undefined }
    return share ? shareWithin(share, at, time - at) : 0
  }
  const errors = Array.from({ length: 1000 }, (_, n) => Math.abs(shownAt((total * n) / 1000) - n / 1000))
  const tenths = Array.from({ length: 11 }, (_, n) => Math.round(100 * shownAt((total * n) / 10)))
  const largest = Math.round(100 * Math.max(...errors))
  console.log(`${name}: ${(total / 1000).toFixed(1)} s, shown ${tenths.join(' ')}, at most ${largest} points off`)
}
