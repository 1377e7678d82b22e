import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertAppointments, rosterOf, setClock } from '../../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

describe('GET /shifts/{ref}', () => {
  test('any appointment of a shift works as ref; the response has the shift’s own ref', async () => {
    const org = await organisation()
    const { shift, staff, appointments } = rosterOf(db, org)
    const single = await shift({ staff_ids: [await staff(), await staff('Bo')] })
    const [first, second] = (await appointments()) as { id: number }[]
    assert.equal(single.ref, `a:${first!.id}`)
    for (const { id } of [first!, second!]) {
      assert.deepEqual((await org.get(`/shifts/a:${id}`)).body.data, single)
    }
  })

  test('a ref stays valid while the people of the shift change', async () => {
    const org = await organisation()
    const { shift, staff, client } = rosterOf(db, org)
    const [ana, bo, kim] = [await staff('Ana'), await staff('Bo'), await staff('Kim')]
    const { ref } = await shift({ staff_ids: [ana] })
    const lowest = await assertAppointments(db, org.orgId)
    const changes = [[bo], [], [bo, kim], [kim], [ana, bo, kim], [kim, ana], [bo]].map((staff_ids) => ({ staff_ids }))
    for (const change of [...changes, { client_ids: [await client('Max')] }]) {
      const { status, body } = await org.patch(`/shifts/${ref}`, change)
      assert.deepEqual([status, body.data.ref], [200, ref])
      assert.deepEqual((await org.get(`/shifts/${ref}`)).body.data, body.data)
      await assertAppointments(db, org.orgId, lowest)
    }
  })

  test('g: is no ref of a single shift; a group has both kinds', async () => {
    const org = await organisation()
    const { shift, appointments } = rosterOf(db, org)
    await shift()
    const { rows } = await db.query('select id from shift where org_id = $1', [org.orgId])
    assert.equal((await org.get(`/shifts/g:${rows[0].id}`)).status, 404)
    const group = await shift({ type: 'group' })
    const [, pair] = await appointments()
    assert.deepEqual((await org.get(`/shifts/${group.ref}`)).body, (await org.get(`/shifts/a:${pair.id}`)).body)
  })

  test('an unknown or malformed ref, and one of another organisation, is 404 with a message', async () => {
    const org = await organisation()
    const other = await organisation()
    const { ref } = await rosterOf(db, other).shift()
    for (const unknownRef of [
      ref,
      'a:1',
      'g:1',
      'a:0',
      'b:1',
      '1',
      'x',
      'a:',
      'a%3A1',
      'g:9007199254740992',
      'a:1%0A',
    ]) {
      const { status, body } = await org.get(`/shifts/${unknownRef}`)
      assert.deepEqual([status, body], [404, { message: 'Shift not found.' }], unknownRef)
    }
    assert.equal((await other.get(`/shifts/${ref.replace(':', '%3A')}`)).status, 200)
  })
})

describe('GET /shifts', () => {
  let org: Organisation
  let ids: { joan: number; max: number; ana: number; bo: number; site: number }
  let refs: Record<'morning' | 'night' | 'group' | 'house' | 'cancelled' | 'open', string>
  const list = async (query: string, by = org) => {
    const { status, body } = await by.get(`/shifts?${query}`)
    assert.deepEqual([status, body.meta.total], [200, body.data.length])
    return body.data.map(({ ref }: { ref: string }) => ref)
  }
  const names = async (query: string) => {
    const nameOf = new Map(Object.entries(refs).map(([name, ref]) => [ref, name]))
    return (await list(query)).map((ref: string) => nameOf.get(ref)).join(' ')
  }

  before(async () => {
    const other = rosterOf(db, await organisation())
    await other.shift()
    org = await organisation()
    const { client, staff, site, shift, shiftIn, remove } = rosterOf(db, org)
    const [joan, max] = [await client('Joan'), await client('Max')]
    const [ana, bo] = [await staff('Ana'), await staff('Bo')]
    ids = { joan, max, ana, bo, site: await site({ participant_ids: [joan, max] }) }
    const on = (day: number, hours = '09 11') => {
      const [start, end] = hours.split(' ').map((hour) => `2026-11-${day} ${hour}:00:00`)
      return { start, end }
    }
    const [mine, both] = [
      { client_ids: [joan], staff_ids: [ana] },
      { client_ids: [joan, max], staff_ids: [ana, bo] },
    ]
    const gone = await shift({ ...on(16, '06 07'), ...mine })
    const hidden = await shiftIn('cancelled', { ...on(16, '07 08'), ...mine })
    const morning = await shift({ ...on(16), ...mine })
    const night = await shift({ start: '2026-11-16 22:00:00', end: '2026-11-17 06:00:00', ...mine, publish: true })
    const group = await shift({ type: 'group', ...on(17), ...both, site_id: ids.site, publish: true })
    const house = await shiftIn('completed', { type: 'site', ...on(18), ...both, staff_ids: [bo], site_id: ids.site })
    const cancelled = await shiftIn('cancelled', { ...on(19), client_ids: [max], staff_ids: [bo] })
    const open = await shift({ ...on(20), client_ids: [max], staff_ids: [] })
    await remove([gone.ref, hidden.ref])
    refs = {
      ...{ morning: morning.ref, night: night.ref, group: group.ref },
      ...{ house: house.ref, cancelled: cancelled.ref, open: open.ref },
    }
  })

  test('lists all shifts but deleted ones by id, each as GET /shifts/{ref} returns it', async () => {
    const { body } = await org.get('/shifts')
    assert.deepEqual(
      body.data.map(({ ref }: { ref: string }) => ref),
      Object.values(refs),
    )
    assert.deepEqual(body.meta, { page: 1, per_page: 50, total: 6, last_page: 1 })
    for (const record of body.data) {
      assert.deepEqual((await org.get(`/shifts/${record.ref}`)).body.data, record)
    }
  })

  const cases: Record<string, [query: () => string, found: string]> = {
    'a client': [() => `client_id=${ids.max}`, 'group house cancelled open'],
    'a staff member': [() => `staff_id=${ids.ana}`, 'morning night group'],
    'a site': [() => `site_id=${ids.site}`, 'group house'],
    'a status': [() => 'status=scheduled', 'night group'],
    'the status of drafts': [() => 'status=draft', 'morning open'],
    'the status of what was completed': [() => 'status=completed', 'house'],
    'a status that none has': [() => 'status=started', ''],
    'a first day, which a night reaches into': [() => 'from=2026-11-17', 'night group house cancelled open'],
    'a last day': [() => 'to=2026-11-16', 'morning night'],
    'one day': [() => 'from=2026-11-17&to=2026-11-17', 'night group'],
    'an unknown client': [() => 'client_id=999999999', ''],
    'a client, a staff member and a day': [
      () => `client_id=${ids.joan}&staff_id=${ids.ana}&from=2026-11-17&to=2026-11-30`,
      'night group',
    ],
    'a site, a status and a client': [() => `site_id=${ids.site}&status=completed&client_id=${ids.joan}`, 'house'],
    everything: [
      () =>
        `client_id=${ids.joan}&staff_id=${ids.bo}&site_id=${ids.site}&status=scheduled&from=2026-11-01&to=2026-11-30&updated_since=2020-01-01`,
      'group',
    ],
    'a day long past': [() => 'to=1999-01-01', ''],
    'all days that there are': [() => 'from=0001-01-01&to=9999-12-31', 'morning night group house cancelled open'],
  }
  for (const [name, [query, titles]] of Object.entries(cases)) {
    test(`filters by ${name}`, async () => assert.equal(await names(query()), titles))
  }

  test('filters by updated_since, as a day of the organisation or an instant', async () => {
    const { data } = (await org.get('/shifts')).body
    const changed = (since: string) => data.filter(({ updated_at }: { updated_at: string }) => updated_at >= since)
    const since = data[3].updated_at
    assert.deepEqual(
      await list(`updated_since=${since}`),
      changed(since).map(({ ref }: { ref: string }) => ref),
    )
    assert.equal((await list('updated_since=2020-01-01')).length, 6)
    assert.equal((await list('updated_since=9000-01-01')).length, 0)
  })

  test('pages with and without filters, also past the end', async () => {
    for (const [filter, total] of [
      ['', 6],
      ['&status=draft', 2],
      [`&client_id=${ids.max}`, 4],
      ['&status=draft&from=2026-11-01', 2],
    ] as const) {
      const all = await list(`per_page=100${filter}`)
      const refs: string[] = []
      for (let page = 1; page <= total; page++) {
        const { body } = await org.get(`/shifts?per_page=1&page=${page}${filter}`)
        assert.deepEqual(body.meta, { page, per_page: 1, total, last_page: total })
        refs.push(...body.data.map(({ ref }: { ref: string }) => ref))
      }
      assert.deepEqual(refs, all)
      const past = (await org.get(`/shifts?per_page=2&page=99${filter}`)).body
      assert.deepEqual(past, { data: [], meta: { page: 99, per_page: 2, total, last_page: Math.ceil(total / 2) } })
    }
  })

  test('accepts the largest page number', async () => {
    const { status, body } = await org.get(`/shifts?page=9007199254740991&per_page=100&client_id=${ids.max}`)
    assert.deepEqual([status, body.data, body.meta.total], [200, [], 4])
  })

  test('returns nothing to another organisation, with any filter', async () => {
    const other = await organisation()
    for (const query of ['', `client_id=${ids.max}`, `staff_id=${ids.ana}`, `site_id=${ids.site}`, 'from=2026-11-01']) {
      assert.deepEqual(await list(query, other), [])
    }
  })

  const invalidQueries: Record<string, string> = {
    'per_page=0': 'per_page must be from 1 to 100.',
    'per_page=101': 'per_page must be from 1 to 100.',
    'page=0': 'page must be 1 or greater.',
    'status=deleted': 'status must be one of draft, scheduled, started, completed, cancelled.',
    'status=': 'status must be one of draft, scheduled, started, completed, cancelled.',
    'client_id=x': 'client_id must be a whole number.',
    'staff_id=0': 'staff_id must be 1 or greater.',
    'site_id=1.5': 'site_id must be a whole number.',
    'from=2026-13-01': 'from must be a date such as 2026-11-30.',
    'from=2026-11-02&to=2026-11-01': 'to must be on or after from.',
    'updated_since=yesterday':
      'updated_since must be a date such as 2026-11-30 or an ISO 8601 instant such as 2026-11-30T09:15:00Z.',
  }
  for (const [query, sentence] of Object.entries(invalidQueries)) {
    test(`${query} is a 422 with the allowed values`, async () => {
      const { status, body } = await org.get(`/shifts?${query}`)
      assert.deepEqual([status, Object.values(body.errors)], [422, [[sentence]]])
    })
  }
})
