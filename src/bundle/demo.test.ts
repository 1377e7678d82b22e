import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { exportOf } from '../../test/bundles.ts'
import { createDatabase } from '../../test/database.ts'
import { tokenHash } from '../access/token.ts'
import { Failure } from '../failure.ts'
import { demoBundle } from './demo/bundle.ts'
import { createDemo } from './demo.ts'

const { pool, drop } = await createDatabase({ size: 2 })
after(drop)

type Row = Record<string, any>
const { staff, clients, sites } = demoBundle() as { staff: Row[]; clients: Row[]; sites: Row[] }
const shareOf = (rows: Row[], matches: (row: Row) => boolean) => rows.filter(matches).length / rows.length
const between = (value: number, low: number, high: number) =>
  assert.ok(low <= value && value <= high, `${value} is not from ${low} to ${high}`)

test('is the same bytes every time', () => {
  const digest = createHash('sha256').update(JSON.stringify(demoBundle())).digest('hex')
  assert.equal(digest, '13e43c00382dbdb4d9278d76e686bff442fc5defb00c9bc6fe42aabb9607356a')
})

test('looks like a provider: sizes and shares', () => {
  between(staff.length, 55, 65)
  between(clients.length, 230, 250)
  between(
    shareOf(staff, ({ status, supplier }) => status === 'Active' && !supplier),
    0.6,
    0.8,
  )
  between(staff.filter(({ supplier }) => supplier).length, 2, 5)
  assert.equal(new Set(staff.map(({ status }) => status)).size, 5)
  between(
    shareOf(clients, ({ status }) => status === 'Archived'),
    0.11,
    0.13,
  )
  between(
    shareOf(clients, ({ language }) => language === 'English'),
    0.5,
    0.75,
  )
  between(new Set(clients.map(({ language }) => language)).size, 12, 20)
  between(
    shareOf(clients, ({ primary_contact_email }) => primary_contact_email === null),
    0.25,
    0.45,
  )
  for (const type of ['HCP', 'SaH', 'THCP', 'GHCP', 'NDIS', 'Private']) {
    between(
      shareOf(clients, ({ client_type }) => client_type === type),
      0.04,
      0.35,
    )
  }
})

test('nobody in it can be reached: names differ, addresses and numbers are of those kept for examples', () => {
  for (const rows of [staff, clients]) {
    assert.equal(new Set(rows.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).size, rows.length)
    for (const { created_at, updated_at } of rows) {
      assert.ok(
        '2024-11' <= created_at && created_at <= updated_at && updated_at < '2026-11-10',
        `${created_at} ${updated_at}`,
      )
    }
  }
  for (const { email, phone } of staff) assert.match(`${email} ${phone}`, /^(null|\S+\.example) (null|0400 000 \d{3})$/)
  for (const { address, primary_contact_email, primary_contact_number } of clients) {
    assert.match(`${address}`, /^(null|(\d+\/)?\d+ [\w ]+, [\w ]+ NSW 2\d{3})$/)
    assert.match(
      `${primary_contact_email} ${primary_contact_number}`,
      /^(null|\S+@example\.com) (null|0491 57\d \d{3})$/,
    )
  }
})

test('houses have no more people than places, nobody lives in two, and who manages one works there', () => {
  const residents = sites.flatMap(({ participant_ids }) => participant_ids)
  assert.equal(new Set(residents).size, residents.length)
  for (const { client_capacity, participant_ids, manager, admin_staff_ids } of sites) {
    between(participant_ids.length, 1, client_capacity)
    const { first_name, last_name } = staff.find(({ id }) => id === admin_staff_ids[0])!
    assert.equal(manager, `${first_name} ${last_name}`)
  }
})

test('creates the organisation as the bundle has it, with a token for everything', async () => {
  const now = Date.UTC(2026, 10, 15)
  const { orgId, slug, token } = await createDemo(pool, { now: () => now })

  assert.equal(slug, 'demo')
  const stored = JSON.parse(await exportOf(pool, orgId))
  assert.deepEqual(stored, demoBundle())
  const { rows } = await pool.query(
    `select c.name, t.expires_at, t.last_four, t.disabled, (select count(*)::int from jsonb_each_text(t.access) where value = 'read-write') as areas
     from access_token t join connection c on c.org_id = t.org_id and c.id = t.connection_id where t.org_id = $1 and t.hash = $2`,
    [orgId, tokenHash(token)],
  )
  assert.deepEqual(rows, [
    { name: 'Demo', expires_at: '2027-12-20T00:00:00.000000Z', last_four: token.slice(-4), disabled: false, areas: 9 },
  ])
})

test('says what to do when there is one already, and changes nothing', async () => {
  const before = (await pool.query('select count(*)::int as n from access_token')).rows[0].n
  await assert.rejects(
    createDemo(pool, { now: () => 0 }),
    (error) => error instanceof Failure && /token create/.test(error.message),
  )
  assert.equal((await pool.query('select count(*)::int as n from access_token')).rows[0].n, before)
})
