import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { base, task, weekly } from '../../../test/factories/bundles/tasks.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

type Row = Record<string, any>
const exported = async (orgId: number): Promise<Row> => JSON.parse(await exportText(pool, orgId))
const undated = ({ created_at, updated_at, ...row }: Row) => row
async function withBundle(bundle: object): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { ...base, ...bundle })
  return orgId
}
const seriesOf = async (orgId: number): Promise<Row[]> => (await exported(orgId)).task_series.map(undated)
const monthly = { every: 1, unit: 'Month', month_on_day: 31 }
const unassigned = { client_id: null, assignee_id: null, minutes: 0, billable: false, price_code: null }

describe('a task that repeats', () => {
  test('starts a series like it, which continues after it; imported again, it is the same series', async () => {
    const bundle = {
      tasks: [
        task({ id: 1, recurrence: weekly, client_id: 7, assignee_id: 31, minutes: 30, billable: true, price_code: 11 }),
        task({ id: 2, recurrence: { unit: 'Day', every: null, ends_on: '2026-11-20' } }),
      ],
    }
    const orgId = await withBundle(bundle)
    const before = await exportText(pool, orgId)
    const { tasks, task_series } = JSON.parse(before)
    const [first, second] = tasks.map(({ series_id }: Row) => series_id)
    assert.deepEqual(task_series.map(undated), [
      {
        ...{ id: first, recurrence: weekly, starts_on: '2026-11-20', next_on: '2026-11-27', title: 'Plan review' },
        ...{ client_id: 7, assignee_id: 31, minutes: 30, billable: true, price_code: 11 },
      },
      {
        ...{ id: second, recurrence: { every: 1, unit: 'Day', ends_on: '2026-11-20' } },
        ...{ starts_on: '2026-11-20', next_on: null, title: 'Plan review', ...unassigned },
      },
    ])
    assert.deepEqual([second > first, tasks[0].recurrence], [true, weekly])
    const { counts } = await importTo(pool, orgId, bundle)
    assert.deepEqual(counts, { tasks: { created: 0, updated: 0, unchanged: 2 } })
    assert.equal(await exportText(pool, orgId), before)
  })

  test('with others of its series_id is one series: like the latest, from the earliest, after the latest', async () => {
    const one = { series_id: 7000, recurrence: monthly }
    const orgId = await withBundle({
      tasks: [
        task({ id: 2, date: '2026-12-31', title: 'Late', charges: [{ price_code: 12 }], ...one }),
        task({ id: 1, date: '2026-10-31', title: 'Early', client_id: 7, price_code: 11, ...one }),
        task({ id: 3, date: '2026-11-30', series_id: 7000 }),
        task({ id: 4, recurrence: weekly }),
      ],
    })
    const [series, other] = await seriesOf(orgId)
    assert.deepEqual(series, {
      ...{ id: 7000, recurrence: monthly, starts_on: '2026-10-31', next_on: '2027-01-31', title: 'Late' },
      ...{ ...unassigned, price_code: 12 },
    })
    // The other series, without an id in the bundle, gets a different one.
    assert.ok(other!.id > 7000)
  })

  test('in a stored series keeps its rule, or replaces it', async () => {
    const orgId = await withBundle({ tasks: [task({ id: 1, recurrence: weekly, minutes: 5 })] })
    const [before] = await seriesOf(orgId)
    // Created by the service since then.
    await importTo(pool, orgId, { tasks: [task({ id: 2, date: '2026-11-27', series_id: before!.id, title: 'Made' })] })
    await pool.query(`update task_series set next_on = '2026-12-04', title = 'Changed' where org_id = $1`, [orgId])
    await importTo(pool, orgId, { tasks: [task({ id: 1, recurrence: weekly, minutes: 6 })] })
    assert.deepEqual(await seriesOf(orgId), [{ ...before, next_on: '2026-12-04', title: 'Changed' }])

    const fortnightly = { ...weekly, every: 2 }
    const { counts } = await importTo(pool, orgId, { tasks: [task({ id: 1, recurrence: fortnightly, minutes: 6 })] })
    assert.deepEqual([counts.task_series, counts.tasks!.unchanged], [{ created: 0, updated: 1, unchanged: 0 }, 1])
    assert.deepEqual(await seriesOf(orgId), [
      { ...before, recurrence: fortnightly, next_on: '2026-12-04', title: 'Changed' },
    ])
  })

  test('days can go from one task of a series to another', async () => {
    const one = { series_id: 7000, recurrence: weekly }
    const [first, second] = ['2026-11-20', '2026-11-27']
    const orgId = await withBundle({
      tasks: [task({ id: 1, date: first, ...one }), task({ id: 2, date: second, ...one })],
    })
    await importTo(pool, orgId, {
      tasks: [task({ id: 1, date: second, ...one }), task({ id: 2, date: first, ...one })],
    })
    const { tasks } = await exported(orgId)
    assert.deepEqual(
      tasks.map(({ date, series_id }: Row) => [date, series_id]),
      [
        [second, 7000],
        [first, 7000],
      ],
    )
    await importTo(pool, orgId, { tasks: [task({ id: 1, date: second })] })
    assert.equal((await exported(orgId)).tasks[0].series_id, null)
  })
})

describe('a series of the list', () => {
  const series = (fields: object = {}) => ({ id: 4, recurrence: weekly, title: 'Plan review', ...fields })

  test('without days starts with its earliest task and continues after its latest, or from its start', async () => {
    const tasks = ['2026-11-27', '2026-11-20'].map((date, index) => task({ id: index + 1, date, series_id: 4 }))
    const bundle = { task_series: [series(), series({ id: 5, starts_on: '2027-01-01' })], tasks }
    const orgId = await withBundle(bundle)
    const days = (await seriesOf(orgId)).map(({ starts_on, next_on }) => [starts_on, next_on])
    assert.deepEqual(days, [
      ['2026-11-20', '2026-12-04'],
      ['2027-01-01', '2027-01-01'],
    ])
    const { counts } = await importTo(pool, orgId, bundle)
    assert.deepEqual([counts.task_series!.unchanged, counts.tasks!.unchanged], [2, 2])
  })

  test('that gets later tasks continues after them', async () => {
    const orgId = await withBundle({ task_series: [series()], tasks: [task({ series_id: 4 })] })
    const later = task({ id: 2, date: '2026-12-25', series_id: 4 })
    await importTo(pool, orgId, { task_series: [series()], tasks: [later] })
    assert.equal((await seriesOf(orgId))[0]!.next_on, '2027-01-01')
    await importTo(pool, orgId, { tasks: [task({ id: 3, date: '2027-01-08', series_id: 4 })] })
    assert.equal((await seriesOf(orgId))[0]!.next_on, '2027-01-15')
    // A series that has ended does not continue.
    await pool.query('update task_series set next_on = null where org_id = $1', [orgId])
    await importTo(pool, orgId, { tasks: [task({ id: 5, date: '2027-01-22', series_id: 4, recurrence: weekly })] })
    assert.equal((await seriesOf(orgId))[0]!.next_on, null)
  })
})

describe('rejects, with its path,', () => {
  const listed = { id: 4, recurrence: weekly, title: 'Plan review', starts_on: '2026-11-20', next_on: null }
  const stored = { task_series: [listed], tasks: [task({ id: 1, series_id: 4 })] }
  const cases: [string, object, string[]][] = [
    [
      'a series that is nowhere',
      { tasks: [task({ id: 2, series_id: 99 }), task({ id: 3, date: '2026-11-21', series_id: 99, recurrence: null })] },
      [0, 1].map(
        (n) =>
          `tasks[${n}].series_id: there is no 99 in task_series of the bundle or the organisation, and no recurrence that begins it.`,
      ),
    ],
    [
      'two ways to repeat in one series',
      {
        tasks: [
          task({ id: 2, date: '2026-11-21', series_id: 99, recurrence: weekly }),
          task({ id: 3, date: '2026-11-22', series_id: 99 }),
          task({ id: 5, date: '2026-11-23', series_id: 99, recurrence: { ...weekly, every: 2 } }),
        ],
      },
      ['tasks[2].recurrence: must be that of tasks[0], which is of the same series.'],
    ],
    [
      'another way to repeat than its series has in the bundle',
      { task_series: [listed], tasks: [task({ id: 1, series_id: 4, recurrence: monthly })] },
      ['tasks[0].recurrence: must be that of task_series[0], its series.'],
    ],
    [
      'the same of a task that does not say its series',
      { task_series: [listed], tasks: [task({ id: 1, recurrence: monthly })] },
      ['tasks[0].recurrence: must be that of task_series[0], its series.'],
    ],
    [
      'two tasks of a series on one day',
      {
        tasks: [
          task({ id: 2, series_id: 99, recurrence: weekly }),
          task({ id: 3, series_id: 99, recurrence: weekly }),
          task({ id: 5, series_id: 4 }),
        ],
      },
      [
        'tasks[1].date: 2026-11-20 of the series is already that of tasks[0].',
        'tasks[2].date: 2026-11-20 of the series is already that of tasks 1 of the organisation.',
      ],
    ],
    [
      'rules that do not go together, and links that lead nowhere',
      {
        task_series: [
          { id: 9, recurrence: { unit: 'Month' }, title: 'A', client_id: 98, assignee_id: 97, price_code: 96 },
        ],
        tasks: [task({ id: 2, recurrence: { unit: 'Day', on_days: ['Mon'] } })],
      },
      [
        'task_series[0].recurrence.month_on_day: or month_on_the is required with unit Month.',
        'tasks[0].recurrence.on_days: is only supported with unit Week.',
        'task_series[0].client_id: there is no 98 in clients of the bundle or the organisation.',
        'task_series[0].assignee_id: there is no 97 in staff of the bundle or the organisation.',
        'task_series[0].price_code: there is no 96 in price_codes of the bundle or the organisation.',
      ],
    ],
  ]
  for (const [what, bundle, expected] of cases) {
    test(what, async () => {
      const orgId = await withBundle(stored)
      const before = await exportText(pool, orgId)
      assert.deepEqual(await problemsOf(pool, orgId, bundle), expected)
      assert.equal(await exportText(pool, orgId), before)
    })
  }

  test('and a task that starts a series is not reported as one without, whatever other errors precede it', async () => {
    const orgId = await withBundle({})
    const tasks = [
      task({ title: ' ' }),
      task({ id: 2, series_id: 99, recurrence: weekly }),
      task({ id: 3, series_id: 98 }),
    ]
    assert.deepEqual(await problemsOf(pool, orgId, { tasks }), [
      'tasks[0].title: must not be blank.',
      'tasks[2].series_id: there is no 98 in task_series of the bundle or the organisation, and no recurrence that begins it.',
    ])
  })
})

test('a series keeps its claim type; a series that a task starts takes it from its primary charge', async () => {
  const own = {
    id: 6000,
    recurrence: weekly,
    starts_on: '2026-11-20',
    next_on: '2026-11-27',
    title: 'Call',
    ...unassigned,
  }
  const charges = [{ price_code: 11, claim_type: 'Cancellation', primary: true }]
  const orgId = await withBundle({
    task_series: [
      { ...own, claim_type: 'Telehealth' },
      { ...own, id: 6001 },
    ],
    tasks: [task({ id: 1, recurrence: weekly, charges, billable: true })],
  })
  const [first, second, begun] = await seriesOf(orgId)
  assert.deepEqual(
    [first, second],
    [
      { ...own, claim_type: 'Telehealth' },
      { ...own, id: 6001 },
    ],
  )
  assert.deepEqual([begun!.price_code, begun!.claim_type], [11, 'Cancellation'])
})
