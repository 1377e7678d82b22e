import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryOf, storeNotes } from '../../../test/factories/notes/notes.ts'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import { sealNotes } from './seal.ts'

const { db, organisation } = await harness()

const text = ['contains', 'does_not_contain', 'starts_with', 'ends_with', 'is', 'is_not', 'empty', 'not_empty']
const constant = {
  source: ['web', 'app', 'api', 'import'],
  has_attachments: [true, false],
  has_template: [true, false],
  operators: {
    ...{ author: text, source: text, keyword: text, note_type: text, attachments: text, shift_cautions: text },
    ...{ date: ['is', 'on_or_after', 'on_or_before'], employee: text, has_attachments: ['is'], has_template: ['is'] },
  },
}

async function made() {
  const org = await organisation()
  const { client, staff } = rosterOf(db, org)
  const id = await client()
  const options = async (query = '') => (await org.get(`/clients/${id}/notes${query}`)).body.filter_options
  const store = (notes: object[]) =>
    storeNotes(
      db,
      org,
      notes.map((note) => ({ kind: 1, of: id, notes: 'well', date: '2026-11-02', ...note })),
    )
  return { org, id, staff, options, store }
}

test('the first page of a list without notes has the operators of filters and no values', async () => {
  const { org, id, options } = await made()
  const { status, body } = await org.get(`/clients/${id}/notes`)
  assert.equal(status, 200)
  const nothing = { author: [], note_type: [], shift_cautions: [], employee: [], ...constant }
  assert.deepEqual(body, { client: { id, name: 'Joan Hart' }, total: 0, notes: [], filter_options: nothing })
  assert.deepEqual(await options('?search=well'), nothing)
})

for (const isSealed of [false, true]) {
  const which = isSealed ? 'sealed' : 'open'
  test(`options are the values that ${which} notes have, in the order of the alphabet, on the first page alone`, async () => {
    const { org, id, staff, options, store } = await made()
    const [zoe, ana] = [await staff('Zoe'), await staff('Ana')]
    const cautions = [{ code: 'falls', text: 'Falls risk' }]
    await store([
      { author_id: zoe, note_type: 'phone call', shift_cautions: cautions },
      { author_id: ana, employee_id: zoe, note_type: 'Incident' },
      { author_name: 'Care app', note_type: 'Incident', shift_cautions: [{ code: 'dog', text: 'Dog' }] },
      ...Array.from({ length: 260 }, () => ({ author_id: ana, note_type: 'Incident' })),
    ])
    if (isSealed) await sealNotes(db)
    const all = {
      author: ['Ana Li', 'Care app', 'Zoe Li'],
      note_type: ['Incident', 'phone call'],
      shift_cautions: ['Dog', 'falls', 'Falls risk'],
      employee: ['Zoe Li'],
      ...constant,
    }
    assert.deepEqual(await options(), all)
    // The options are those of the client, independent of the filter.
    assert.deepEqual(await options(queryOf({ search: 'nothing' })), all)
    const { body } = await org.get(`/clients/${id}/notes?limit=1`)
    const next = await org.get(`/clients/${id}/notes?limit=1&cursor=${body.next_cursor}`)
    assert.ok(!('filter_options' in next.body))

    await org.patch(`/staff/${zoe}`, { first_name: 'Bea' })
    assert.deepEqual((await options()).author, ['Ana Li', 'Bea Li', 'Care app'])
    // Values that no note has any more are not listed.
    const refs = (await db.query('select id from note where org_id = $1 order by id limit 3', [org.orgId])).rows
    for (const note of refs) await org.patch(`/notes/general:${note.id}`, { note_type: 'Visit' })
    assert.deepEqual((await options()).note_type, ['Incident', 'Visit'])
    await db.query('delete from note where org_id = $1 and id = any ($2)', [org.orgId, refs.map((note) => note.id)])
    assert.deepEqual(await options(), {
      ...all,
      author: ['Ana Li'],
      employee: [],
      note_type: ['Incident'],
      shift_cautions: [],
    })
  })
}

test('a type is listed once, as the oldest note spells it, whether its notes are sealed or not', async () => {
  const { store, options } = await made()
  await store([{ note_type: 'phone Call' }, ...Array.from({ length: 255 }, () => ({}))])
  await sealNotes(db)
  await store([{ note_type: 'PHONE CALL' }, { note_type: 'Phone call' }])
  assert.deepEqual((await options()).note_type, ['General', 'phone Call'])
})

test('every value of the options matches a note', async () => {
  const { org, id, staff, options, store } = await made()
  const ana = await staff('Ana')
  await store([
    { author_id: ana, employee_id: ana, note_type: 'A "b" & c', shift_cautions: [{ code: 'x,y', text: 'z+[1]' }] },
    { author_name: 'Bot 1+1' },
  ])
  const { operators: _, has_template: __, has_attachments: ___, source: ____, ...fields } = await options()
  for (const [field, values] of Object.entries(fields))
    for (const value of values as string[]) {
      const query = queryOf({ filters: [{ field: field as 'author', operator: 'is', value }] })
      assert.equal((await org.get(`/clients/${id}/notes${query}`)).body.total, 1, `${field} ${value}`)
    }
})
