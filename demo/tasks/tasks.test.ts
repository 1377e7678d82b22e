import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { makeDueTasks } from '../../src/tasks/series/job.ts'
import { addDays, localOf } from '../../src/time/local-time.ts'
import { emptyOrganisation, exportText, importTo } from '../../test/factories/bundles/bundles.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { demoBundle, providerBundle } from '../bundle.ts'

const { pool, drop } = await createDatabase()
after(drop)

type Row = Record<string, any>
type Demo = Record<'staff' | 'clients' | 'price_codes' | 'task_series' | 'tasks' | 'billables', Row[]>
const byId = (rows: Row[], id: number): Row => rows.find((row) => row.id === id)!

/** A Sunday in spring, a day after prices changed, the turn of a year, and an evening after an invoice run. */
for (const instant of [
  '2026-11-15T02:00:00Z',
  '2026-07-01T20:00:00Z',
  '2027-12-31T22:00:00Z',
  '2028-02-25T06:00:00Z',
]) {
  describe(`tasks of the demo as of ${instant}`, () => {
    const now = Date.parse(instant)
    const today = localOf(now, 'Australia/Sydney').slice(0, 10)
    const demo = providerBundle(now) as unknown as Demo
    const { price_codes, task_series, tasks, billables, clients, staff } = demo
    const everyCharge = tasks.flatMap((task) => task.charges.map((charge: Row) => [task, charge] as const))

    test('are about 250 from eight weeks ago, some completed, some repeating, with notes, documents and charges', () => {
      assert.ok(tasks.length > 220 && tasks.length < 280, `${tasks.length} tasks`)
      assert.ok(task_series.length >= 10)
      for (const has of [
        ({ completed, date }: Row) => completed && date < today,
        ({ completed, date }: Row) => !completed && date < today,
        ({ date }: Row) => date > today,
        ({ series_id }: Row) => series_id !== null,
        ({ client_id }: Row) => client_id === null,
        ({ notes }: Row) => notes.length > 0,
        ({ documents }: Row) => documents.length > 0,
        ({ charges }: Row) => charges.length === 2,
      ]) {
        assert.ok(tasks.filter(has).length >= 5, String(has))
      }
      for (const { date, completed, assignee_id, series_id } of tasks) {
        assert.ok(date >= addDays(today, -7 * 8 - 1) && (!completed || date < today), date)
        assert.equal(byId(staff, assignee_id).status, 'Active')
        assert.ok(series_id === null || byId(task_series, series_id))
      }
    })

    test('are charged at the price of their day, to the cent, by codes of the client’s funding', () => {
      for (const { code, name, effective_from } of price_codes) {
        assert.match(`${code} ${name}`, /^(\d\d_\d{3}_\d{4}_\d_\d|SERV-\d{4}|[A-Z]+(-[A-Z]+)?) .+ \(example\)$/)
        assert.match(effective_from, /-07-01$/)
      }
      for (const [{ date, client_id }, { price_code, minutes, total_cost, claim_type }] of everyCharge) {
        const price = byId(price_codes, price_code)
        assert.ok(price.effective_from <= date && (price.effective_to ?? date) >= date, `${price.code} on ${date}`)
        assert.ok(price.claim_types.length === 0 || price.claim_types.includes(claim_type))
        assert.ok([null, byId(clients, client_id).client_type].includes(price.funding_type))
        const cents = BigInt(Math.round(price.price * 100))
        const expected = price.unit === 'hour' ? (cents * BigInt(minutes) * 2n + 60n) / 120n : cents
        assert.equal(BigInt(Math.round(total_cost * 100)), expected)
      }
    })

    test('are claimed as Standard by all but the NDIS, which pays for travel and reports by the support’s own item', () => {
      for (const { funding_type, claim_types } of price_codes) {
        if (funding_type !== 'NDIS') assert.ok(['', 'Standard'].includes(claim_types.join()), claim_types.join())
      }
      const seen = new Set<string>()
      for (const [{ client_id, completed, charges }, { price_code, claim_type, primary }] of everyCharge) {
        const { client_type } = byId(clients, client_id)
        seen.add(`${client_type} ${claim_type}`)
        if (client_type !== 'NDIS') assert.equal(claim_type, 'Standard')
        else if (!primary) {
          assert.ok(['Travel', 'Report writing'].includes(claim_type))
          assert.equal(price_code, charges[0].price_code)
        }
        assert.ok(primary || completed, 'nobody knows the travel of a task to come')
      }
      for (const claim of ['Standard', 'Travel', 'Non-face-to-face']) assert.ok(seen.has(`NDIS ${claim}`), claim)
    })

    test('have the claim type of their series where it is not the usual one', () => {
      for (const { id, price_code, claim_type } of task_series) {
        const made = tasks.filter(({ series_id }) => series_id === id)
        const claims = new Set(
          made.flatMap(({ charges }) => charges.filter((one: Row) => one.primary)).map((one) => one.claim_type),
        )
        assert.deepEqual([...claims], price_code === null ? [] : [claim_type ?? 'Standard'])
        if (claim_type !== undefined) assert.notEqual(claim_type, 'Standard')
      }
      assert.ok(
        task_series.some(({ title, claim_type }) => /check-in call/.test(title) && claim_type === 'Non-face-to-face'),
      )
    })

    test('are nursing when nurses do them, and every funding has a code to coordinate by', () => {
      const nurses = new Set<number>()
      const others = new Set<number>()
      for (const { title, assignee_id } of tasks) (/medication audit/i.test(title) ? nurses : others).add(assignee_id)
      assert.deepEqual([nurses.size, [...nurses].filter((id) => others.has(id))], [2, []])
      for (const [{ title }, { name }] of everyCharge) {
        assert.equal(
          /nurs/i.test(name),
          /medication audit/i.test(title) && !/travel/i.test(name),
          `${title} as ${name}`,
        )
      }
      assert.deepEqual(
        new Set(price_codes.map((one) => one.funding_type)),
        new Set(clients.map((one) => one.client_type)),
      )
    })

    test('are billed after completion: pending, invoiced by client and week, and a few void', () => {
      for (const status of ['pending', 'invoiced', 'void']) {
        assert.ok(
          billables.some((billable) => billable.status === status),
          status,
        )
      }
      const clientOf = new Map<string, number>()
      for (const { task_id, charge_id, invoice_number, total_cost, status } of billables) {
        const { completed, billable, client_id, charges } = byId(tasks, task_id)
        assert.ok(completed && billable && byId(charges, charge_id).total_cost === total_cost)
        assert.equal(invoice_number === null, status === 'pending')
        if (invoice_number === null) continue
        assert.equal(clientOf.get(invoice_number) ?? client_id, client_id)
        clientOf.set(invoice_number, client_id)
      }
    })

    test('have completions and billing only in the past', () => {
      for (const { created_at, updated_at, notes = [], documents = [] } of [...tasks, ...task_series, ...billables]) {
        assert.ok(created_at <= updated_at && Date.parse(updated_at) <= now, `${created_at} ${updated_at}`)
        for (const child of [...notes, ...documents]) assert.ok(child.created_at <= localOf(now, 'Australia/Sydney'))
      }
    })
  })
}

test('tasks of the demo are exported as imported', async () => {
  const { shift_series, shifts, notes, form_submissions, ...demo } = demoBundle(Date.UTC(2026, 6, 2)) as Row
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, demo)
  const left = { shift_series: [], shifts: [], notes: [], form_submissions: [] }
  const exported = JSON.parse(await exportText(pool, orgId))
  // An import without --with-settings keeps the name of the organisation.
  assert.deepEqual({ ...exported, organisation: demo.organisation }, { ...demo, ...left })
})

test('the next tasks of the demo’s series equal the existing ones', async () => {
  const now = Date.UTC(2026, 6, 2)
  const { shift_series, shifts, notes, form_submissions, ...demo } = demoBundle(now) as Row
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, demo)
  await pool.query('update task_series set next_on = null where org_id <> $1', [orgId])
  await makeDueTasks(pool, now + 60 * 86_400_000, assert.ifError)
  const { tasks } = JSON.parse(await exportText(pool, orgId)) as Demo
  const looks = ({ title, client_id, assignee_id, minutes, billable, charges }: Row) => {
    const primary = charges.find((one: Row) => one.primary)
    return { title, client_id, assignee_id, minutes, billable, charge: primary && { ...primary, id: 0 } }
  }
  for (const { id, next_on } of demo.task_series) {
    const made = tasks.filter(({ series_id }) => series_id === id)
    const [before, next] = [made.filter(({ date }) => date < next_on), made.filter(({ date }) => date >= next_on)]
    assert.ok(next.length > 0, `series ${id}`)
    for (const task of next) assert.deepEqual(looks(task), looks(before.at(-1)!))
  }
})
