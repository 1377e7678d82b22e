import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAppointments, rosterOf, setClock, stored } from '../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../test/harness/harness.ts'

/**
 * Ids are unique within an organisation, and imports bring their own. So two organisations can have the same ids for
 * everything. No request of one changes or returns the records of the other.
 */
const { db, clock, organisation } = await harness()
setClock(clock)

const copied = [
  'business_location',
  'staff',
  'client',
  'site',
  'site_participant',
  'shift_series',
  'shift',
  'shift_staff',
]
const tables = [...copied, 'shift_client', 'shift_segment', 'shift_note', 'appointment']

/** Another organisation with the same rows under the same ids. Only titles and names differ. */
async function duplicateOf(org: Organisation): Promise<Organisation> {
  const duplicate = await organisation()
  for (const table of tables) {
    const { rows } = await db.query(
      `select string_agg(column_name, ', ') as columns from information_schema.columns
       where table_name = $1 and is_generated = 'NEVER' and table_schema = current_schema()`,
      [table],
    )
    await db.query(
      `insert into ${table} (${rows[0].columns})
       select ${rows[0].columns} from (
         select (jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object('org_id', $2::bigint))).*
         from ${table} r where org_id = $1) copy`,
      [org.orgId, duplicate.orgId],
    )
  }
  return duplicate
}

test('two organisations with the same ids never affect each other', async () => {
  const org = await organisation()
  const { staff, client, site, shift, create, remove } = rosterOf(db, org)
  const [ana, bo, joan, max] = [await staff('Ana'), await staff('Bo'), await client(), await client('Max')]
  const site_id = await site({ participant_ids: [joan], client_capacity: 1 })
  const segments = [{ start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Shower', staff_ids: [ana] }]
  const single = await shift({ staff_ids: [ana, bo], client_ids: [joan], segments })
  const group = await shift({ type: 'group', site_id, staff_ids: [], client_ids: [joan] })
  const week = { start: '2026-09-14 09:00:00', end: '2026-09-14 11:00:00', recurrence: { unit: 'Week', ends_after: 3 } }
  const series = await shift({ staff_ids: [bo], client_ids: [joan], ...week })
  const duplicate = await duplicateOf(org)
  await db.query(`update staff set last_name = 'Twin', status = 'Inactive' where org_id = $1`, [duplicate.orgId])
  await db.query(`update client set last_name = 'Twin', status = 'Archived' where org_id = $1`, [duplicate.orgId])
  // Its appointments belong to other shifts, and all its shifts are groups with their own refs.
  const idOf = async (ref: string) => {
    const response = await db.query('select shift_id from appointment where org_id = $1 and id = $2', [org.orgId, ref])
    return response.rows[0].shift_id as number
  }
  const [x, y] = [await idOf(single.ref.slice(2)), Number(group.ref.slice(2))]
  await db.query(`update shift set type = 'group' where org_id = $1`, [duplicate.orgId])
  await db.query('update appointment set shift_id = $2 + $3 - shift_id where org_id = $1 and shift_id in ($2, $3)', [
    ...[duplicate.orgId, x, y],
  ])
  const before = await stored(db, duplicate.orgId)
  const listed = (await duplicate.get('/shifts')).text
  assert.equal(before.shift!.length, 5)

  const works = async (response: ReturnType<typeof create>) => {
    const { status, text, body } = await response
    assert.ok(status < 300 && !(body.failed > 0), text)
    assert.ok(!text.includes('Twin'), text)
    assert.deepEqual(await stored(db, duplicate.orgId), before)
    await assertAppointments(db, org.orgId)
    return body
  }
  const at = (ref: string, path = '') => `/shifts/${ref}${path}`
  assert.equal((await org.get(at(`g:${x}`))).status, 404)
  assert.equal((await remove([`g:${x}`])).body.failed, 1)
  await works(org.get(at(single.ref)))
  await works(org.get(at(single.ref, '/conflicts')))
  await works(org.get(`/shifts?client_id=${joan}&staff_id=${bo}&from=2026-09-01&to=2026-12-31`))
  await works(
    create({ staff_ids: [ana], client_ids: [joan], start: '2026-11-17 09:00:00', end: '2026-11-17 11:00:00' }),
  )
  await works(org.patch(at(single.ref), { title: 'Evening', staff_ids: [bo], segments: [] }))
  await works(org.patch(at(single.ref), { staff_ids: [bo, ana] }))
  await works(org.patch(at(group.ref), { client_ids: [max], address: '1 Gum St' }))
  await works(org.patch(at(series.ref), { title: 'Weekly', scope: 'this_and_following' }))
  await works(org.post('/shifts/publish', { refs: [single.ref, group.ref] }))
  await works(org.post('/shifts/unpublish', { refs: [group.ref] }))
  await works(org.post(at(single.ref, '/notes'), { notes: 'Fine', staff_id: bo }))
  await works(org.get(at(single.ref)))
  await works(org.post(at(single.ref, '/clock-in'), { staff_ids: [bo] }))
  await works(org.post(at(single.ref, '/clock-out'), { staff_ids: [bo] }))
  await works(org.post(at(group.ref, '/cancel'), { cancelled_by: 'client', reason: 'Away' }))
  await works(org.post(at(group.ref, '/restore')))
  await works(org.post(at(series.ref, '/cancel'), { cancelled_by: 'client', reason: 'x', scope: 'this_and_following' }))
  await works(remove([single.ref, group.ref]))
  await works(remove([series.ref], { scope: 'this_and_following' }))
  assert.equal((await duplicate.get('/shifts')).text, listed)
})
