import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { importTo } from '../../test/factories/bundles/bundles.ts'
import { people, shift } from '../../test/factories/roster/shifts.ts'
import { harness, type Organisation } from '../../test/harness/harness.ts'
import { untilLockWait } from '../../test/harness/locks.ts'

const { db, organisation } = await harness()

/** Clients 7, 8 and 9, staff 31 and 32, supplier 33, site 3, shifts a:901 and g:2, task 50 and prospect 60. */
async function provider(access?: Parameters<typeof organisation>[0]): Promise<Organisation> {
  const org = await organisation(access)
  const supplier = { id: 33, first_name: 'Harbour', last_name: 'Physiotherapy', status: 'Active', supplier: true }
  await importTo(db, org.orgId, {
    ...people,
    staff: [...people.staff, supplier],
    shifts: [
      shift({ appointments: [{ id: 901, client_id: 7, employee_id: 31 }] }),
      shift({ id: 2, type: 'group', client_ids: [8, 9], staff_ids: [32] }),
    ],
    tasks: [{ id: 50, title: 'Review', date: '2026-11-20' }],
    prospects: [{ id: 60, first_name: 'Max', last_name: 'Roe' }],
  })
  return org
}

const path = (type: string, externalId: string, system = 'xero') =>
  `/external-ids/${system}/${type}/${encodeURIComponent(externalId)}`
/** All external ids of an organisation as `system/type/external id`, with their record. */
async function stored({ orgId }: Organisation): Promise<Record<string, number>> {
  const { rows } = await db.query(
    `select system, type, external_id, coalesce(client_id, staff_id, site_id, shift_id, task_id, prospect_id) as record
     from external_id where org_id = $1 order by 1, 2, 3`,
    [orgId],
  )
  return Object.fromEntries(
    rows.map(({ system, type, external_id, record }) => [`${system}/${type}/${external_id}`, record]),
  )
}
const idsIn = ({ body }: { body: { data: { external_id: string; id: number | string }[] } }) =>
  Object.fromEntries(body.data.map(({ external_id, id }) => [external_id, id]))

async function lastEvents({ orgId }: Organisation, number: number) {
  const { rows } = await db.query(
    `select type, subject_id, ref, fields from event where org_id = $1 order by id desc limit $2`,
    [orgId, number],
  )
  return rows.reverse()
}

describe('PUT /external-ids', () => {
  test('sets an external id of every type: 201 when it is new, 200 afterwards, and nothing changes then', async () => {
    const org = await provider()
    const ids = { client: 7, staff: 31, site: 3, shift: 'a:901', task: 50, prospect: 60 }
    for (const [type, id] of Object.entries(ids)) {
      const first = await org.put(path(type, 'X-1'), { id })
      assert.equal(first.status, 201)
      const event = { type: `${type}.updated`, ref: type === 'shift' ? 'a:901' : null, fields: ['external_ids'] }
      assert.deepEqual(await lastEvents(org, 1), [{ ...event, subject_id: type === 'shift' ? 1 : id }])
      const events = (await org.events()).length
      const { created_at, updated_at, ...record } = first.body.data
      assert.deepEqual([record, created_at], [{ system: 'xero', type, external_id: 'X-1', id }, updated_at])
      const again = await org.put(path(type, 'X-1'), { id })
      assert.deepEqual([again.status, again.body], [200, first.body])
      assert.equal((await org.events()).length, events)
      assert.deepEqual((await org.get(path(type, 'X-1'))).body, first.body)
    }
    assert.deepEqual(await stored(org), {
      ...{ 'xero/client/X-1': 7, 'xero/prospect/X-1': 60, 'xero/shift/X-1': 1, 'xero/site/X-1': 3 },
      ...{ 'xero/staff/X-1': 31, 'xero/task/X-1': 50 },
    })
  })

  test('replaces what either side had in the system and type, and nothing else', async () => {
    const org = await provider()
    await org.put(path('client', 'A'), { id: 7 })
    await org.put(path('client', 'B'), { id: 8 })
    await org.put(path('client', 'A', 'payroll'), { id: 8 })
    await org.put(path('staff', 'A'), { id: 31 })
    const others = { 'payroll/client/A': 8, 'xero/staff/A': 31 }
    const moved = await org.put(path('client', 'A'), { id: 8 })
    assert.deepEqual([moved.status, moved.body.data.id], [200, 8])
    assert.ok(moved.body.data.updated_at > moved.body.data.created_at)
    assert.deepEqual(await stored(org), { ...others, 'xero/client/A': 8 })
    assert.deepEqual(
      (await lastEvents(org, 2)).map(({ type, subject_id }) => [type, subject_id]),
      [
        ['client.updated', 7],
        ['client.updated', 8],
      ],
      'both have other external ids now',
    )
    const renamed = await org.put(path('client', 'C'), { id: 8 })
    assert.equal(renamed.status, 201)
    assert.deepEqual(await stored(org), { ...others, 'xero/client/C': 8 })
  })

  test('takes any ref of a shift, and answers with its own', async () => {
    const org = await provider()
    const { rows } = await db.query('select max(id) as id from appointment where org_id = $1 and shift_id = 2', [
      org.orgId,
    ])
    assert.equal((await org.put(path('shift', 'T-1'), { id: `a:${rows[0].id}` })).body.data.id, 'g:2')
    assert.deepEqual((await org.put(path('shift', 'T-1'), { id: 'a:901' })).body.data.id, 'a:901')
  })

  test('an id without a record of the type, or of another organisation, is a 422 on id', async () => {
    const [org, other] = [await provider(), await organisation()]
    const { id: foreign } = (await other.post('/staff', { first_name: 'Eva', last_name: 'Roe' })).body.data
    const cases: [type: string, id: unknown, message: RegExp][] = [
      ['client', 99, /^id must be the id of a client of this organisation\.$/],
      ['client', 'a:901', /^id must be a whole number\.$/],
      ['client', '7', /^id must be a whole number\.$/],
      ['client', 2 ** 53, /^id must be the id of the record: a whole number/],
      ['client', 7.5, /^id must be the id of the record/],
      ['client', null, /^id must be the id of the record/],
      ['staff', 33, /^id must be the id of a staff member of this organisation\.$/],
      ['staff', foreign, /^id must be the id of a staff member of this organisation\.$/],
      ['shift', 1, /^id must be a ref such as a:801 or g:110\.$/],
      ['shift', 'g:1', /^id must be the ref of a shift of this organisation\.$/],
      ['shift', 'a:99', /^id must be the ref of a shift/],
      ['shift', 'x', /^id must be a ref such as a:801 or g:110\.$/],
    ]
    for (const [type, id, message] of cases) {
      const { status, body } = await org.put(path(type, 'X'), { id })
      assert.equal(status, 422, `${type} ${id}`)
      assert.match(body.errors.id[0], message)
    }
    assert.deepEqual((await org.put(path('client', 'X'), {})).body.errors, {
      id: ['id is required and must be the id of the record: a whole number, or for a shift a ref such as a:801.'],
    })
    assert.deepEqual(await stored(org), {})
  })

  test('invalid names in the path are a 422 that says what is allowed', async () => {
    const org = await provider()
    const systemRule = 'system must have 1 to 40 of a-z, 0-9, - and _, and begin and end with a letter or digit.'
    const cases: [path: string, errors: object][] = [
      [path('client', 'X', 'Xero'), { system: [systemRule] }],
      [path('client', 'X', 'x'.repeat(41)), { system: [systemRule] }],
      [path('client', 'x'.repeat(256)), { external_id: ['external_id must have at most 255 characters.'] }],
      [path('client', ' '), { external_id: ['external_id must have a visible character and no control characters.'] }],
      [
        path('client', 'a\nb'),
        { external_id: ['external_id must have a visible character and no control characters.'] },
      ],
      [path('dog', 'X'), { type: ['type must be one of client, staff, site, shift, task, prospect.'] }],
    ]
    for (const [url, errors] of cases) {
      const { status, body } = await org.put(url, { id: 7 })
      assert.deepEqual([status, body.errors], [422, errors], url)
      assert.equal((await org.get(url)).status, 404)
      assert.equal((await org.delete(url)).status, 404)
    }
  })

  test('any text can be an external id, and composed and combining characters are the same', {
    skip: inOneProcess('nginx may change percent-encoded slashes'),
  }, async () => {
    const org = await provider()
    for (const text of ['a/b', 'CN=Ana Li,OU=Staff', '100%', '?x=1#y', 'naïve', '🌾'.repeat(255), "'; drop", '..%2F']) {
      assert.equal((await org.put(path('client', text), { id: 7 })).body.data.external_id, text)
      assert.equal((await org.get(path('client', text))).body.data.id, 7)
    }
    assert.equal((await org.put(path('client', 'é'.normalize('NFD')), { id: 7 })).body.data.external_id, 'é')
    assert.equal((await org.get(path('client', 'é'.normalize('NFD')))).body.data.id, 7)
    assert.deepEqual((await org.delete(path('client', 'é'.normalize('NFD')))).body, { deleted: 'é' })
  })

  test('an Idempotency-Key returns the first response again', async () => {
    const org = await provider()
    const key = { 'idempotency-key': 'k1' }
    const first = await org.put(path('client', 'A'), { id: 7 }, key)
    await org.put(path('client', 'A'), { id: 8 })
    const again = await org.put(path('client', 'A'), { id: 7 }, key)
    assert.deepEqual([again.status, again.text, again.headers['idempotency-replayed']], [201, first.text, 'true'])
    assert.deepEqual(await stored(org), { 'xero/client/A': 8 })
  })
})

describe('at the same time', () => {
  /** Runs requests that all wait for a lock of this test on an external id's row, and then go on in any order. */
  async function behindLock(org: Organisation, requests: (() => Promise<{ status: number; text: string }>)[]) {
    const holder = await db.connect()
    try {
      await holder.query('begin')
      await holder.query('select id from external_id where org_id = $1 for update', [org.orgId])
      const sent = requests.map((request) => request())
      await untilLockWait(db, requests.length)
      await holder.query('commit')
      return (await Promise.all(sent)).map(({ status }) => status)
    } finally {
      holder.release()
    }
  }

  test('two requests that swap their external ids both succeed', async () => {
    const org = await provider()
    await org.put(path('client', 'A'), { id: 7 })
    await org.put(path('client', 'B'), { id: 8 })
    const statuses = await behindLock(org, [
      () => org.put(path('client', 'A'), { id: 8 }),
      () => org.put(path('client', 'B'), { id: 7 }, { 'idempotency-key': 'swap' }),
    ])
    assert.deepEqual(new Set(statuses), new Set([200, 201]))
    assert.deepEqual(await stored(org), { 'xero/client/A': 8, 'xero/client/B': 7 })
  })

  test('requests for one new external id: one of them is new, and the last one stays', async () => {
    const org = await provider()
    const responses = await Promise.all([7, 8, 9, 7, 8, 9, 7, 8, 9].map((id) => org.put(path('client', 'N'), { id })))
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    assert.equal(responses.filter(({ status }) => status === 200).length, 8)
    assert.deepEqual(Object.keys(await stored(org)), ['xero/client/N'])
  })

  test('random requests leave one external id for each record, and one record for each external id', async () => {
    const org = await provider()
    const names = ['A', 'B', 'C', 'D']
    const sent = Array.from({ length: 60 }, (_, n) => {
      const name = names[(n * 7) % 4]!
      if (n % 11 === 0) return org.delete(path('client', name))
      const key = n % 3 === 0 ? { 'idempotency-key': `k${n}` } : {}
      return org.put(path('client', name), { id: 7 + ((n * 5) % 3) }, key)
    })
    for (const { status, text } of await Promise.all(sent)) assert.ok([200, 201, 404].includes(status), text)
    const records = Object.values(await stored(org))
    assert.equal(new Set(records).size, records.length)
  })

  test('a record that is removed meanwhile is a 422, and leaves nothing', async () => {
    const org = await provider()
    const holder = await db.connect()
    try {
      await holder.query('begin')
      await holder.query('delete from task where org_id = $1 and id = 50', [org.orgId])
      const sent = org.put(path('task', 'T'), { id: 50 })
      await untilLockWait(db)
      await holder.query('commit')
      assert.deepEqual((await sent).body.errors, { id: ['id must be the id of a task of this organisation.'] })
    } finally {
      holder.release()
    }
    assert.deepEqual(await stored(org), {})
  })
})

describe('GET /external-ids', () => {
  test('finds by external ids or by ids, in the order of external ids, and leaves out the others', async () => {
    const org = await provider()
    for (const [name, id] of Object.entries({ B: 7, A: 8, C: 9 })) await org.put(path('client', name), { id })
    await org.put(path('client', 'A', 'payroll'), { id: 9 })
    const find = (query: string) => org.get(`/external-ids?system=xero&type=client&${query}`)
    assert.deepEqual(Object.entries(idsIn(await find('external_ids=C,A,Z'))), [
      ['A', 8],
      ['C', 9],
    ])
    assert.deepEqual(idsIn(await find('ids[]=7&ids[]=8&ids[]=99')), { A: 8, B: 7 })
    assert.deepEqual(idsIn(await org.get('/external-ids?system=payroll&type=client&ids=7,8,9')), { A: 9 })
    assert.deepEqual(idsIn(await org.get('/external-ids?system=xero&type=staff&external_ids=A,B')), {})
  })

  test('finds shifts by any of their refs', async () => {
    const org = await provider()
    await org.put(path('shift', 'S1'), { id: 'a:901' })
    await org.put(path('shift', 'S2'), { id: 'g:2' })
    const { rows } = await db.query('select max(id) as id from appointment where org_id = $1 and shift_id = 2', [
      org.orgId,
    ])
    const find = (ids: string) => org.get(`/external-ids?system=xero&type=shift&ids=${ids}`)
    assert.deepEqual(idsIn(await find(`a:901,a:${rows[0].id},g:1,g:99`)), { S1: 'a:901', S2: 'g:2' })
    assert.deepEqual(idsIn(await find('g:2')), { S2: 'g:2' })
  })

  test('a wrong query is a 422 by parameter', async () => {
    const org = await provider()
    const errorsOf = async (query: string) => (await org.get(`/external-ids?${query}`)).body.errors
    const either = { ids: ['ids or external_ids is required, and not both.'] }
    assert.deepEqual(await errorsOf('system=xero&type=client'), either)
    assert.deepEqual(await errorsOf('system=xero&type=client&ids=1&external_ids=A'), either)
    assert.deepEqual(await errorsOf('system=xero&type=client&ids=a:1'), { ids: ['ids must be whole numbers.'] })
    assert.deepEqual(await errorsOf('system=xero&type=shift&ids=1'), {
      ids: ['ids must be refs such as a:801 or g:110.'],
    })
    assert.deepEqual(await errorsOf(`system=xero&type=client&ids=${Array(101).fill(1)}`), {
      ids: ['ids must have 1 to 100 items.'],
    })
    assert.deepEqual(Object.keys(await errorsOf('ids=1')), ['system', 'type'])
    assert.deepEqual(await errorsOf('system=xero&type=dog&ids=1'), {
      type: ['type must be one of client, staff, site, shift, task, prospect.'],
    })
  })
})

describe('an external id', () => {
  test('goes when it is deleted, and when its record is removed', async () => {
    const org = await provider()
    await org.put(path('client', 'A'), { id: 7 })
    await org.put(path('task', 'T'), { id: 50 })
    await org.put(path('shift', 'S'), { id: 'a:901' })
    assert.deepEqual((await org.delete(path('client', 'A'))).body, { deleted: 'A' })
    assert.deepEqual(await lastEvents(org, 1), [
      { type: 'client.updated', subject_id: 7, ref: null, fields: ['external_ids'] },
    ])
    assert.deepEqual((await org.delete(path('client', 'A'))).body, { message: 'External id not found.' })
    assert.equal((await org.delete('/tasks/50')).status, 200)
    assert.equal((await org.call('DELETE', '/shifts', { refs: ['a:901'] })).body.succeeded, 1)
    assert.deepEqual(await stored(org), {})
  })

  test('stays with a deleted shift that is still stored', async () => {
    const org = await provider()
    await org.put(path('shift', 'S'), { id: 'a:901' })
    await org.post('/shifts/a:901/cancel', { cancelled_by: 'client', reason: 'Ill' })
    assert.equal((await org.call('DELETE', '/shifts', { refs: ['a:901'] })).body.succeeded, 1)
    assert.equal((await org.get('/shifts/a:901')).status, 404)
    assert.equal((await org.get(path('shift', 'S'))).body.data.id, 'a:901')
    assert.deepEqual(idsIn(await org.get('/external-ids?system=xero&type=shift&ids=a:901')), { S: 'a:901' })
    assert.equal((await org.put(path('shift', 'S'), { id: 'a:901' })).status, 200)
  })

  test('of another organisation is not found and never changes', async () => {
    const [org, other] = [await provider(), await provider()]
    await org.put(path('client', 'A'), { id: 7 })
    assert.equal((await other.get(path('client', 'A'))).status, 404)
    assert.equal((await other.delete(path('client', 'A'))).status, 404)
    assert.deepEqual(idsIn(await other.get('/external-ids?system=xero&type=client&ids=7')), {})
    assert.equal((await other.put(path('client', 'A'), { id: 8 })).status, 201)
    assert.deepEqual([await stored(org), await stored(other)], [{ 'xero/client/A': 7 }, { 'xero/client/A': 8 }])
  })

  test('needs the area of its type: read to find it, read-write to set and delete it', async () => {
    const areaOf = {
      client: 'clients',
      staff: 'staff',
      site: 'sites',
      shift: 'roster',
      task: 'tasks',
      prospect: 'prospects',
    }
    for (const [type, area] of Object.entries(areaOf)) {
      const org = await provider({ [area]: 'read' })
      const { status, headers } = await org.put(path(type, 'A'), { id: 7 })
      assert.deepEqual([status, headers['x-required-access']], [403, `${area}=read-write`])
      assert.equal((await org.delete(path(type, 'A'))).status, 403)
      assert.equal((await org.get(path(type, 'A'))).status, 404)
      assert.equal((await org.get(`/external-ids?system=xero&type=${type}&external_ids=A`)).status, 200)
      const another = type === 'client' ? 'staff' : 'client'
      const twice = await org.get(`/external-ids?system=xero&type=${type}&type=${another}&external_ids=A`)
      assert.deepEqual([twice.status, twice.headers['x-required-access']], [403, `${areaOf[another]}=read`])
    }
  })
})
