import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formsOf } from '../../../test/factories/forms/forms.ts'
import { filledLists, fillLists } from '../../../test/factories/lists.ts'
import { rosterOf, setClock } from '../../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

const newLists = ['/form-submissions', '/sites', '/price-codes']
for (const { path, table } of filledLists.filter((list) => newLists.includes(list.path))) {
  test(`GET ${path}?updated_since returns what changed on or after a day of the organisation, or an instant`, async () => {
    const [org, other] = [await organisation('read-write', 'Pacific/Auckland'), await organisation()]
    for (const one of [org, other]) await fillLists(db, one, 1, 4)
    const at = ['2026-03-04T10:59:59.999999Z', '2026-03-04T11:00:00Z', '2026-03-05T00:00:00Z', '2026-03-06T00:00:00Z']
    const { rows } = await db.query(`select id from ${table} where org_id = $1 order by id`, [org.orgId])
    const ids = rows.map(({ id }) => id)
    for (const [n, id] of ids.entries())
      await db.query(`update ${table} set updated_at = $3 where org_id = $1 and id = $2`, [org.orgId, id, at[n]])
    const changed = async (since: string) => {
      const { status, body, text } = await org.get(`${path}?updated_since=${encodeURIComponent(since)}`)
      assert.equal(status, 200, text)
      return body.data.map(({ id }: { id: number }) => ids.indexOf(id)).sort()
    }
    assert.deepEqual(await changed('2026-03-05'), [1, 2, 3], 'midnight in Auckland')
    assert.deepEqual(await changed('2026-03-05T00:00:00Z'), [2, 3])
    assert.deepEqual(await changed('2026-03-05T11:00:00.000001+11:00'), [3])
    assert.deepEqual(await changed('2027-01-01'), [])
    const { status, body } = await org.get(`${path}?updated_since=yesterday`)
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['updated_since']])
  })
}

/** The records of a list that a change brings back under `updated_since`. */
async function changedBy(org: Organisation, path: string, change: () => Promise<unknown>): Promise<number[]> {
  const [{ now }] = (await db.query('select clock_timestamp() as now')).rows
  await change()
  const { body } = await org.get(`${path}?updated_since=${now}`)
  return body.data.map(({ id }: { id: number }) => id).sort()
}
const done =
  (statuses = [200, 201]) =>
  ({ status, text }: { status: number; text: string }) =>
    assert.ok(statuses.includes(status), text)

describe('a change of its parts changes a record', () => {
  test('a site: its participants and staff, their order too; an update without a difference does not', async () => {
    const org = await organisation()
    const { site, client, staff } = rosterOf(db, org)
    const [joan, max, ana] = [await client(), await client('Max'), await staff()]
    const [id] = [await site(), await site({ name: 'Other' })]
    for (const body of [
      { participant_ids: [joan, max] },
      { participant_ids: [max, joan] },
      { participant_ids: [max] },
      { support_staff_ids: [ana] },
      { admin_staff_ids: [ana] },
      { support_staff_ids: null },
    ]) {
      const patch = () => org.patch(`/sites/${id}`, body).then(done())
      assert.deepEqual(await changedBy(org, '/sites', patch), [id], JSON.stringify(body))
      assert.deepEqual(await changedBy(org, '/sites', patch), [], `again ${JSON.stringify(body)}`)
    }
  })

  test('a price: the next price of its code, which ends it', async () => {
    const org = await organisation()
    const row = { code: '01', name: 'Care', unit: 'hour', price: 60 }
    const bring = (...rows: object[]) => org.post('/price-codes/import', { rows })
    const { body } = await bring({ ...row, effective_from: '2026-07-01' }, { ...row, code: '02' })
    const first = body.results[0].id
    let second = 0
    const next = async () => {
      second = (await bring({ ...row, price: 65, effective_from: '2027-07-01' })).body.results[0].id
    }
    assert.deepEqual(await changedBy(org, '/price-codes', next), [first, second])
    assert.deepEqual(await changedBy(org, '/price-codes', next), [], 'the same again')
  })

  test('a submission: its status, a note in its history, and a note that goes with its task or shift', async () => {
    const org = await organisation()
    const { publishedForm, submit, change } = formsOf(db, org)
    const { client, shift } = rosterOf(db, org)
    const form = await publishedForm()
    const joan = await client()
    const task = (await org.post('/tasks', { title: 'Review', date: '2026-11-20', client: joan })).body.data.id
    await org.post(`/tasks/${task}/notes`, { notes: 'Call first' }).then(done())
    const { ref } = await shift({ client_ids: [joan] })
    await org.post(`/shifts/${ref}/notes`, { notes: 'Sang' }).then(done())
    const { notes } = (await org.get(`/clients/${joan}/notes`)).body
    const refOf = (kind: string) => notes.find((note: { kind: string }) => note.kind === kind).ref
    const [alone, ofTask, ofShift] = [
      await submit(form, {}),
      await submit(form, {}, { note_ref: refOf('Task') }),
      await submit(form, {}, { note_ref: refOf('Appointment') }),
    ].map(({ id }) => id)
    const changed = (work: () => Promise<unknown>) => changedBy(org, '/form-submissions', work)
    assert.deepEqual(await changed(() => change(alone, { status: 'In review' }).then(done())), [alone])
    assert.deepEqual(await changed(() => change(alone, { status: 'In review', note: 'Called' }).then(done())), [alone])
    assert.deepEqual(await changed(() => org.delete(`/tasks/${task}`).then(done())), [ofTask])
    const remove = () => org.call('DELETE', '/shifts', { refs: [ref] }).then(done())
    assert.deepEqual(await changed(remove), [ofShift])
    for (const id of [ofTask, ofShift])
      assert.equal((await org.get(`/form-submissions/${id}`)).body.data.note_ref, undefined)
  })
})
