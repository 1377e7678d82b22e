import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { createDatabase, databaseUrl } from '../../test/harness/database.ts'
import { openPool } from './connect/pool.ts'
import { transaction } from './transaction.ts'

const { pool, address, drop } = await createDatabase()
after(drop)
await pool.query('create table thing (name text primary key)')
const names = async () => (await pool.query('select name from thing order by name')).rows.map(({ name }) => name)
const add = (name: string) => ({ text: 'insert into thing values ($1)', values: [name] })

describe('transaction', () => {
  test('a savepoint that fails rolls back itself only; an outer one that fails rolls back both', async () => {
    await transaction(pool, async (tx) => {
      await tx.query(add('first'))
      await transaction(tx, async (step) => {
        await step.query(add('around'))
        await transaction(step, (inner) => inner.query(add('first'))).catch(() => {})
        throw new Error('the step around fails after all')
      }).catch(() => {})
      await transaction(tx, (step) => step.query(add('later')))
    })
    assert.deepEqual(await names(), ['first', 'later'])
  })

  test('after a deadlock one transaction is retried, and both succeed', async () => {
    await pool.query(`insert into thing values ('a'), ('b')`)
    let waiting = 0
    let meet: () => void
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    const swap = (one: string, other: string) =>
      transaction(pool, async (tx) => {
        await tx.query('select 1 from thing where name = $1 for update', [one])
        if (++waiting === 2) meet()
        await met
        await tx.query('select 1 from thing where name = $1 for update', [other])
        return one
      })
    assert.deepEqual(await Promise.all([swap('a', 'b'), swap('b', 'a')]), ['a', 'b'])
    assert.ok(waiting > 2, 'one of them ran twice')
  })
})

describe('openPool', () => {
  test('uses UTC when the URL has options of its own and the database another zone', {
    skip: inOneProcess('a pooler drops the options of an address'),
  }, async (t) => {
    await pool.query(
      `do $$ begin execute format('alter database %I set timezone = ''Asia/Tokyo''', current_database()); end $$`,
    )
    const theirs = openPool({ connectionString: `${databaseUrl(address)}&options=-c%20work_mem%3D5MB` })
    t.after(() => theirs.end())
    const { rows } = await theirs.query(
      `select current_setting('TimeZone') as zone, current_setting('work_mem') as memory`,
    )
    assert.deepEqual(rows, [{ zone: 'UTC', memory: '5MB' }])
  })
})
