import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { setClock } from '../../../test/factories/roster/roster.ts'
import { billingOf, cents, storedBilling } from '../../../test/factories/tasks/billing.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { type BillableStatus, billableStatuses, type MoveName, moves, moveTable } from './moves.ts'

const { app, db, clock, organisation } = await harness()
setClock(clock)

const record = async (org: Organisation, id: number) =>
  (await org.get('/billables?per_page=100')).body.data.find((one: { id: number }) => one.id === id)
const task = async (org: Organisation, id: number) => (await org.get(`/tasks/${id}`)).body.data

describe('POST /billables/bill', () => {
  test('invoices pending billables, reports the others in the order of the ids, and returns the invoiced sum', async () => {
    const org = await organisation()
    const { task, synced, bill, billableIn } = billingOf(db, org)
    const [invoiced, gone] = [await billableIn('invoiced'), await billableIn('void')]
    const pending = await synced((await task({ charges: [{ total_cost: '33.78' }, { total_cost: '0.10' }] })).id)
    const theirs = await billingOf(db, await organisation()).billableIn('pending')
    const { status, body } = await bill([gone, pending[1]!, theirs, invoiced, pending[0]!, 999_999_999], 'INV-2')
    assert.equal(status, 200)
    assert.deepEqual(body, {
      ...{ succeeded: 2, failed: 4, total_cost: 33.88 },
      results: [
        { id: gone, ok: false, error: `Billable ${gone} is void.` },
        { id: pending[1], ok: true, message: 'Invoiced on INV-2.' },
        { id: theirs, ok: false, error: 'Billable not found.' },
        { id: invoiced, ok: false, error: `Billable ${invoiced} is already invoiced on INV-1.` },
        { id: pending[0], ok: true, message: 'Invoiced on INV-2.' },
        { id: 999_999_999, ok: false, error: 'Billable not found.' },
      ],
    })
    const { rows } = await db.query('select status from billable where id = $1 and org_id <> $2', [theirs, org.orgId])
    assert.deepEqual(rows, [{ status: 'pending' }])
  })

  test('stores number, time and who, and locks the task, whose charge lists what it was billed as', async () => {
    const org = await organisation()
    const made = billingOf(db, org)
    const { id, charges } = await made.task()
    const [billable] = await made.synced(id)
    assert.equal((await task(org, id)).can_edit, true)
    clock.advance(90_000)
    const before = (await db.query('select now() as at, updated_at from task where id = $1', [id])).rows[0]
    await made.bill([billable!], 'INV-7')
    const { status, invoice_number, at, void_reason } = await record(org, billable!)
    assert.deepEqual([status, invoice_number, at, void_reason], ['invoiced', 'INV-7', '2026-09-06 12:01:30', undefined])
    const displayed = await task(org, id)
    assert.equal(displayed.can_edit, false)
    assert.deepEqual(displayed.charges[0].billed_statuses, [
      { status: 'invoiced', billable_id: billable, invoice_number: 'INV-7', at },
    ])
    assert.deepEqual((await made.events()).slice(1), [
      {
        ...{ type: 'billable.invoiced', subject_id: billable, fields: ['status', 'invoice_number'] },
        ...{ detail: { task_id: id, invoice_number: 'INV-7' }, connection_id: org.connectionId },
      },
    ])
    const { rows } = await db.query(
      `select e.at >= $3 and e.at <= now() as "isNow", t.updated_at > $4 as "isTouched" from event e, task t
       where e.org_id = $1 and e.type = 'billable.invoiced' and t.org_id = $1 and t.id = $2`,
      [org.orgId, id, before.at, before.updated_at],
    )
    assert.deepEqual(rows, [{ isNow: true, isTouched: true }])
    assert.equal(charges.length, 1)
  })

  test('nothing to invoice writes nothing and sums up to 0', async () => {
    const org = await organisation()
    const { bill, billableIn } = billingOf(db, org)
    const ids = [await billableIn('invoiced'), await billableIn('void')]
    const before = await storedBilling(db, org.orgId)
    const { body } = await bill(ids, 'INV-9')
    assert.deepEqual([body.succeeded, body.failed, body.total_cost], [0, 2, 0])
    assert.deepEqual(await storedBilling(db, org.orgId), before)
  })

  for (const [what, amounts] of [
    ['fifty times ten cents', Array.from({ length: 50 }, () => '0.10')],
    [
      'cents that no binary fraction holds',
      Array.from({ length: 50 }, (_, n) => `${n}.${String((n * 7) % 100).padStart(2, '0')}`),
    ],
    ['the largest amounts with a cent', [...Array.from({ length: 49 }, () => '999999999999.99'), '0.01']],
  ] as const) {
    test(`the sum is exact for ${what}`, async () => {
      const org = await organisation()
      const { task, synced, bill } = billingOf(db, org)
      const { id } = await task({ charges: amounts.map((total_cost) => ({ total_cost })) })
      const { body } = await bill(await synced(id))
      const expected = amounts.map(cents).reduce((sum, one) => sum + one, 0n)
      assert.deepEqual([body.succeeded, cents(body.total_cost)], [50, expected])
    })
  }

  for (const [what, body, field] of [
    ['no ids', { ids: [], invoice_number: 'INV-1' }, 'ids'],
    ['an id twice', { ids: [1, 1], invoice_number: 'INV-1' }, 'ids'],
    ['over 50 ids', { ids: Array.from({ length: 51 }, (_, i) => i + 1), invoice_number: 'INV-1' }, 'ids'],
    ['no number', { ids: [1] }, 'invoice_number'],
    ['a blank number', { ids: [1], invoice_number: ' \t' }, 'invoice_number'],
    ['a number over 100 characters', { ids: [1], invoice_number: 'x'.repeat(101) }, 'invoice_number'],
    ['an unknown field', { ids: [1], invoice_number: 'INV-1', date: '2026-11-20' }, 'date'],
  ] as const) {
    test(`answers 422 for ${what}`, async () => {
      const response = await (await organisation()).post('/billables/bill', body)
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, [field]])
    })
  }
})

describe('POST /billables/{id}/void', () => {
  test('returns the billable with number and reason, makes the task editable, and records connection and reason', async () => {
    const org = await organisation()
    const made = billingOf(db, org)
    const { id, charges } = await made.task()
    const [billable] = await made.synced(id)
    await made.bill([billable!], 'INV-3')
    const invoiced = await record(org, billable!)
    clock.advance(3_600_000)
    const { status, body } = await made.makeVoid(billable!, 'Wrong client')
    assert.equal(status, 200)
    assert.deepEqual(body.data, {
      ...{ ...invoiced, status: 'void', void_reason: 'Wrong client', updated_at: body.data.updated_at },
      at: invoiced.at.replace(/ \d\d/, (hour: string) => ` ${Number(hour) + 1}`),
    })
    assert.deepEqual(await record(org, billable!), body.data)
    const displayed = await task(org, id)
    assert.deepEqual(
      [displayed.can_edit, displayed.charges[0].billed_statuses, displayed.charges[0].id],
      [true, undefined, charges[0]],
    )
    assert.deepEqual((await made.events()).at(-1), {
      ...{
        type: 'billable.voided',
        subject_id: billable,
        fields: ['status', 'void_reason'],
        connection_id: org.connectionId,
      },
      detail: { task_id: id, invoice_number: 'INV-3', reason: 'Wrong client' },
    })
  })

  test('while another charge of the task is invoiced, the task stays locked', async () => {
    const org = await organisation()
    const made = billingOf(db, org)
    const { id } = await made.task({ charges: [{}, {}] })
    const ids = await made.synced(id)
    await made.bill(ids)
    await made.makeVoid(ids[0]!)
    assert.equal((await task(org, id)).can_edit, false)
    await made.makeVoid(ids[1]!)
    assert.equal((await task(org, id)).can_edit, true)
  })

  test('of another organisation is 404 and never changes; a reason is needed', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const theirs = await billingOf(db, other).billableIn('invoiced')
    const before = await storedBilling(db, other.orgId)
    const { status, body } = await billingOf(db, org).makeVoid(theirs)
    assert.deepEqual([status, body], [404, { message: 'Billable not found.' }])
    for (const invalid of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }]) {
      const response = await other.post(`/billables/${theirs}/void`, invalid)
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['reason']])
    }
    assert.deepEqual(await storedBilling(db, other.orgId), before)
  })
})

describe('the moves of a billable', () => {
  /** A second copy of the table, to detect changes to the code's own. */
  const reported: Record<MoveName, Partial<Record<BillableStatus, BillableStatus>>> = {
    bill: { pending: 'invoiced' },
    void: { invoiced: 'void' },
  }
  for (const name of Object.keys(moves) as MoveName[]) {
    for (const from of billableStatuses) {
      const to = reported[name][from]
      test(`${name} of one that is ${from} ${to ? `makes it ${to}` : 'is rejected and changes nothing'}`, async () => {
        const org = await organisation()
        const { billableIn, bill, makeVoid } = billingOf(db, org)
        const id = await billableIn(from)
        const before = await storedBilling(db, org.orgId)
        const response = name === 'bill' ? await bill([id], 'INV-2') : await makeVoid(id)
        const isDone = name === 'bill' ? response.body.succeeded === 1 : response.status === 200
        assert.equal(isDone, to !== undefined)
        assert.equal((await record(org, id)).status, to ?? from)
        if (to) return
        assert.deepEqual(await storedBilling(db, org.orgId), before)
        if (name === 'bill') return
        const sentence =
          from === 'pending'
            ? `Billable ${id} is pending; only what is invoiced can become void.`
            : `Billable ${id} is void.`
        assert.deepEqual([response.status, response.body], [422, { message: sentence, errors: { status: [sentence] } }])
      })
    }
  }

  test('are in the specification and in docs/billing.md as the code has them', () => {
    assert.ok(JSON.stringify(app.openapiDocument()).includes(JSON.stringify(moveTable).slice(1, -1)))
    assert.ok(readFileSync(new URL('../../../docs/billing.md', import.meta.url), 'utf8').includes(moveTable))
  })
})
