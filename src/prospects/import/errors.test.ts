import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { options, prospect } from '../../../test/factories/bundles/prospects.ts'
import { people } from '../../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

describe('problems of prospects', () => {
  async function rejected(prospects: object[]) {
    const orgId = await emptyOrganisation(pool)
    const stored = [prospect({ id: 1, notes: [{ id: 900, notes: 'x' }] })]
    await importTo(pool, orgId, { ...people, prospect_options: options, prospects: stored })
    return problemsOf(pool, orgId, { prospects })
  }

  test('of every field are listed with their paths', async () => {
    const long = (length: number) => 'x'.repeat(length)
    const row = {
      ...prospect({ first_name: ' ', last_name: long(101), email: 'max@', phone: long(41), suburb: long(101) }),
      ...{ date_of_lead: '2026-02-30', stage: null, tags: ['a', 'a', long(51)], source: long(101), name: 'Max' },
      ...{ consultant: long(101), funding_type: 'SaH', followup_date: 'soon', initial_comments: long(10_001) },
      ...{ attributes: [], client_id: 'x', conversion: 'made', notes: [{ by: 1 }] },
      stage_history: [{ stage: '', at: '2026-10-01 09:00:00' }],
    }
    const problems = await rejected([row, prospect({ id: 61, tags: Array.from({ length: 21 }, (_, i) => `${i}`) })])
    assert.deepEqual(
      problems.map((problem) => problem.replace(/; supported fields.*/, '')),
      [
        'prospects[0].name: is not supported',
        'prospects[0].first_name: must not be blank.',
        'prospects[0].last_name: must have at most 100 characters.',
        'prospects[0].email: must be a valid email address.',
        'prospects[0].phone: must have at most 40 characters.',
        'prospects[0].suburb: must have at most 100 characters.',
        'prospects[0].date_of_lead: must be a date such as 2026-11-30.',
        'prospects[0].stage: must be a text.',
        'prospects[0].tags[2]: must have at most 50 characters.',
        'prospects[0].tags: must not have an item twice.',
        'prospects[0].source: must have at most 100 characters.',
        'prospects[0].consultant: must have at most 100 characters.',
        'prospects[0].funding_type: must be one of HCP, NDIS, CHSP, Private, null.',
        'prospects[0].followup_date: must be a date such as 2026-11-30.',
        'prospects[0].initial_comments: must have at most 10000 characters.',
        'prospects[0].attributes: must be an object.',
        'prospects[0].client_id: must be a whole number or null.',
        'prospects[0].conversion: must be one of created, linked, null.',
        'prospects[0].stage_history[0].stage: must not be empty.',
        'prospects[0].stage_history[0].at: must be an ISO 8601 instant such as 2026-11-02T09:30:00.000000Z, with Z or an offset and at most microseconds.',
        'prospects[0].notes[0].notes: is required.',
        'prospects[0].notes[0].by: must be a text or null.',
        'prospects[1].tags: must have 0 to 20 items.',
      ],
    )
  })

  test('are links, ids of others’ notes, and a conversion without a client', async () => {
    const rows = [
      prospect({ client_id: 99 }),
      prospect({ id: 61, conversion: 'linked' }),
      prospect({ id: 62, notes: [{ id: 900, notes: 'x' }] }),
    ]
    assert.deepEqual(await rejected(rows), [
      'prospects[1].conversion: is only supported with a client_id.',
      'prospects[2].notes[0].id: 900 belongs to prospects 1 of the organisation.',
      'prospects[0].client_id: there is no 99 in clients of the bundle or the organisation.',
    ])
  })

  test('are stages, consultants, attributes and values that the options do not have', async () => {
    const values = { hobbies: 'Chess', mobility: 'Runs', papers: ['Plan', 'Plan'], referrer: 1, budget: '1' }
    const rows = [
      prospect({ stage: 'Wone', consultant: 'Cy Ng' }),
      prospect({ id: 61, attributes: { ...values, plan_ends: '2027-02-29', pets: 'no', 'shoe size': 7 } }),
    ]
    const anyText = 'must be a text of at most 10000 characters or null.'
    const expected = [
      'prospects[0].stage: must be one of New, Qualified, Won, Lost.',
      'prospects[0].consultant: must be one of Ana Li, Bo Day or null.',
      'prospects[1].attributes.budget: must be a number from -9007199254740991 to 9007199254740991 or null.',
      'prospects[1].attributes.hobbies: must be a list of Chess, Golf, none of them twice, or null.',
      'prospects[1].attributes.mobility: must be one of Walks, Wheelchair or null.',
      'prospects[1].attributes.papers: must be a list of Plan, Consent, none of them twice, or null.',
      'prospects[1].attributes.pets: must be true, false or null.',
      'prospects[1].attributes.plan_ends: must be a date such as 2026-11-30 or null.',
      `prospects[1].attributes.referrer: ${anyText}`,
      'prospects[1].attributes["shoe size"]: is not supported; supported attributes are hobbies, mobility, papers, referrer, budget, plan_ends, pets.',
    ]
    // Checked against the stored options, and against those that follow in the bundle.
    assert.deepEqual((await rejected(rows)).sort(), expected.toSorted())
    const empty = await emptyOrganisation(pool)
    assert.deepEqual(
      (await problemsOf(pool, empty, { prospects: rows, prospect_options: options })).sort(),
      expected.toSorted(),
    )
    // Without options there are only the default stages.
    assert.deepEqual(
      await problemsOf(pool, empty, { prospects: [rows[0], prospect({ id: 61, attributes: { a: 1 } })] }),
      [
        'prospects[0].stage: must be one of New, Contacted, Qualified, Won, Lost.',
        'prospects[0].consultant: must be one of (none exist) or null.',
        'prospects[1].attributes.a: is not supported; supported attributes are (none exist).',
      ],
    )
  })

  test('beyond one batch of prospects are all reported', async () => {
    const rows = Array.from({ length: 4001 }, (_, i) =>
      prospect({ id: i + 1, attributes: { pets: i % 2000 !== 0 || 1 } }),
    )
    const problems = await problemsOf(pool, await emptyOrganisation(pool), {
      prospect_options: options,
      prospects: rows,
    })
    assert.deepEqual(
      problems.map((problem) => problem.split('.')[0]),
      ['prospects[0]', 'prospects[2000]', 'prospects[4000]'],
    )
  })
})
