import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { rosterOf, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { app, db, clock, organisation } = await harness()
setClock(clock)

let org: Organisation
let roster: ReturnType<typeof rosterOf>
/** People and a site of another organisation. */
let foreign: { client: number; staff: number; site: number }
let known: { client: number; other: number; staff: number; supplier: number; site: number }

before(async () => {
  const elsewhere = await organisation()
  const others = rosterOf(db, elsewhere)
  foreign = { client: await others.client(), staff: await others.staff(), site: await others.site() }
  org = await organisation()
  roster = rosterOf(db, org)
  const [client, other] = [await roster.client(), await roster.client('Max')]
  const site = await roster.site({ participant_ids: [client] })
  known = { client, other, site, staff: await roster.staff(), supplier: await roster.supplier() }
})

const segment = { start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Shower' }

type Case = [given: () => object, errors: () => Record<string, string>]
const cases: Record<string, Case> = {
  'that ends when it starts': [() => ({ end: '2026-11-16 09:00:00' }), () => ({ end: 'end must be after start.' })],
  'that ends before it starts': [() => ({ end: '2026-11-16 08:59:59' }), () => ({ end: 'end must be after start.' })],
  'of more than 7 days': [
    () => ({ end: '2026-11-23 09:00:01' }),
    () => ({ end: 'end must be at most 7 days after start.' }),
  ],
  'with malformed times': [
    () => ({ start: '2026-11-31 09:00:00', end: '2026-11-16T11:00:00Z' }),
    () => ({
      start: 'start must be a local time such as 2026-11-30 09:15:00.',
      end: 'end must be a local time such as 2026-11-30 09:15:00.',
    }),
  ],
  'of type single without a client': [
    () => ({ client_ids: [] }),
    () => ({ client_ids: 'client_ids must have exactly one client on a single shift.' }),
  ],
  'of type single with two clients': [
    () => ({ client_ids: [known.client, known.other] }),
    () => ({ client_ids: 'client_ids must have exactly one client on a single shift.' }),
  ],
  'of type group without clients': [
    () => ({ type: 'group', client_ids: [] }),
    () => ({ client_ids: 'client_ids must have at least one client on a group shift.' }),
  ],
  'with the same person twice': [
    () => ({ staff_ids: [known.staff, known.staff] }),
    () => ({ staff_ids: 'staff_ids must not have an item twice.' }),
  ],
  'with people of another organisation': [
    () => ({ client_ids: [foreign.client], staff_ids: [known.staff, foreign.staff] }),
    () => ({
      client_ids: `client_ids must be ids of clients of this organisation; there is no ${foreign.client}.`,
      staff_ids: `staff_ids must be ids of staff of this organisation; there is no ${foreign.staff}.`,
    }),
  ],
  'with a supplier': [
    () => ({ staff_ids: [known.supplier] }),
    () => ({ staff_ids: `staff_ids must be ids of staff of this organisation; there is no ${known.supplier}.` }),
  ],
  'at a site of another organisation': [
    () => ({ type: 'site', site_id: foreign.site }),
    () => ({ site_id: 'site_id must be the id of a site of this organisation.' }),
  ],
  'of type site without a site': [
    () => ({ type: 'site' }),
    () => ({ site_id: 'site_id is required on a site shift.' }),
  ],
  'of type single at a site': [
    () => ({ site_id: known.site }),
    () => ({ site_id: 'site_id must be left out on a single shift.' }),
  ],
  'at a site for a client who is no participant': [
    () => ({ type: 'site', site_id: known.site, client_ids: [known.client, known.other] }),
    () => ({ client_ids: `client_ids must be participants of the site; ${known.other} is not one.` }),
  ],
  'with services of people who are not on it': [
    () => ({
      services: [
        { service: 'A', staff_id: known.staff },
        { service: 'B', staff_id: known.supplier },
      ],
    }),
    () => ({ 'services.1.staff_id': 'services.1.staff_id must be one of staff_ids.' }),
  ],
  'with segments that do not fit': [
    () => ({
      segments: [
        segment,
        { ...segment, end: segment.start },
        { ...segment, start: '2026-11-16 08:59:59' },
        { ...segment, end: '2026-11-16 11:00:01' },
        { ...segment, staff_ids: [known.staff, known.supplier] },
        { ...segment, id: 1 },
      ],
    }),
    () => ({
      'segments.1.end': 'segments.1.end must be after its start.',
      'segments.2.start': 'segments.2.start must be within the shift.',
      'segments.3.end': 'segments.3.end must be within the shift.',
      'segments.4.staff_ids': 'segments.4.staff_ids must be among staff_ids.',
      'segments.5.id': 'segments.5.id must be a segment of this shift.',
    }),
  ],
  'of type single with a split charge': [
    () => ({ client_charge_split: [{ client_id: known.client, share: 1 }] }),
    () => ({ client_charge_split: 'client_charge_split must be left out on a single shift.' }),
  ],
  'of a group with a client without a share': [
    () => ({
      type: 'group',
      client_ids: [known.client, known.other],
      client_charge_split: [{ client_id: known.client, share: 1 }],
    }),
    () => ({ client_charge_split: 'client_charge_split must have one share for each of client_ids.' }),
  ],
  'of a group whose shares do not add up to 1': [
    () => ({
      type: 'group',
      client_ids: [known.client, known.other],
      client_charge_split: [known.client, known.other].map((client_id) => ({ client_id, share: 0.499999 })),
    }),
    () => ({ client_charge_split: 'client_charge_split must have shares whose sum is 1.' }),
  ],
  'of a group with shares of more than 6 decimals': [
    () => ({
      type: 'group',
      client_ids: [known.client, known.other],
      client_charge_split: [
        { client_id: known.client, share: 1 / 3 },
        { client_id: known.other, share: 0.666667 },
      ],
    }),
    () => ({ 'client_charge_split.0.share': 'client_charge_split.0.share must have at most 6 decimals.' }),
  ],
  'with an override without a reason': [
    () => ({ override_conflicts: ['staff_overlap'] }),
    () => ({ override_reason: 'override_reason is required with override_conflicts.' }),
  ],
  'with unknown fields or types': [
    () => ({ type: 'double', pay_rate: 30, title: ' ', services: [{ service: '', rate: 1 }] }),
    () => ({
      type: 'type must be one of single, group, site.',
      pay_rate: '',
      title: 'title must not be blank.',
      'services.0.service': 'services.0.service must not be empty.',
      'services.0.rate': 'services.0.rate is not supported; supported fields are staff_id, service.',
    }),
  ],
}

describe('POST /shifts is a 422 for a shift', () => {
  for (const [name, [fields, expected]] of Object.entries(cases)) {
    test(`${name}, names the field and stores nothing`, async () => {
      const request = await roster.body({ client_ids: [known.client], staff_ids: [known.staff], ...fields() })
      const state = await stored(db, org.orgId)
      const { status, body } = await org.post('/shifts', request)
      assert.deepEqual([status, body.message], [422, 'The given data was invalid.'])
      const wanted = expected()
      assert.deepEqual(Object.keys(body.errors).sort(), Object.keys(wanted).sort())
      for (const [field, sentence] of Object.entries(wanted)) {
        if (sentence) assert.equal(body.errors[field][0], sentence)
      }
      assert.deepEqual(await stored(db, org.orgId), state)
    })
  }

  test('with many errors, listing all of them', async () => {
    const { status, body } = await org.post('/shifts', {
      ...{ type: 'single', start: '2026-11-16 09:00:00', end: '2026-11-16 08:00:00', client_ids: [foreign.client] },
      ...{ staff_ids: [foreign.staff], site_id: foreign.site, override_conflicts: ['staff_overlap'] },
      services: [{ staff_id: known.staff, service: 'A' }],
      recurrence: { unit: 'Day', every: 1, on_days: ['Mon'] },
    })
    const fields = ['client_ids', 'end', 'override_reason', 'recurrence.on_days', 'services.0.staff_id', 'site_id']
    assert.deepEqual([status, Object.keys(body.errors).sort()], [422, [...fields, 'staff_ids']])
  })

  test('without the required fields', async () => {
    const { status, body } = await org.post('/shifts', {})
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['type', 'start', 'end', 'client_ids', 'staff_ids']])
  })

  test('with more pairs than the limit', async () => {
    const client_ids = await Promise.all(Array.from({ length: 21 }, () => roster.client()))
    const staff_ids = await Promise.all(Array.from({ length: 10 }, () => roster.staff()))
    const { status, body } = await roster.create({ type: 'group', client_ids, staff_ids })
    assert.deepEqual(
      [status, body.errors],
      [422, { client_ids: ['client_ids and staff_ids make 210 pairs; at most 200 are possible.'] }],
    )
    assert.equal((await roster.create({ type: 'group', client_ids: client_ids.slice(1), staff_ids })).status, 201)
  })
})

test('neither the record of a shift nor its schema has pay, rates or costs', async () => {
  const names = (value: unknown): string[] =>
    value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...names(inner)])
      : []
  const { schemas } = (app.openapiDocument() as { components: { schemas: Record<string, { properties?: object }> } })
    .components
  const ofShifts = Object.entries(schemas).filter(([name]) => /^(Shift|Person|Appointment)/.test(name))
  assert.ok(ofShifts.length > 8)
  const [joan, ana] = [await roster.client(), await roster.staff()]
  const { ref } = await roster.shiftIn('started', {
    ...{ client_ids: [joan], staff_ids: [ana], segments: [segment], services: [{ staff_id: ana, service: 'Shower' }] },
  })
  await org.post(`/shifts/${ref}/notes`, { notes: 'Well', staff_id: ana })
  const { data } = (await org.get(`/shifts/${ref}`)).body
  assert.ok(names(data).includes('check_in') && names(data).includes('shift_notes'))
  for (const name of [...names(data), ...ofShifts.flatMap(([, schema]) => names(schema))]) {
    assert.doesNotMatch(name, /(^|_)(pay|paid|rate|rates|cost|costs|wage|salary)(_|$)/, name)
  }
})
