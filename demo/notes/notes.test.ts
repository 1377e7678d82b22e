import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { localOf } from '../../src/time/local-time.ts'
import { providerBundle } from '../bundle.ts'
import { attempts, type Errand, once } from '../tasks/errands.ts'
import { routines } from '../tasks/routines.ts'

type Row = Record<string, any>
type Demo = Record<'clients' | 'tasks' | 'billables' | 'shifts', Row[]>
const zone = 'Australia/Sydney'
const errands = [...once, ...routines.map(({ errand }) => errand)]
const errandOf = ({ title }: Row): Errand => errands.find((one) => one.title === title)!

function assertOffice(local: string, what: string): void {
  const [date, time] = local.split(' ') as [string, string]
  assert.ok(new Date(`${date}T00:00:00Z`).getUTCDay() % 6 !== 0, `${what} on a weekend: ${local}`)
  assert.ok('08:30:00' <= time && time <= '17:30:00', `${what} outside of office hours: ${local}`)
}

test('every errand of the demo has plans and results', () => {
  for (const { title, plans, results } of errands) {
    assert.ok(plans.length >= 2 && results.length >= 2, title)
    for (const plan of plans) assert.ok(!results.includes(plan), plan)
  }
})

/** A Sunday, a night, a holiday, and hours and minutes at which the office begins, works and closes. */
for (const instant of [
  '2026-11-15T02:00:00Z',
  '2026-07-01T15:00:00Z',
  '2027-12-31T22:00:00Z',
  '2028-02-24T21:31:00Z',
  '2028-02-25T05:20:00Z',
  '2026-10-06T06:29:00Z',
  '2026-10-04T20:00:00Z',
]) {
  describe(`what the demo’s office wrote as of ${instant}`, () => {
    const now = Date.parse(instant)
    const today = localOf(now, zone).slice(0, 10)
    const { clients, tasks, billables, shifts } = providerBundle(now) as unknown as Demo

    test('has plans before completion and results after it', () => {
      const seen = { planned: 0, tried: 0, done: 0 }
      for (const task of tasks) {
        const kind = task.completed ? 'done' : task.date < today ? 'tried' : 'planned'
        const { results, plans, document } = errandOf(task)
        const fitting: readonly string[] = { planned: plans, tried: Object.values(attempts).flat(), done: results }[
          kind
        ]
        for (const { notes } of task.notes) assert.ok(fitting.includes(notes), `${kind} on ${task.date}: ${notes}`)
        for (const { name } of task.documents) assert.deepEqual([kind, name], ['done', document])
        seen[kind] += task.notes.length
      }
      assert.ok(seen.planned > 2 && seen.tried > 0 && seen.done > 15, JSON.stringify(seen))
    })

    test('was written, filed and billed on workdays from 8:30 to 17:30', () => {
      for (const { notes, documents, series_id, created_at, completed, updated_at } of tasks) {
        for (const child of [...notes, ...documents]) assertOffice(child.created_at, child.notes ?? child.name)
        // The service makes the tasks of a series, at night.
        if (series_id === null) assertOffice(localOf(created_at, zone), 'a task')
        if (completed) assertOffice(localOf(updated_at, zone), 'a task that is done')
      }
      for (const { at, created_at, updated_at, status } of billables) {
        for (const local of [at, localOf(created_at, zone), localOf(updated_at, zone)]) assertOffice(local, status)
      }
    })

    test('is later than the task’s creation, and billed after the service', () => {
      for (const { notes, documents, created_at } of tasks) {
        for (const child of [...notes, ...documents]) assert.ok(localOf(created_at, zone) <= child.created_at)
      }
      for (const { task_id, at } of billables) assert.ok(tasks.find(({ id }) => id === task_id)!.date < at.slice(0, 10))
    })

    test('contains no he or she', () => {
      for (const { notes } of [...tasks, ...shifts]) {
        for (const { notes: text } of notes) assert.doesNotMatch(text, /\b(s?he|him|his|hers?|himself|herself)\b/i)
      }
    })

    test('has void reasons that match the client’s funding, one per invoice', () => {
      const fates = new Map<string, string>()
      for (const { task_id, status, void_reason, invoice_number } of billables) {
        assert.equal(void_reason !== undefined, status === 'void')
        const { client_id } = tasks.find(({ id }) => id === task_id)!
        const { client_type } = clients.find(({ id }) => id === client_id)!
        if (/plan manager/i.test(void_reason ?? '')) assert.equal(client_type, 'NDIS')
        if (invoice_number === null) continue
        const fate = `${status} ${void_reason}`
        assert.equal(fates.get(invoice_number) ?? fate, fate, invoice_number)
        fates.set(invoice_number, fate)
      }
    })
  })
}
