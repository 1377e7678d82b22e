import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRoundTrip,
  exportedBundle,
  exportText,
  importTo,
  type Row,
} from '../../../test/factories/bundles/bundles.ts'
import { baseBundle } from '../../../test/factories/bundles/notes.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const ok = ({ status, body }: { status: number; body: Row }): Row => {
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

test('forms that were built, published and edited through the API come back as they are', async () => {
  const org = await organisation()
  await importTo(db, org.orgId, baseBundle)
  const fields = [
    { type: 'text', label: 'First name', key: 'first' },
    { type: 'text', label: 'Last name', default: ' Roe ' },
    { type: 'rating', label: 'Stars', validation: { max: 7 } },
    {
      type: 'date',
      label: 'Day',
      validation: { min: '2026-01-01' },
      visible_when: { conditions: [{ field: 'first', operator: 'not_empty' }] },
    },
    { type: 'checklist', label: 'Told', options: ['a', 'a', 'b'], validation: { max: 1 } },
  ]
  const { id } = ok(
    await org.post('/forms', {
      ...{
        name: 'Enquiry',
        tags: ['Daily', { name: 'x', color: 'green' }],
        steps: [{ title: 'One', fields }, { title: 'Two' }],
      },
      settings: { redirect_url: 'https://acme.example/thanks', assignee_id: 31, closes_at: '2030-01-01 00:00:00' },
      prospect: { map: { first: 'first_name', last_name: 'last_name' } },
    }),
  )
  ok(await org.post(`/forms/${id}/publish`, {}))
  ok(
    await org.patch(`/forms/${id}`, {
      operations: [
        { op: 'rename', name: 'Enquiries' },
        { op: 'remove_field', field: 'first' },
      ],
    }),
  )
  const second = ok(await org.post('/forms', { name: 'Empty' })).id
  const bundle = await exportedBundle(db, org.orgId)
  assert.deepEqual(
    bundle.forms.map((row: Row) => [row.id, row.published, row.versions?.length]),
    [
      [id, 'on', 1],
      [second, 'off', undefined],
    ],
  )
  await assertRoundTrip(db, bundle)
  const before = await exportText(db, org.orgId)
  const { counts } = await importTo(db, org.orgId, bundle)
  assert.ok(Object.values(counts).every(({ created, updated }) => created + updated === 0))
  assert.equal(await exportText(db, org.orgId), before)
})
