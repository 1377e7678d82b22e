import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importTo } from '../../../test/factories/bundles/bundles.ts'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()
const { db } = api

const year = { code: '01_011', name: 'Self-care', unit: 'hour', claim_types: ['Standard', 'Telehealth'] }
const thisYear = { id: 9001, ...year, price: 60, effective_to: '2027-06-30' }
const nextYear = { id: 9002, ...year, name: 'Self-care 2027', price: 70.02, effective_from: '2027-07-01' }

/** A series on the first of each month from June 2027, made in May, before the prices of July are known. */
async function inMay() {
  const made = await tasksAt(api, '2027-05-20T00:00:00Z')
  await importTo(db, made.org.orgId, { price_codes: [thisYear] })
  const monthly = { every: 1, unit: 'Month', month_on_day: 1 }
  const fields = { date: '2027-06-01', minutes: 20, price_code: 9001, billable: true, recurrence: monthly }
  await made.create(fields)
  const months = async () =>
    (await made.tasks()).map(({ date, price_code, charge, charges }) => [
      date.slice(5, 7),
      price_code,
      charge,
      charges[0].total_cost,
    ])
  return { ...made, months }
}

test('a new price list updates existing tasks from its first day on', async () => {
  const { org, months } = await inMay()
  const old = ['Self-care', 20]
  assert.deepEqual(await months(), [
    ['06', 9001, ...old],
    ['07', 9001, ...old],
    ['08', 9001, ...old],
  ])
  await importTo(db, org.orgId, { price_codes: [thisYear, nextYear] })
  const renewed = [
    ['06', 9001, ...old],
    ['07', 9002, 'Self-care 2027', 23.34],
    ['08', 9002, 'Self-care 2027', 23.34],
  ]
  assert.deepEqual(await months(), renewed)
  const { counts } = await importTo(db, org.orgId, { price_codes: [thisYear, nextYear] })
  assert.deepEqual([counts.price_codes!.unchanged, await months()], [2, renewed])
})

test('leaves what is completed or billed, names and claim types of one’s own, and other organisations', async () => {
  const [other, mine] = [await inMay(), await inMay()]
  const { org, months, tasks } = mine
  const [, july] = (await tasks()).map(({ id }) => id)
  await org.patch(`/tasks/${july}`, { completed: true })
  const { charges } = (await tasks())[2]
  await org.patch(`/task-charges/${charges[0].id}`, { name: 'Mine', claim_type: 'Telehealth' })
  await importTo(db, org.orgId, { price_codes: [nextYear] })
  assert.deepEqual((await months()).slice(1), [
    ['07', 9001, 'Self-care', 20],
    ['08', 9002, 'Mine', 23.34],
  ])
  assert.equal((await tasks())[2].charges[0].claim_type, 'Telehealth')
  assert.deepEqual((await other.months()).at(-1), ['08', 9001, 'Self-care', 20])
  const open = (await other.tasks()).at(-1).id
  await other.billable(open, 'invoiced')
  await importTo(db, other.org.orgId, { price_codes: [nextYear] })
  assert.deepEqual(
    (await other.months()).map(([, code]) => code),
    [9001, 9002, 9001],
  )
})

test('a task of the same bundle is stored as the bundle has it', async () => {
  const { org, months, tasks } = await inMay()
  const { id, title, date, charges } = (await tasks())[2]
  const row = {
    id,
    title,
    date,
    minutes: 20,
    billable: true,
    charges: [{ id: charges[0].id, price_code: 9001, total_cost: 1.5 }],
  }
  await importTo(db, org.orgId, { price_codes: [nextYear], tasks: [row] })
  assert.deepEqual(
    (await months()).map(([, code, , cost]) => [code, cost]),
    [
      [9001, 20],
      [9002, 23.34],
      [9001, 1.5],
    ],
  )
})
