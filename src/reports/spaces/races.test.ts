import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'

const { db, organisation } = await harness()
const acme = await organisation()

test('nothing is put into a subfolder that a concurrent import removes', async () => {
  const { rows } = await db.query(
    `insert into space (org_id, name, subfolders) values ($1, 'Operations', '[{"id": "monthly", "name": "Monthly"}]') returning id`,
    [acme.orgId],
  )
  const position = { space_id: rows[0].id as number, subfolder_id: 'monthly' }
  const insight = { name: 'Clients', spec: { source: 'clients' } }
  const { created: insightId } = (await acme.post('/reports/insights', insight)).body
  const { created: dashboardId } = (await acme.post('/reports/dashboards', { name: 'Board' })).body
  const moves = {
    'POST /reports/insights': () => acme.post('/reports/insights', { ...insight, ...position }),
    'PATCH /reports/insights': () => acme.patch(`/reports/insights/${insightId}`, position),
    'POST /reports/dashboards': () => acme.post('/reports/dashboards', { name: 'Board', ...position }),
    'PATCH /reports/dashboards': () => acme.patch(`/reports/dashboards/${dashboardId}`, position),
  }
  for (const [name, move] of Object.entries(moves)) {
    const rival = await db.connect()
    await rival.query('begin')
    await rival.query(`update space set subfolders = '[]' where org_id = $1`, [acme.orgId])
    const moving = move()
    await untilLockWait(db)
    await rival.query('commit')
    rival.release()
    const { status, body } = await moving
    assert.equal(status, 422, name)
    assert.deepEqual(body.errors, { subfolder_id: ['subfolder_id must be null: its space has no subfolders.'] }, name)
    await db.query(`update space set subfolders = '[{"id": "monthly", "name": "Monthly"}]' where org_id = $1`, [
      acme.orgId,
    ])
  }
})

test('spaces are locked in order of ids, as imports lock them, whatever their names', async () => {
  const org = await organisation()
  const { rows } = await db.query(
    `insert into space (org_id, name) values ($1, 'Zebra'), ($1, 'Aardvark') returning id`,
    [org.orgId],
  )
  const [first, second] = rows.map(({ id }) => id as number)
  const rival = await db.connect()
  const lockSpace = (id: number) =>
    rival.query('select from space where org_id = $1 and id = $2 for no key update nowait', [org.orgId, id])
  await rival.query('begin')
  await lockSpace(first!)
  const making = org.post('/reports/dashboards', { name: 'Board', space_id: second })
  await untilLockWait(db)
  await lockSpace(second!)
  await rival.query('commit')
  rival.release()
  assert.equal((await making).status, 201)
  const listed = (await org.get('/reports/options')).body.data.spaces.map(({ id }: { id: number }) => id)
  assert.deepEqual(listed, [second, first])
  const { errors } = (await org.post('/reports/dashboards', { name: 'Board', space_id: 1e9 })).body
  assert.deepEqual(errors.space_id, [`space_id must be null or one of ${second} (Aardvark), ${first} (Zebra).`])
})
