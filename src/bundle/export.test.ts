import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyOrganisation, exportText, importTo } from '../../test/factories/bundles/bundles.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { exportBundle } from './export.ts'

const { pool, drop } = await createDatabase({ size: 2 })
after(drop)

const stamps = { created_at: '2025-01-02T03:04:05.000006Z', updated_at: '2026-01-02T03:04:05.600000Z' }
const ana = { id: 31, first_name: 'Ana', last_name: 'Li' }

test('writes fields in the order of the format, one row a line, and ends in a newline', async () => {
  const orgId = await emptyOrganisation(pool)
  const bundle = {
    organisation: { name: 'Acme "Care"', owner_id: 31 },
    staff: [{ ...stamps, supplier: false, status: 'Pending', last_name: 'Li', first_name: 'Ana\n', id: 31 }],
    business_locations: [
      { ...stamps, id: 2, name: 'Ryde' },
      { ...stamps, id: 1, name: 'Sydney', address: '1 Main St' },
    ],
  }
  await importTo(pool, orgId, bundle, { withSettings: true })
  const dated = '"created_at":"2025-01-02T03:04:05.000006Z","updated_at":"2026-01-02T03:04:05.600000Z"'
  assert.equal(
    await exportText(pool, orgId),
    `{
  "organisation": {"name":"Acme \\"Care\\"","timezone":"Australia/Sydney","owner_id":31},
  "business_locations": [
    {"id":1,"name":"Sydney","address":"1 Main St",${dated}},
    {"id":2,"name":"Ryde","address":null,${dated}}
  ],
  "staff": [
    {"id":31,"first_name":"Ana\\n","last_name":"Li","email":null,"phone":null,"status":"Pending","supplier":false,${dated}}
  ],
  "clients": [],
  "sites": [],
  "price_codes": [],
  "shift_series": [],
  "shifts": [],
  "task_series": [],
  "tasks": [],
  "billables": [],
  "prospects": [],
  "note_templates": [],
  "notes": [],
  "forms": [],
  "form_submissions": [],
  "spaces": [],
  "insights": [],
  "dashboards": [],
  "external_ids": []
}
`,
  )
})

test('an export of several batches, imported into an empty organisation, exports the same bytes', async () => {
  const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
  const staff = Array.from({ length: 4001 }, (_, i) => ({ ...ana, id: i + 1, first_name: `Zoë 🌿 ${i}` }))
  await importTo(pool, first, {
    organisation: { name: 'Acme Care', timezone: 'Australia/Darwin', owner_id: 4 },
    staff: [...staff, { ...ana, id: Number.MAX_SAFE_INTEGER, supplier: true }],
    business_locations: [{ id: 5, name: 'Alice Springs' }],
    clients: [{ id: 9, first_name: 'Jo', last_name: 'Hart', client_type: 'SaH', business_id: 5, address: '' }],
  })
  const bytes = await exportText(pool, first)
  await importTo(pool, second, bytes)
  assert.equal(await exportText(pool, second), bytes)
  assert.equal(JSON.parse(bytes).staff.length, 4002)
})

test('exports one snapshot although the organisation changes meanwhile', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { staff: [ana] })
  let text = ''
  await exportBundle(pool, orgId, async (chunk) => {
    if (text === '') await pool.query(`update staff set first_name = 'Changed' where org_id = $1`, [orgId])
    text += chunk
  })
  assert.equal(JSON.parse(text).staff[0].first_name, 'Ana')
})

test('a writer that fails ends the export and its transaction', async () => {
  const orgId = await emptyOrganisation(pool)
  const failing = () => Promise.reject(new Error('disk full'))
  for (let i = 0; i < 3; i++) await assert.rejects(exportBundle(pool, orgId, failing), /disk full/)
  // A connection that is still in the export's read-only transaction would reject this.
  await pool.query(`update organisation set name = 'Still writable' where id = $1`, [orgId])
})
