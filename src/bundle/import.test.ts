import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyOrganisation, exportText, importTo } from '../../test/factories/bundles/bundles.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { counterMismatches } from '../../test/oracles/counters.ts'
import { importBundle } from './import.ts'

const { pool, drop } = await createDatabase()
after(drop)

const ana = {
  id: 31,
  first_name: 'Ana',
  last_name: 'Li',
  email: 'ana@acme.example',
  phone: '0400 000 031',
  status: 'Active',
}
const joan = { id: 7, first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: 1 }
const acme = {
  organisation: { name: 'Acme Care', timezone: 'Australia/Perth', owner_id: 31 },
  business_locations: [{ id: 1, name: 'Perth' }],
  staff: [ana],
  clients: [joan],
}

const eventsOf = async (orgId: number) =>
  (await pool.query('select type, subject_id, connection_id, detail from event where org_id = $1 order by id', [orgId]))
    .rows
const staffOf = async (orgId: number) =>
  (await pool.query('select * from staff where org_id = $1 order by id', [orgId])).rows

test('creates every record, fills in defaults, and records an event with the counts and one of the changed settings', async () => {
  const orgId = await emptyOrganisation(pool)
  const { counts } = await importTo(pool, orgId, acme, { withSettings: true })

  const one = { created: 1, updated: 0, unchanged: 0 }
  assert.deepEqual(counts, {
    business_locations: one,
    staff: one,
    clients: one,
    organisation: { created: 0, updated: 1, unchanged: 0 },
  })
  const { created_at, updated_at, ...client } = JSON.parse(await exportText(pool, orgId)).clients[0]
  assert.deepEqual(client, {
    ...joan,
    language: 'English',
    address: null,
    primary_contact_email: null,
    primary_contact_number: null,
    status: 'Active',
  })
  assert.equal(created_at, updated_at)
  const event = { subject_id: orgId, connection_id: null }
  const { organisation, ...records } = counts
  assert.deepEqual(await eventsOf(orgId), [
    { ...event, type: 'organisation.updated', detail: null },
    { ...event, type: 'organisation.imported', detail: records },
  ])
})

test('keeps the organisation’s settings unless told otherwise, and says which the bundle has otherwise', async () => {
  const orgId = await emptyOrganisation(pool)
  const organisation = { ...acme.organisation, name: 'Other', colour: '#1f6f54' }
  const { kept } = await importTo(pool, orgId, { ...acme, organisation })
  assert.deepEqual(kept, { name: 'Acme Care', timezone: 'Australia/Sydney', colour: null })
  const exported = async () => JSON.parse(await exportText(pool, orgId)).organisation
  // An organisation without an owner takes the bundle's, who receives submissions of forms.
  assert.deepEqual(await exported(), { name: 'Acme Care', timezone: 'Australia/Sydney', owner_id: 31 })
  assert.deepEqual((await importTo(pool, orgId, { organisation }, { withSettings: true })).kept, undefined)
  assert.deepEqual(await exported(), organisation)
  // A bundle without a time zone has no other one.
  assert.deepEqual((await importTo(pool, orgId, { organisation: { name: 'Third' } })).kept, { name: 'Other' })
})

test('importing the same bundle again changes nothing, records no event and preserves updated_at', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, acme)
  const before = await exportText(pool, orgId)
  const { counts } = await importTo(pool, orgId, acme)

  assert.ok(Object.values(counts).every(({ unchanged }) => unchanged === 1))
  assert.equal(await exportText(pool, orgId), before)
  assert.equal((await eventsOf(orgId)).length, 2)
})

test('updates by id: an omitted field gets its default or null', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { ...acme, staff: [{ ...ana, status: 'Inactive' }] })
  const [before] = await staffOf(orgId)
  const { counts } = await importTo(pool, orgId, { staff: [{ id: 31, first_name: 'Anna', last_name: 'Li' }] })

  const [row] = await staffOf(orgId)
  assert.deepEqual([row.first_name, row.email, row.phone, row.status], ['Anna', null, null, 'Pending'])
  assert.deepEqual(counts, { staff: { created: 0, updated: 1, unchanged: 0 } })
  assert.equal(row.created_at, before.created_at)
  assert.ok(row.updated_at > before.updated_at)
})

test('stores created_at and updated_at to the microsecond, with any offset', async () => {
  const orgId = await emptyOrganisation(pool)
  const stamps = { created_at: '2025-02-28T23:59:59.000001Z', updated_at: '2026-01-01T00:00:00.123456+11:00' }
  await importTo(pool, orgId, { staff: [{ ...ana, ...stamps }] })
  const [row] = await staffOf(orgId)
  assert.deepEqual([row.created_at, row.updated_at], ['2025-02-28T23:59:59.000001Z', '2025-12-31T13:00:00.123456Z'])

  // A timestamp alone is a change. An omitted created_at is preserved; an omitted updated_at is now.
  await importTo(pool, orgId, { staff: [{ ...ana, created_at: '2025-02-28T23:59:59.000002Z' }] })
  const [earlier] = await staffOf(orgId)
  assert.equal(earlier.created_at, '2025-02-28T23:59:59.000002Z')
  assert.ok(earlier.updated_at > row.updated_at)
  await importTo(pool, orgId, { staff: [{ ...ana, updated_at: '2026-01-01T00:00:00.123457Z' }] })
  const [later] = await staffOf(orgId)
  assert.deepEqual([later.created_at, later.updated_at], ['2025-02-28T23:59:59.000002Z', '2026-01-01T00:00:00.123457Z'])
})

test('links may point to later rows of the bundle or to existing records', async () => {
  const orgId = await emptyOrganisation(pool)
  const { clients, staff, business_locations, organisation } = acme
  await importTo(pool, orgId, { clients, organisation, staff, business_locations })
  const more = { clients: [{ ...joan, id: 8 }], organisation: { ...organisation, name: 'Acme' } }
  await importTo(pool, orgId, more, { withSettings: true })
  const bundle = JSON.parse(await exportText(pool, orgId))
  assert.deepEqual(
    [bundle.clients.length, bundle.organisation],
    [2, { name: 'Acme', timezone: 'Australia/Perth', owner_id: 31 }],
  )
})

test('two organisations may have the same ids, and an import changes only its own', async () => {
  const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
  await importTo(pool, first, acme)
  await importTo(pool, second, { ...acme, staff: [{ ...ana, first_name: 'Bo' }] })
  assert.deepEqual([(await staffOf(first))[0].first_name, (await staffOf(second))[0].first_name], ['Ana', 'Bo'])
})

test('suppliers stay suppliers, and counters count every row once after inserts and updates', async () => {
  const orgId = await emptyOrganisation(pool)
  const staff = Array.from({ length: 600 }, (_, i) => ({ ...ana, id: i + 1, supplier: i % 10 === 0 }))
  await importTo(pool, orgId, { staff })
  await importTo(pool, orgId, {
    staff: staff.map((row) => ({ ...row, status: row.id % 2 ? 'Active' : 'Archived', supplier: row.id % 5 === 0 })),
  })

  assert.deepEqual(await counterMismatches(pool, orgId), [])
  assert.equal(
    (await pool.query('select count(*)::int as n from counter where org_id = $1 and width = -1', [orgId])).rows[0].n,
    0,
  )
})

test('an empty bundle and empty lists are accepted and record no event', async () => {
  const orgId = await emptyOrganisation(pool)
  assert.deepEqual(await importTo(pool, orgId, {}), { counts: {} })
  assert.deepEqual(await importTo(pool, orgId, { staff: [], tasks: [], forms: [], insights: [] }), {
    counts: {},
  })
  assert.deepEqual(await eventsOf(orgId), [])
})

test('rows of several batches are complete, also from chunks that split characters', async () => {
  const orgId = await emptyOrganisation(pool)
  const staff = Array.from({ length: 4500 }, (_, i) => ({ ...ana, id: i + 1, first_name: `Zoë 🌿 ${i}` }))
  const bytes = Buffer.from(JSON.stringify({ staff }))
  async function* source() {
    for (let i = 0; i < bytes.length; i += 1009) yield bytes.subarray(i, i + 1009)
  }
  await importBundle(pool, orgId, source())
  const rows = await staffOf(orgId)
  assert.deepEqual([rows.length, rows[4499].first_name], [4500, 'Zoë 🌿 4499'])
})
