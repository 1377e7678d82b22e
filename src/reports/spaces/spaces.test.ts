import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'

const { db, organisation } = await harness()

const createSpace = async (org: Organisation): Promise<number> =>
  (await org.post('/reports/spaces', { name: ' Operations ' })).body.data.id
const createInsight = (org: Organisation, at: object) =>
  org.post('/reports/insights', { name: 'Clients', spec: { source: 'clients' }, ...at })
const offered = async (org: Organisation) => (await org.get('/reports/options')).body.data.spaces

describe('a space', () => {
  test('and its subfolders are created, renamed, offered and used; each change has its event', async () => {
    const org = await organisation()
    const id = await createSpace(org)
    const path = `/reports/spaces/${id}/subfolders`
    const made = await org.post(path, { name: 'Café, monthly' })
    assert.deepEqual([made.status, made.body], [201, { data: { id: 'cafe-monthly', name: 'Café, monthly' } }])
    assert.deepEqual((await org.post(path, { name: 'Cafe monthly' })).body.data.id, 'cafe-monthly-2')
    assert.deepEqual((await org.post(path, { name: '日本', id: 'ja' })).body.data, { id: 'ja', name: '日本' })
    assert.deepEqual((await org.post(path, { name: '日本' })).body.data.id, 'subfolder')
    assert.equal((await createInsight(org, { space_id: id, subfolder_id: 'ja' })).status, 201)

    assert.deepEqual((await org.patch(`${path}/ja`, { name: 'Japan' })).body, { data: { id: 'ja', name: 'Japan' } })
    assert.deepEqual((await org.patch(`/reports/spaces/${id}`, { name: 'Quality' })).body.data.name, 'Quality')
    await org.patch(`/reports/spaces/${id}`, { name: 'Quality' })
    await org.patch(`${path}/ja`, { name: 'Japan' })
    await org.patch(`${path}/ja`, {})
    const [space] = await offered(org)
    assert.deepEqual(
      [space.name, space.subfolders.map((each: { id: string }) => each.id)],
      ['Quality', ['cafe-monthly', 'cafe-monthly-2', 'ja', 'subfolder']],
    )
    const events = (await org.events()).filter(({ type }) => type.startsWith('space.'))
    assert.deepEqual(
      events.map(({ type, fields }) => [type, fields]),
      [['space.created', ['name']], ...Array(5).fill(['space.updated', ['subfolders']]), ['space.updated', ['name']]],
    )
  })

  test('is deleted while nothing is in it, with its empty subfolders; otherwise a 422 counts what is', async () => {
    const org = await organisation()
    const id = await createSpace(org)
    await org.post(`/reports/spaces/${id}/subfolders`, { name: 'Monthly' })
    const insight = (await createInsight(org, { space_id: id, subfolder_id: 'monthly' })).body.created
    const dashboard = (await org.post('/reports/dashboards', { name: 'Board', space_id: id })).body.created
    const refused = await org.delete(`/reports/spaces/${id}`)
    assert.deepEqual(
      [refused.status, refused.body.message],
      [422, 'This space has 1 insight and 1 dashboard: move or delete them first.'],
    )
    const subfolder = await org.delete(`/reports/spaces/${id}/subfolders/monthly`)
    assert.deepEqual(
      [subfolder.status, subfolder.body.message],
      [422, 'This subfolder has 1 insight: move or delete them first.'],
    )
    await org.delete(`/reports/insights/${insight}`)
    assert.deepEqual((await org.delete(`/reports/spaces/${id}/subfolders/monthly`)).body, { deleted: 'monthly' })
    await org.post(`/reports/spaces/${id}/subfolders`, { name: 'Empty' })
    await org.delete(`/reports/dashboards/${dashboard}`)
    assert.deepEqual((await org.delete(`/reports/spaces/${id}`)).body, { deleted: id })
    assert.deepEqual(await offered(org), [])
    assert.equal((await org.events()).at(-1)!.type, 'space.deleted')
  })

  test('of another organisation is a 404 in every request and never changes', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const id = await createSpace(org)
    await org.post(`/reports/spaces/${id}/subfolders`, { name: 'Monthly' })
    const path = `/reports/spaces/${id}`
    for (const response of [
      await other.patch(path, { name: 'Theirs' }),
      await other.delete(path),
      await other.post(`${path}/subfolders`, { name: 'Theirs' }),
      await other.patch(`${path}/subfolders/monthly`, { name: 'Theirs' }),
      await other.delete(`${path}/subfolders/monthly`),
    ]) {
      assert.deepEqual([response.status, response.body], [404, { message: 'Space not found.' }])
    }
    assert.deepEqual(await offered(org), [{ id, name: 'Operations', subfolders: [{ id: 'monthly', name: 'Monthly' }] }])
  })

  test('a subfolder that does not exist is a 404, and an id that is taken a 422', async () => {
    const org = await organisation()
    const path = `/reports/spaces/${await createSpace(org)}/subfolders`
    for (const response of [await org.patch(`${path}/x`, { name: 'Y' }), await org.delete(`${path}/x`)]) {
      assert.deepEqual([response.status, response.body], [404, { message: 'Subfolder not found.' }])
    }
    await org.post(path, { name: 'Monthly', id: 'monthly' })
    const { status, body } = await org.post(path, { name: 'Again', id: 'monthly' })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['id']])
  })

  test('that is deleted while an insight is put into it: the insight is a 422', async () => {
    const org = await organisation()
    const id = await createSpace(org)
    const rival = await db.connect()
    await rival.query('begin')
    await rival.query('delete from space where org_id = $1 and id = $2', [org.orgId, id])
    const creating = createInsight(org, { space_id: id })
    await untilLockWait(db)
    await rival.query('commit')
    rival.release()
    assert.equal((await creating).status, 422)
  })

  test('with a name that makes all spaces larger than 256 KB is a 422, and may only become smaller then', async () => {
    const org = await organisation()
    const id = await createSpace(org)
    const long = 'é'.repeat(255)
    const subfolders = Array.from({ length: 500 }, (_, i) => ({ id: `${i}`, name: long }))
    const insert = 'insert into space (org_id, name, subfolders) values ($1, $2, $3) returning id'
    await org.post(`/reports/spaces/${id}/subfolders`, { name: 'M', id: 'm' })
    const { rows } = await db.query(insert, [org.orgId, 'Finance', JSON.stringify(subfolders)])
    const large = rows[0].id as number
    const before = await offered(org)
    for (const response of [
      await org.post('/reports/spaces', { name: long }),
      await org.patch(`/reports/spaces/${id}`, { name: long }),
      await org.post(`/reports/spaces/${id}/subfolders`, { name: long }),
      await org.patch(`/reports/spaces/${id}/subfolders/m`, { name: long }),
    ]) {
      assert.deepEqual(
        [response.status, response.body.errors],
        [
          422,
          {
            name: [
              'name must be shorter, or other spaces and subfolders deleted: all of an organisation together have at most 256 KB.',
            ],
          },
        ],
      )
    }
    assert.deepEqual(await offered(org), before)
    assert.equal((await org.patch(`/reports/spaces/${large}`, { name: 'Short' })).status, 200)
    assert.equal((await org.patch(`/reports/spaces/${large}/subfolders/0`, { name: 'Short' })).status, 200)
    assert.equal((await org.patch(`/reports/spaces/${id}`, {})).status, 200)
  })

  test('a subfolder whose id no path can name is a 422', async () => {
    const org = await organisation()
    const path = `/reports/spaces/${await createSpace(org)}/subfolders`
    for (const id of ['.', '..']) {
      const { status, body } = await org.post(path, { name: 'Monthly', id })
      assert.deepEqual([status, body.errors], [422, { id: ['id must be neither blank nor . nor ...'] }])
    }
    for (const id of ['...', '.a']) {
      assert.equal((await org.post(path, { name: 'Monthly', id })).status, 201)
      assert.equal((await org.delete(`${path}/${id}`)).status, 200)
    }
  })
})
