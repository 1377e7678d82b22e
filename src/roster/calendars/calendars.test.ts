import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { convertIcsCalendar } from 'ts-ics'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { importTo } from '../../../test/factories/bundles/bundles.ts'
import { rosterWithAna, setClock } from '../../../test/factories/roster/roster.ts'
import { people, shift } from '../../../test/factories/roster/shifts.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { accessOf } from '../../access/areas.ts'
import { restartFeed } from '../../events/read.ts'
import { maxShifts } from './calendars.sql.ts'

const api = await harness()
const { app, db, clock, organisation } = api
/** Noon on Monday, 16 November 2026 in Sydney. */
const now = Date.parse('2026-11-16T01:00:00Z')
setClock(clock, now)

/** What is at an address. */
async function open(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const { pathname } = new URL(url)
  const {
    statusCode: status,
    body,
    headers: answered,
    rawPayload,
  } = await app.inject({ method, url: pathname, headers })
  return { status, body, headers: answered, rawPayload }
}
const eventsAt = async (url: string) => {
  const { status, body } = await open(url)
  assert.equal(status, 200, body)
  return convertIcsCalendar(undefined, body).events ?? []
}
const create = async (org: Organisation, staff: number, settings?: object) => {
  const { status, body, text } = await org.post(`/staff/${staff}/calendar`, settings)
  assert.ok(status < 300, text)
  return body.data as { url: string; detail: string; created_at: string }
}

describe('POST, GET and DELETE /staff/{id}/calendar', () => {
  test('creates a calendar with its address, once for each connection; the address stays when settings change', async () => {
    const { org, ana } = await rosterWithAna(db, organisation)
    const first = await org.post(`/staff/${ana}/calendar`)
    assert.equal(first.status, 201)
    const { url, created_at, updated_at, ...settings } = first.body.data
    assert.deepEqual([settings, updated_at], [{ detail: 'shift', days_back: 14, days_ahead: 90 }, created_at])
    assert.match(url, new RegExp(`^http://[^/]+/c/${org.slug}/[\\w-]{20,100}\\.ics$`))
    assert.deepEqual((await org.get(`/staff/${ana}/calendar`)).body, first.body)
    const again = await org.post(`/staff/${ana}/calendar`, {})
    assert.deepEqual([again.status, again.body], [200, first.body])
    const changed = await org.post(`/staff/${ana}/calendar`, { detail: 'busy', days_back: 0, days_ahead: 180 })
    assert.deepEqual([changed.status, changed.body.data.url, changed.body.data.detail], [200, url, 'busy'])
    assert.deepEqual(
      (await org.events()).filter(({ type }) => type.includes('calendar')),
      [
        {
          ...{ type: 'staff.calendar_created', subject_id: ana, fields: ['detail', 'days_back', 'days_ahead'] },
          ...{ detail: { detail: 'shift' }, connection_id: org.connectionId },
        },
        {
          ...{ type: 'staff.calendar_changed', subject_id: ana, fields: ['detail', 'days_back', 'days_ahead'] },
          ...{ detail: { detail: 'busy' }, connection_id: org.connectionId },
        },
      ],
    )
  })

  test('DELETE ends the address for good; a later calendar has another', async () => {
    const { org, ana } = await rosterWithAna(db, organisation)
    const { url } = await create(org, ana)
    assert.deepEqual((await org.delete(`/staff/${ana}/calendar`)).body, { deleted: ana })
    assert.equal((await org.events()).at(-1).type, 'staff.calendar_deleted')
    for (const response of [await org.get(`/staff/${ana}/calendar`), await org.delete(`/staff/${ana}/calendar`)])
      assert.deepEqual([response.status, response.body], [404, { message: 'Calendar not found.' }])
    const later = await create(org, ana)
    assert.notEqual(later.url, url)
    const ended = await open(url)
    assert.deepEqual([ended.status, JSON.parse(ended.body)], [410, { message: 'This calendar has ended.' }])
    assert.equal((await open(later.url)).status, 200)
  })

  test('two requests at once create one calendar', async () => {
    const { org, ana } = await rosterWithAna(db, organisation)
    const responses = await Promise.all(Array.from({ length: 6 }, () => org.post(`/staff/${ana}/calendar`)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 201])
    assert.equal(new Set(responses.map(({ body }) => body.data.url)).size, 1)
  })

  test('settings out of range are a 422 by field; a supplier and a person of another organisation are 404', async () => {
    const { org, ana, staff, supplier } = await rosterWithAna(db, organisation)
    const { errors } = (
      await org.post(`/staff/${ana}/calendar`, { detail: 'all', days_back: 32, days_ahead: 181, x: 1 })
    ).body
    assert.deepEqual(errors, {
      x: ['x is not supported; supported fields are detail, days_back, days_ahead.'],
      detail: ['detail must be one of busy, shift, full.'],
      days_back: ['days_back must be from 0 to 31.'],
      days_ahead: ['days_ahead must be from 0 to 180.'],
    })
    const other = await organisation()
    await create(org, ana)
    const unknown = { message: 'Staff member not found.' }
    assert.deepEqual((await org.post(`/staff/${await supplier(await staff())}/calendar`)).body, unknown)
    assert.deepEqual((await other.post(`/staff/${ana}/calendar`)).body, unknown)
    assert.equal((await other.get(`/staff/${ana}/calendar`)).status, 404)
    assert.equal((await other.delete(`/staff/${ana}/calendar`)).status, 404)
    assert.equal((await org.get(`/staff/${ana}/calendar`)).status, 200)
  })

  test('another connection has a calendar of its own', async () => {
    const { org, ana } = await rosterWithAna(db, organisation)
    const { url } = await create(org, ana)
    const { rows } = await db.query(`insert into connection (org_id, name) values ($1, 'Phone app') returning id`, [
      org.orgId,
    ])
    await db.query('update access_token set connection_id = $2 where org_id = $1', [org.orgId, rows[0].id])
    clock.advance(1000) // tokens are cached for a second
    assert.equal((await org.get(`/staff/${ana}/calendar`)).status, 404)
    assert.notEqual((await create(org, ana)).url, url)
    clock.advance(-1000)
  })
})

describe('the calendar', () => {
  test('has published shifts of the person, cancelled ones marked; drafts, deleted and other people’s are left out', async () => {
    const { org, ana, shiftIn, client, remove } = await rosterWithAna(db, organisation)
    const joan = await client('Joan')
    const at = (day: string, more: object = {}) => ({
      ...{
        staff_ids: [ana],
        client_ids: [joan],
        start: `2026-11-${day} 09:00:00`,
        end: `2026-11-${day} 11:00:00`,
        ...more,
      },
    })
    await shiftIn('scheduled', at('17', { title: 'Visit; with, care', address: '1 Gum St, Ryde NSW 2112' }))
    await shiftIn('cancelled', at('18', { title: 'Called off' }))
    await shiftIn('draft', at('19', { title: 'Draft' }))
    const deleted = await shiftIn('cancelled', at('20', { title: 'Deleted' }))
    await remove([deleted.ref])
    const removed = await shiftIn('scheduled', at('21', { title: 'Removed' }))
    await remove([removed.ref])
    await shiftIn('scheduled', { start: '2026-11-22 09:00:00', end: '2026-11-22 11:00:00', title: 'Of another person' })
    const { rows } = await db.query('select id, title from shift where org_id = $1 order by starts limit 2', [
      org.orgId,
    ])
    const { url } = await create(org, ana)
    const events = await eventsAt(url)
    assert.deepEqual(
      events.map(({ summary, status, location, description }) => [summary, status, location, description]),
      [
        ['Visit; with, care', 'CONFIRMED', 'Ryde', 'Status: scheduled'],
        ['Cancelled: Called off', 'CANCELLED', undefined, 'Status: cancelled'],
      ],
    )
    const suffix = events[0]!.uid.split('@')[1]!
    assert.match(suffix, /^[0-9a-f]{12}$/)
    assert.deepEqual(
      events.map(({ uid }) => uid),
      rows.map(({ id }) => `shift-${id}@${suffix}`),
    )
    await restartFeed(db, org.orgId)
    assert.deepEqual(await eventsAt(url), events, 'the feed of events has another name, and phones notice nothing')
    const other = await rosterWithAna(db, organisation)
    await other.shift({ staff_ids: [other.ana], publish: true })
    const [theirs] = await eventsAt((await create(other.org, other.ana)).url)
    assert.notEqual(theirs!.uid.split('@')[1], suffix)
  })

  test('shows as much as its detail says', async () => {
    const { org, ana, shift, client } = await rosterWithAna(db, organisation)
    const client_ids = [await client('Joan'), await client('Max')]
    const address = '1 Gum St, Ryde NSW 2112'
    await shift({ type: 'group', staff_ids: [ana], client_ids, address, title: 'Outing', publish: true })
    const { url } = await create(org, ana, { detail: 'busy' })
    const busy = (await open(url)).body
    for (const word of ['Outing', 'Gum', 'Ryde', 'Joan', 'Hart', 'Ana']) assert.ok(!busy.includes(word), word)
    await create(org, ana, { detail: 'shift' })
    const usual = (await open(url)).body
    for (const word of ['Gum', 'Joan', 'Max', 'Hart']) assert.ok(!usual.includes(word), word)
    await create(org, ana, { detail: 'full' })
    const [full] = await eventsAt(url)
    assert.deepEqual([full!.location, full!.description], [address, 'Clients: Joan, Max\nStatus: scheduled'])
    assert.ok(!(await open(url)).body.includes('Hart'), 'first names only')
  })

  test('has the address of the site where a shift has none', async () => {
    const { org, ana, shift, site, client } = await rosterWithAna(db, organisation)
    const client_ids = [await client()]
    const site_id = await site({ address: '5 Jacaranda Drive, Kogarah NSW 2217', participant_ids: client_ids })
    await shift({ type: 'site', site_id, staff_ids: [ana], client_ids, publish: true })
    assert.equal((await eventsAt((await create(org, ana)).url))[0]!.location, 'Kogarah')
  })

  test('has the days from days_back to days_ahead in the organisation’s time zone', async () => {
    const { org, ana, shift } = await rosterWithAna(db, organisation)
    const override = { override_conflicts: ['staff_overlap'], override_reason: 'Test' }
    const on = (title: string, start: string, end: string) =>
      shift({ staff_ids: [ana], title, start, end, publish: true, ...override })
    await on('too early', '2026-11-14 20:00:00', '2026-11-15 00:00:00')
    await on('into the first day', '2026-11-14 22:00:00', '2026-11-15 00:30:00')
    await on('a week into it', '2026-11-08 10:00:00', '2026-11-15 08:00:00')
    await on('late on the last day', '2026-11-18 23:30:00', '2026-11-19 07:00:00')
    await on('too late', '2026-11-19 00:00:00', '2026-11-19 01:00:00')
    const { url } = await create(org, ana, { days_back: 1, days_ahead: 2 })
    assert.deepEqual(
      (await eventsAt(url)).map(({ summary }) => summary),
      ['a week into it', 'into the first day', 'late on the last day'],
    )
  })

  test('has the right instants in the nights in which the clocks change', async () => {
    for (const [day, start, end, hours] of [
      ['2026-10-01', '2026-10-03 22:00:00', '2026-10-04 06:00:00', 7],
      ['2027-04-01', '2027-04-03 22:00:00', '2027-04-04 06:00:00', 9],
    ] as const) {
      setClock(clock, Date.parse(`${day}T02:00:00Z`))
      const { org, ana, shift } = await rosterWithAna(db, organisation)
      const { start_at, end_at } = await shift({ staff_ids: [ana], start, end, publish: true })
      const [night] = await eventsAt((await create(org, ana)).url)
      const [began, ended] = [night!.start.date.getTime(), night!.end!.date.getTime()]
      assert.deepEqual([began, ended], [Date.parse(start_at), Date.parse(end_at)])
      assert.equal((ended - began) / 3_600_000, hours)
    }
    setClock(clock, now)
  })

  test('has an ETag, and is 304 while it is the same', async () => {
    const { org, ana, shift } = await rosterWithAna(db, organisation)
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    const { url } = await create(org, ana)
    const { status, headers, body } = await open(url)
    assert.equal(status, 200)
    assert.deepEqual(
      [headers['content-type'], headers['cache-control'], headers['content-disposition']],
      ['text/calendar; charset=utf-8', 'private', 'inline; filename="roster.ics"'],
    )
    const known = { 'if-none-match': String(headers.etag) }
    const same = await open(url, known)
    assert.deepEqual([same.status, same.body, same.headers['cache-control']], [304, '', 'private'])
    const head = await open(url, {}, 'HEAD')
    assert.deepEqual([head.status, head.body, head.headers.etag], [200, '', headers.etag])
    const packed = await open(url, { 'accept-encoding': 'gzip' })
    assert.equal(gunzipSync(packed.rawPayload).toString(), body)
    assert.notEqual(packed.headers.etag, headers.etag)
    const [before] = await eventsAt(url)
    const { rows } = await db.query('select updated_at from shift where org_id = $1', [org.orgId])
    const earlier = new Date(Date.parse(rows[0].updated_at) - 60_000).toISOString()
    await db.query('update shift set updated_at = $2 where org_id = $1', [org.orgId, earlier])
    const [early] = await eventsAt(url)
    await org.patch(`/shifts/${ref}`, { title: 'Later' })
    const after = await open(url, known)
    assert.equal(after.status, 200)
    const [changed] = await eventsAt(url)
    assert.deepEqual([changed!.summary, changed!.uid], ['Later', before!.uid])
    assert.ok(changed!.sequence! > early!.sequence!)
  })

  test('needs its own address: another signature, organisation or file name is 404', async () => {
    const { org, ana } = await rosterWithAna(db, organisation)
    const other = await rosterWithAna(db, organisation)
    const { url } = await create(org, ana)
    const [, , slug, file] = new URL(url).pathname.split('/')
    const theirs = new URL((await create(other.org, other.ana)).url).pathname.split('/')[3]!
    const paths = [
      `/c/${slug}/${theirs}`,
      `/c/${other.org.slug}/${file}`,
      `/c/${slug}/${file!.replace('.ics', '')}`,
      `/c/${slug}/x${file}`,
      `/c/${slug}/${file!.slice(1)}`,
      `/c/${slug}/.ics`,
      `/c/${slug}/${'A'.repeat(400)}.ics`,
      `/c/nobody/${file}`,
      `/c/%00/${file}`,
      `/c/${slug}`,
      '/c/',
    ]
    for (const path of paths) assert.equal((await open(`http://x${path}`)).status, 404, path)
    for (const method of ['POST', 'DELETE'] as const)
      assert.equal((await app.inject({ method, url: new URL(url).pathname })).statusCode, 404)
    assert.equal((await open(url)).status, 200)
  })

  test('works while its connection has a usable token that may read roster and staff', async () => {
    const { org, ana } = await rosterWithAna(db, organisation)
    const { url } = await create(org, ana)
    const set = (sql: string, value: unknown) =>
      db.query(`update access_token set ${sql} where org_id = $1 and id = $2`, [org.orgId, org.tokenId, value])
    const instant = (offset: number) => new Date(now + offset).toISOString()
    const withdrawn = async () => {
      const { status, body, headers } = await open(url)
      assert.deepEqual([status, JSON.parse(body)], [410, { message: 'This calendar no longer works.' }])
      assert.equal(headers['cache-control'], 'no-store')
    }
    const works = async () => assert.equal((await open(url)).status, 200)
    for (const [sql, bad, good] of [
      ['disabled = $3', true, false],
      ['revoked_at = $3', instant(0), null],
      ['expires_at = $3', instant(0), instant(86_400_000)],
      ['access = $3', accessOf({ roster: 'read' }), accessOf({ roster: 'read', staff: 'read' })],
      ['access = $3', accessOf({ staff: 'read-write' }), accessOf({ roster: 'read-write', staff: 'read' })],
    ] as const) {
      await set(sql, bad)
      await withdrawn()
      await set(sql, good)
      await works()
    }
    // A rotated token: its successor belongs to the same connection.
    await db.query(
      `insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
       select org_id, connection_id, hash || 'x', last_four, access, expires_at from access_token where org_id = $1`,
      [org.orgId],
    )
    await set('revoked_at = $3', instant(0))
    await works()
    await db.query('update organisation set integrations_enabled = false where id = $1', [org.orgId])
    const { status, headers } = await open(url)
    assert.deepEqual([status, headers['retry-after']], [503, '3600'])
  })

  test('ends when the person is archived, and works again when they come back', async () => {
    const { org, ana } = await rosterWithAna(db, organisation)
    const { url } = await create(org, ana, { detail: 'full' })
    for (const [status, expected] of [
      ['Non-compliant', 200],
      ['Archived', 410],
      ['Inactive', 200],
    ] as const) {
      assert.equal((await org.post(`/staff/${ana}/status`, { status })).status, 200)
      assert.equal((await open(url)).status, expected, status)
    }
  })

  test('has at most 10,000 shifts, the first ones', async () => {
    const org = await organisation()
    await importTo(db, org.orgId, {
      ...people,
      shifts: [shift({ start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00' })],
    })
    await db.query(
      `insert into shift (org_id, id, type, status, title, starts, ends, starts_at, ends_at)
       select org_id, 1000 + n, type, status, 'Round ' || n, starts + n * interval '2 minutes', ends + n * interval '2 minutes',
         starts_at + n * interval '2 minutes', ends_at + n * interval '2 minutes'
       from shift, generate_series(1, 10005) n where org_id = $1`,
      [org.orgId],
    )
    await db.query(
      `insert into appointment (org_id, shift_id, employee_id, appointment_title, starts, ends, starts_at, ends_at, is_draft, appointment_cancelled, is_deleted)
       select org_id, id, 31, title, starts, ends, starts_at, ends_at, 0, 0, 0 from shift where org_id = $1 and id > 1000`,
      [org.orgId],
    )
    const events = await eventsAt((await create(org, 31, { days_ahead: 180 })).url)
    assert.equal(events.length, maxShifts)
    assert.deepEqual([events[0]!.summary, events.at(-1)!.summary], ['Visit', 'Round 9999'])
  })
})

test('an address that opens calendars too often gets 429', {
  skip: inOneProcess('limits by address are counted by process'),
}, async () => {
  const limited = await harness({ formLimit: 1 })
  setClock(limited.clock, now)
  const { org, ana } = await rosterWithAna(limited.db, limited.organisation)
  const { url } = await create(org, ana)
  const openFrom = (remoteAddress: string) => limited.app.inject({ url: new URL(url).pathname, remoteAddress })
  for (let n = 0; n < 10; n++) assert.equal((await openFrom('10.0.0.1')).statusCode, 200)
  const rejected = await openFrom('10.0.0.1')
  assert.deepEqual([rejected.statusCode, rejected.headers['retry-after']], [429, '60'])
  assert.equal((await openFrom('10.0.0.2')).statusCode, 200)
})
