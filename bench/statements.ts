import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Caller } from '../src/access/tokens.ts'
import { find as findSubmission } from '../src/forms/submissions/submissions.sql.ts'
import { editNote } from '../src/notes/notes/edit.ts'
import { editProspect } from '../src/prospects/prospects/edit.ts'
import { find as findShift } from '../src/roster/shifts/shifts.sql.ts'
import { find as findTask, lockOne } from '../src/tasks/tasks/tasks.sql.ts'
import { type Data, makeData } from './data/data.ts'
import { stages } from './data/prospects.ts'
import { Harness, progress } from './harness.ts'
import { median } from './measure.ts'
import { describeMachine, table } from './report.ts'

/**
 * CPU microseconds of the PostgreSQL backend for single reads and writes, of the service and of the baseline, alternately on
 * one connection. Other load hardly changes them. Also lists the statements that PostgreSQL plans again at each call. Linux
 * only: it reads /proc.
 */
type Run = (n: number) => Promise<unknown>
type Pair = [name: string, baseline: Run, service: Run]

const zone = 'Australia/Brisbane'
const [batches, size] = [40, 50]

/** SQL of the baseline by name. The baseline is JavaScript without types. */
const areas = ['forms', 'notes', 'prospects', 'shifts', 'tasks']
const parts = await Promise.all(areas.map((area) => import(`./baseline/${area}.js`)))
const baselineSql: Record<string, string> = Object.assign({}, ...parts.flatMap((part) => Object.values(part)))

await Harness.run(20, async (harness) => {
  const { db } = await harness.database()
  const data = await makeData(db, (text) => progress(`  ${text}`))
  const client = await db.connect()
  harness.defer(() => client.release())
  await client.query('set synchronous_commit = off') // waiting for the disk takes no CPU time
  const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0]
  const cpuMicroseconds = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000

  const rows: string[][] = [['statement', 'baseline µs', 'service µs']]
  let n = 0
  for (const [name, ...sides] of pairs(client, data)) {
    const costs: number[][] = [[], []]
    for (let batch = -1; batch < batches; batch++) {
      for (const side of batch % 2 ? [0, 1] : [1, 0]) {
        const before = cpuMicroseconds()
        for (let i = 0; i < size; i++) await sides[side]!(n++)
        if (batch >= 0) costs[side]!.push((cpuMicroseconds() - before) / size)
      }
    }
    rows.push([name, ...costs.map((each) => median(each).toFixed(0))])
    progress(`  ${name}`)
  }
  const replannedSql = 'select name from pg_prepared_statements where custom_plans > generic_plans order by name'
  const replanned = (await client.query(replannedSql)).rows.map(({ name }) => name)
  const postgres = (await client.query('show server_version')).rows[0].server_version
  process.stdout.write(
    `\n${new Date().toISOString().slice(0, 10)}, ${describeMachine(postgres)}\n\n${table(rows)}\n\nPlanned at each call: ${replanned.join(', ') || 'none'}.\n`,
  )
})

function pairs(client: pg.PoolClient, { roster, office, care, large }: Data): Pair[] {
  const baseline = (name: string, ...values: unknown[]) =>
    client.query({ name: `baseline.${name}`, text: baselineSql[name]!, values })
  const at = <T>(list: T[], n: number) => list[n % list.length]!
  const [shifts, tasks, prospects] = [roster.shifts.readable, office.tasks.readable, office.prospects.ids]
  const [notes, submissions] = [care.notes.noteIds, large.forms.ids]
  const move = (n: number) => ({ stage: at(stages.slice(), n), followup_date: `2027-0${1 + (n % 9)}-01` })
  const caller = { orgId: office.orgId, connectionId: 1, connection: 'Payroll sync' } as Caller
  const writer = { ...caller, orgId: care.orgId }
  return [
    [
      'GET /shifts/{ref}',
      (n) => baseline('shift', roster.orgId, at(shifts, n)),
      (n) => findShift.rows(client, roster.orgId, at(shifts, n), true, zone),
    ],
    [
      'GET /tasks/{id}',
      (n) => baseline('task', office.orgId, at(tasks, n)),
      (n) => findTask.rows(client, office.orgId, at(tasks, n), zone),
    ],
    [
      'GET /form-submissions/{id}',
      (n) => baseline('submission', large.orgId, at(submissions, n)),
      (n) => findSubmission.rows(client, large.orgId, at(submissions, n), zone),
    ],
    [
      'PATCH /tasks/{id}: its lock, compared with a read',
      (n) => baseline('task', office.orgId, at(tasks, n)),
      (n) => lockOne.rows(client, office.orgId, at(tasks, n)),
    ],
    [
      'PATCH /prospects/{id}',
      (n) => baseline('changeProspect', office.orgId, at(prospects, n), ...Object.values(move(n))),
      (n) => editProspect(client, caller, at(prospects, n), move(n)),
    ],
    [
      'PATCH /notes/{ref}',
      (n) => baseline('changeNote', care.orgId, at(notes, n), `Slept well, ${n}.`),
      (n) => editNote(client, writer, `general:${at(notes, n)}`, { notes: `Slept well, ${n}.` }),
    ],
  ]
}
