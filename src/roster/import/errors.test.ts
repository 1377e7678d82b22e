import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { people, shift, whole } from '../../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)
const orgId = await emptyOrganisation(pool)
await importTo(pool, orgId, whole)

const times = { start: '2026-11-16 09:00:00', end: '2026-11-16 11:00:00' }
const localTime = 'must be a local time such as 2026-11-30 09:15:00.'
const missing = (id: number, list: string) => `there is no ${id} in ${list} of the bundle or the organisation.`

describe('is a problem with its path:', () => {
  const cases: [string, object, string[]][] = [
    ['an end before its start', { end: times.start }, ['end: must be after start.']],
    ['more than 7 days', { end: '2026-11-23 09:00:01' }, ['end: must be at most 7 days after start.']],
    ['a day that does not exist', { start: '2026-02-30 09:00:00' }, [`start: ${localTime}`]],
    ['hour 24', { end: '2026-11-16 24:00:00' }, [`end: ${localTime}`]],
    ['a T between day and hour', { start: '2026-11-16T09:00:00' }, [`start: ${localTime}`]],
    [
      'two clients on a single shift',
      { client_ids: [7, 8] },
      ['client_ids: must have exactly one id on a single shift.'],
    ],
    ['a site of a single shift', { site_id: 3 }, ['site_id: must be null on a single shift.']],
    [
      'a group without clients',
      { type: 'group', client_ids: [] },
      ['client_ids: must have at least one id on a group shift.'],
    ],
    ['a site shift without a site', { type: 'site' }, ['site_id: is required on a site shift.']],
    ['a client twice', { type: 'group', client_ids: [7, 7] }, ['client_ids: must not have an item twice.']],
    [
      'pairs of people who are not on the shift',
      { appointments: [{ client_id: 8, employee_id: 32 }, { client_id: null }] },
      [
        'appointments[0].client_id: must be one of client_ids.',
        'appointments[0].employee_id: must be one of staff_ids, or null.',
        'appointments[1].client_id: must be one of client_ids.',
      ],
    ],
    [
      'impossible attendance',
      {
        staff_ids: [31, 32],
        attendance: [
          { staff_id: 31, check_out: times.end },
          { staff_id: 32, check_in: times.end, check_out: times.start },
          { staff_id: 32 },
          { staff_id: 33 },
        ],
      },
      [
        'attendance[2].staff_id: must not be there twice.',
        'attendance[3].staff_id: must be one of staff_ids.',
        'attendance[0].check_out: needs a check_in.',
        'attendance[1].check_out: must not be before check_in.',
      ],
    ],
    [
      'segments outside the shift',
      {
        segments: [
          { start: '2026-11-16 08:59:59', end: '2026-11-16 11:00:01', service: 'Care' },
          { start: times.end, end: times.end, service: ' ' },
        ],
      },
      ['segments[1].service: must not be blank.'],
    ],
    [
      'segments outside the shift with valid fields',
      { segments: [{ start: '2026-11-16 08:59:59', end: '2026-11-16 11:00:01', service: 'Care' }] },
      [
        'segments[0].start: must be 2026-11-16 09:00:00 or later, the start of the shift.',
        'segments[0].end: must be 2026-11-16 11:00:00 or earlier, the end of the shift.',
      ],
    ],
    [
      'a split of a single shift',
      { client_charge_split: [{ client_id: 7, share: 1 }] },
      ['client_charge_split: must be empty on a single shift.'],
    ],
    [
      'shares that do not add up to 1, have too many decimals or are of other clients',
      {
        type: 'group',
        client_ids: [7, 8],
        client_charge_split: [
          { client_id: 7, share: 0.5 },
          { client_id: 9, share: 0.4999999 },
        ],
      },
      [
        'client_charge_split[1].client_id: must be one of client_ids.',
        'client_charge_split[1].share: must have at most 6 decimals.',
      ],
    ],
    [
      'shares of less than 1 in total',
      { type: 'group', client_charge_split: [{ client_id: 7, share: 0.999999 }] },
      ['client_charge_split: must have shares that sum to 1.'],
    ],
    [
      'invalid values in nested fields',
      {
        funding: [{ client_id: 7, funding_type: 'CASH', claim_type: 'Gift' }],
        cancellation: { cancelled_at: '2026-11-16', cancelled_by: 'nobody', reason: ' ' },
        overridden: ['everything'],
      },
      [
        'cancellation.cancelled_at: must be an ISO 8601 instant such as 2026-11-02T09:30:00.000000Z, with Z or an offset and at most microseconds.',
        'cancellation.cancelled_by: must be one of client, provider, staff.',
        'cancellation.reason: must not be blank.',
        'funding[0].funding_type: must be one of HCP, SaH, THCP, GHCP, NDIS, Private, null.',
        'funding[0].claim_type: must be one of Standard, Cancellation, Report writing, Travel, Non-face-to-face, Telehealth, Irregular SIL, null.',
        'overridden[0]: must be one of staff_overlap, client_overlap, staff_not_active, staff_non_compliant, client_archived, site_full.',
      ],
    ],
    [
      'links to missing records, at every level',
      {
        ...{ type: 'group', client_ids: [7, 97], staff_ids: [96], site_id: 93, series_id: 95 },
        services: [{ staff_id: 91, service: 'Care' }],
        segments: [{ ...times, service: 'Care', staff_ids: [31, 92], shift_notes: [{ notes: 'A', staff_id: 94 }] }],
        funding: [{ client_id: 7, price_code: 98 }],
        notes: [{ notes: 'A', staff_id: 99 }],
      },
      [
        `client_ids[1]: ${missing(97, 'clients')}`,
        `staff_ids[0]: ${missing(96, 'staff')}`,
        `site_id: ${missing(93, 'sites')}`,
        `series_id: ${missing(95, 'shift_series')}`,
        `services[0].staff_id: ${missing(91, 'staff')}`,
        `segments[0].staff_ids[1]: ${missing(92, 'staff')}`,
        `segments[0].shift_notes[0].staff_id: ${missing(94, 'staff')}`,
        `funding[0].price_code: ${missing(98, 'price_codes')}`,
        `notes[0].staff_id: ${missing(99, 'staff')}`,
      ],
    ],
  ]
  for (const [what, fields, expected] of cases) {
    test(what, async () => {
      const problems = await problemsOf(pool, orgId, { shifts: [shift({ id: 900, ...fields })] })
      assert.deepEqual(
        problems,
        expected.map((problem) => `shifts[0].${problem}`),
      )
    })
  }
})

describe('ids of children', () => {
  const segment = (id: number, notes: object[] = []) => ({ ...times, id, service: 'Care', shift_notes: notes })

  test('used twice are a problem, also between two kinds of notes', async () => {
    const shifts = [
      shift({ id: 901, segments: [segment(701), segment(701)], notes: [{ id: 702, notes: 'A' }] }),
      shift({
        id: 902,
        segments: [segment(701, [{ id: 702, notes: 'B' }])],
        appointments: [
          { id: 703, client_id: 7, employee_id: 31 },
          { id: 703, client_id: 7 },
        ],
      }),
    ]
    assert.deepEqual(await problemsOf(pool, orgId, { shifts }), [
      'shifts[0].segments[1].id: 701 is already given at shifts[0].segments[0].id.',
      'shifts[1].segments[0].id: 701 is already given at shifts[0].segments[0].id.',
      'shifts[1].segments[0].shift_notes[0].id: 702 is already given at shifts[0].notes[0].id.',
      'shifts[1].appointments[1].id: 703 is already given at shifts[1].appointments[0].id.',
    ])
  })

  test('stay with the shift that has them', async () => {
    const before = await exportText(pool, orgId)
    const mine = { id: 903, segments: [segment(201)], notes: [{ id: 301, notes: 'A' }] }
    const shifts = [shift({ ...mine, appointments: [{ id: 880, client_id: 7 }] })]
    assert.deepEqual(await problemsOf(pool, orgId, { shifts }), [
      'shifts[0].segments[0].id: 201 belongs to shifts 101 of the organisation.',
      'shifts[0].notes[0].id: 301 belongs to shifts 101 of the organisation.',
      'shifts[0].appointments[0].id: 880 belongs to shifts 101 of the organisation.',
    ])
    assert.equal(await exportText(pool, orgId), before)
    // Another organisation may have the same ids.
    const other = await emptyOrganisation(pool)
    await importTo(pool, other, { ...people, shifts })
  })
})

test('a row with a problem still reports its invalid links and ids, even with texts that cannot be stored', async () => {
  const row = {
    ...shift({ id: 904, title: 'A\0', client_ids: [7, true, '8', 97] }),
    segments: [{ id: 201, staff_ids: [95], service: '\ud800' }, 'nothing', { staff_ids: 5 }],
    notes: { id: 1 },
    appointments: null,
  }
  const problems = await problemsOf(pool, orgId, { shifts: [row] })
  for (const expected of [
    `shifts[0].client_ids[3]: ${missing(97, 'clients')}`,
    `shifts[0].segments[0].staff_ids[0]: ${missing(95, 'staff')}`,
    'shifts[0].segments[0].id: 201 belongs to shifts 101 of the organisation.',
    'shifts[0].notes: must be a list.',
    'shifts[0].client_ids[1]: must be a whole number.',
  ]) {
    assert.ok(problems.includes(expected), `${expected} is not in ${problems.join('\n')}`)
  }
})

test('accepts people in the form of the API’s records', async () => {
  const other = await emptyOrganisation(pool)
  const funding = [{ client: { id: 7, name: 'Joan Hart' }, price_code: 11 }]
  const notes = [{ staff: { id: 31, name: 'Ana Li' }, notes: 'A' }]
  await importTo(pool, other, { ...people, shifts: [shift({ funding, notes })] })
  const [row] = JSON.parse(await exportText(pool, other)).shifts
  assert.deepEqual(
    [row.funding, row.notes[0].staff_id],
    [[{ client_id: 7, funding_type: null, price_code: 11, claim_type: null }], 31],
  )
})
