import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { base, completeBundle, task, weekly } from '../../../test/factories/bundles/tasks.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)
const orgId = await emptyOrganisation(pool)
await importTo(pool, orgId, completeBundle)

const localTime = 'must be a local time such as 2026-11-30 09:15:00.'
const missing = (id: number, list: string) => `there is no ${id} in ${list} of the bundle or the organisation.`
const charge = (fields: object = {}) => ({ price_code: 11, primary: true, ...fields })

describe('rejects, with its path,', () => {
  const cases: [string, object, string[]][] = [
    [
      'fields that are wrong',
      { title: ' ', date: '2026-02-30', minutes: 1441, billable: 'yes', client: 7 },
      [
        'client: is not supported; supported fields are id, title, date, client_id, assignee_id, minutes, price_code, billable, completed, charges, notes, documents, recurrence, series_id, created_at, updated_at.',
        'title: must not be blank.',
        'date: must be a date such as 2026-11-30.',
        'minutes: must be from 0 to 1440.',
        'billable: must be true or false.',
      ],
    ],
    [
      'what a charge cannot be claimed as, cost or take',
      { charges: [charge({ claim_type: 'Gift', minutes: -1, total_cost: 1e12 })] },
      [
        'charges[0].minutes: must be from 0 to 1440.',
        'charges[0].total_cost: must be from 0 to 999999999999.99.',
        'charges[0].claim_type: must be one of Standard, Cancellation, Report writing, Travel, Non-face-to-face, Telehealth, Irregular SIL.',
      ],
    ],
    [
      'parts of a cent',
      { charges: [charge(), charge({ primary: false, total_cost: 0.125 })] },
      ['charges[1].total_cost: must have at most 2 decimals.'],
    ],
    [
      'charges of which none is primary',
      { charges: [charge({ primary: false })] },
      ['charges: must have exactly one that is primary.'],
    ],
    [
      'several charges that do not say which is primary',
      { charges: [{ price_code: 11 }, { price_code: 11 }] },
      ['charges: must have exactly one that is primary.'],
    ],
    ['two primary charges', { charges: [charge(), charge()] }, ['charges: must have exactly one that is primary.']],
    [
      'another price code than the primary charge has',
      { price_code: 12, charges: [charge(), charge({ primary: false, price_code: 12 })] },
      ['price_code: must be 11, the price code of the primary charge, or left out.'],
    ],
    [
      'notes and documents that say nothing, and times that are none',
      {
        notes: [{ notes: ' ', created_at: '2026-11-01T10:00:00' }],
        documents: [{ created_at: '2026-11-01 24:00:00' }],
      },
      [
        'notes[0].notes: must not be blank.',
        `notes[0].created_at: ${localTime}`,
        'documents[0].name: is required.',
        `documents[0].created_at: ${localTime}`,
      ],
    ],
    [
      'links that lead nowhere, wherever they stand',
      { client_id: 97, assignee_id: 96, price_code: 95, charges: [charge({ price_code: 95 })] },
      [
        `client_id: ${missing(97, 'clients')}`,
        `assignee_id: ${missing(96, 'staff')}`,
        `price_code: ${missing(95, 'price_codes')}`,
        `charges[0].price_code: ${missing(95, 'price_codes')}`,
      ],
    ],
    [
      'ids of children that another task has, or that are given twice',
      {
        charges: [charge({ id: 12 }), charge({ id: 700, primary: false }), charge({ id: 700, primary: false })],
        notes: [{ id: 1, notes: 'A' }],
        documents: [{ id: 1, name: 'A' }],
      },
      [
        'charges[0].id: 12 belongs to tasks 50 of the organisation.',
        'charges[2].id: 700 is already given at tasks[0].charges[1].id.',
        'notes[0].id: 1 belongs to tasks 50 of the organisation.',
        'documents[0].id: 1 belongs to tasks 50 of the organisation.',
      ],
    ],
  ]
  for (const [what, fields, expected] of cases) {
    test(what, async () => {
      const before = await exportText(pool, orgId)
      const problems = await problemsOf(pool, orgId, { tasks: [task({ id: 900, ...fields })] })
      assert.deepEqual(
        problems,
        expected.map((problem) => `tasks[0].${problem}`),
      )
      assert.equal(await exportText(pool, orgId), before)
    })
  }
})

test('accepts prices of other days and other funding, and charges without a price', async () => {
  const other = await emptyOrganisation(pool)
  const clients = base.clients.map((client) => ({ ...client, client_type: 'Private' }))
  const tasks = [
    task({ id: 1, date: '2020-01-01', client_id: 7, price_code: 11, charges: [charge({ claim_type: 'Travel' })] }),
    task({ id: 2, billable: true, completed: true }),
  ]
  await importTo(pool, other, { ...base, clients, tasks })
  assert.equal(JSON.parse(await exportText(pool, other)).tasks[0].charges[0].claim_type, 'Travel')
})

test('the next day of a series is one of its rule', async () => {
  const row = { recurrence: { ...weekly, ends_on: '2026-12-31' }, starts_on: '2026-11-20', title: 'Call' }
  const days = ['2026-11-26', '2026-11-27', '2027-01-01', '2026-11-20']
  const task_series = days.map((next_on, index) => ({ id: index + 1, ...row, next_on }))
  assert.deepEqual(await problemsOf(pool, orgId, { ...base, task_series }), [
    'task_series[0].next_on: must be a day of the recurrence, or null.',
    'task_series[2].next_on: must be a day of the recurrence, or null.',
  ])
})
