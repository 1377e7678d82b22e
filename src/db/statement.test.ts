import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { onOnePostgres } from '../../test/citus/environment.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { unregisteredStatement } from './statement.ts'
import { transaction } from './transaction.ts'

const { pool, drop } = await createDatabase({ size: 1 })
after(drop)

const text = `select current_setting('plan_cache_mode') as mode`
const planned = unregisteredStatement<[], { mode: string }>('statement.planned', text, { plan: 'each call' })
const named = unregisteredStatement<[], { mode: string }>('statement.named', text)

test('a statement is planned for its values only if declared so, alone and in a transaction', {
  skip: onOnePostgres('Citus plans every call'),
}, async () => {
  assert.equal((await named.one(pool)).mode, 'force_generic_plan')
  assert.equal((await planned.one(pool)).mode, 'force_custom_plan')
  assert.equal((await named.one(pool)).mode, 'force_generic_plan', 'on the same connection')
  await transaction(pool, async (tx) => {
    assert.equal((await planned.one(tx)).mode, 'force_custom_plan')
    assert.equal((await tx.query('select 1 as open')).rows[0].open, 1, 'the transaction goes on')
  })
  assert.equal((await named.one(pool)).mode, 'force_generic_plan')
})

test('a statement that is planned for its values cannot be part of a batch', () => {
  assert.throws(() => planned.call(), /statement.planned is planned for each call/)
})

test('lists are stored unchanged, whatever their texts contain', async () => {
  const texts = ['', 'NULL', 'a"b', 'back\\slash', '{x,y}', ' two\nlines ', null, 'é🌾']
  const sent = unregisteredStatement<[unknown, unknown, unknown, unknown], { arrived: unknown }>(
    'statement.lists',
    `select to_jsonb(row($1::text[], $2::bigint[], $3::boolean[], $4::text[])) as arrived`,
  )
  const pairs = [
    ['a', 'b'],
    ['c"', null],
  ]
  const { arrived } = await sent.one(pool, texts, [1, -2, null], [true, false], pairs)
  assert.deepEqual(arrived, { f1: texts, f2: [1, -2, null], f3: [true, false], f4: pairs })
})
