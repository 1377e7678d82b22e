import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '../../../bench/harness.ts'
import type { Random } from '../../../demo/random.ts'
import { Caller } from '../caller.ts'
import { type Arena, furnish, openServer } from '../environment.ts'
import { Line, type Mood } from '../proxy.ts'
import { noTotals, round, type Scenario, type Totals } from '../round.ts'
import { Service } from '../service.ts'

/** A request ends within this, even when the connection to PostgreSQL under it has gone silent; docs/operating.md says so. */
const longestRequestMs = 25_000
const impatienceMs = 700

/** Bad lines between callers and the service, and between the service and PostgreSQL. */
export const proxy: Scenario = {
  name: 'proxy',
  title: 'cut, late and half-open connections',
  rounds: { full: 30, quick: 4 },
  async run({ stage, root, rounds, random, progress }): Promise<Totals> {
    const { folder, socket } = await openServer(stage)
    const behind = await open(stage, () => ({ path: socket }), random)
    const databaseUrl = `postgresql://wattle@127.0.0.1:${behind.port}/wattle`
    const service = await Service.start(stage, { root, folder, databaseUrl })
    const before = await open(stage, () => ({ host: '127.0.0.1', port: service.port }), random)
    const arena = await furnish(stage, folder, service)
    const patient = new Caller(before.port, arena.world.token)
    const hasty = new Caller(before.port, arena.world.token, impatienceMs)
    stage.undo(() => {
      patient.close()
      hasty.close()
    })
    const totals = noTotals()
    for (let n = 1; n <= rounds; n++) {
      const side = n % 2 ? before : behind
      const mood = moodOf(random, side === before)
      const caller = mood.silent ? hasty : patient
      const trouble = () => spell(side, mood, random, service)
      await round(arena, { name: `l${n}`, random, totals, caller, trouble })
      progress(n, totals)
    }
    await halfOpen(arena, behind, totals)
    const met = (line: Line) =>
      Object.entries(line.happened)
        .map(([what, times]) => `${times} ${what}`)
        .join(', ')
    totals.remarks.push(`between callers and service: ${met(before)}; between service and PostgreSQL: ${met(behind)}`)
    return totals
  },
}

async function open(stage: Stage, to: Parameters<typeof Line.open>[0], random: Random): Promise<Line> {
  const line = await Line.open(to, random)
  stage.undo(() => line.close())
  return line
}

function moodOf(random: Random, isBefore: boolean): Mood {
  const moods: Mood[] = [
    { cut: 0.05, refused: 0.1 },
    { cut: 0.02, late: 0.2, lateMs: 60, refused: 0.3 },
    { late: 0.5, lateMs: 150 },
    // Half-open lines to PostgreSQL take longer to be given up and have a trial of their own.
    ...(isBefore ? [{ silent: 0.05 }] : []),
  ]
  return random.pick(moods)
}

async function spell(line: Line, mood: Mood, random: Random, service: Service): Promise<void> {
  await sleep(100)
  line.mood = mood
  await sleep(random.between(300, 800))
  line.calm()
  await service.ready()
}

/** Every connection to PostgreSQL goes silent at once, while requests are under way. */
async function halfOpen({ caller, world, db }: Arena, line: Line, totals: Totals): Promise<void> {
  const body = (n: number) => ({ first_name: `silent-${n}`, last_name: 'Li' })
  const create = (n: number) => caller.send({ method: 'POST', path: '/staff', body: body(n), key: `silent-${n}` })
  await Promise.all(Array.from({ length: 20 }, (_, n) => create(n)))
  line.silence()
  const began = Date.now()
  const ended = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const status = await create(n + 20).then(
        (answer) => answer.status,
        () => 0,
      )
      return { status, after: Date.now() - began }
    }),
  )
  const longest = Math.max(...ended.map(({ after }) => after))
  const wrong = ended.find(({ status }) => status !== 201 && status !== 503)
  if (wrong)
    totals.problems.push(`a request on a half-open connection to PostgreSQL ended with ${wrong.status || 'no answer'}`)
  if (longest > longestRequestMs) totals.problems.push(`a request hung for ${longest} ms on a half-open connection`)
  const again = await Promise.all(Array.from({ length: 20 }, (_, n) => create(n + 20)))
  const lost = again.find(({ status }) => status !== 201)
  if (lost) totals.problems.push(`after silence a retry was answered ${lost.status}: ${lost.text}`)
  const { rows } = await db.query(`select count(*) as n from staff where org_id = $1 and first_name like 'silent-%'`, [
    world.orgId,
  ])
  if (Number(rows[0].n) !== 40) totals.problems.push(`40 keys made ${rows[0].n} records over half-open connections`)
  totals.remarks.push(`requests on half-open connections to PostgreSQL ended within ${(longest / 1000).toFixed(1)} s`)
}
