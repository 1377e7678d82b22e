import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDatabase } from '../../test/database.ts'
import { Failure } from '../failure.ts'
import { citusSteps, distribute } from './citus.ts'

const { pool, drop } = await createDatabase()
after(drop)

/** Citus as far as it is asked here: it notes which table was placed how, and refuses what Citus refuses. */
const standIn = `
  create table pg_dist_partition (place serial, logicalrelid regclass, method text, beside text);
  create function create_reference_table(name regclass) returns void language plpgsql as $$ begin
    if exists (select from pg_constraint c where c.conrelid = name and c.contype = 'f'
               and not exists (select from pg_dist_partition p where p.logicalrelid = c.confrelid)) then
      raise exception '% points at a table that is on one node only', name;
    end if;
    insert into pg_dist_partition (logicalrelid, method) values (name, 'n');
  end $$;
  create function create_distributed_table(name regclass, by text, colocate_with text) returns void language plpgsql as $$ begin
    if by <> 'org_id' or current_setting('citus.enable_unsafe_triggers') <> 'on' then
      raise exception 'not like this'; end if;
    if exists (select from pg_constraint c where c.conrelid = name and c.contype = 'f' and c.confrelid <> name
               and not exists (select from pg_dist_partition p where p.logicalrelid = c.confrelid)) then
      raise exception '% points at a table that is not there', name;
    end if;
    if exists (select from pg_index i where i.indrelid = name and (i.indisunique or i.indisexclusion)
               and not exists (select from unnest(i.indkey) k join pg_attribute a on a.attrelid = name and a.attnum = k
                               where a.attname = 'org_id')) then
      raise exception '% has a unique key without org_id', name;
    end if;
    if colocate_with <> 'none' and not exists (select from pg_dist_partition where logicalrelid = colocate_with::regclass) then
      raise exception '% is to lie beside a table that is not there', name;
    end if;
    insert into pg_dist_partition (logicalrelid, method, beside) values (name, 'h', colocate_with);
  end $$`

test('without Citus it says what to do', async () => {
  await assert.rejects(
    citusSteps(pool),
    (error) => error instanceof Failure && /create extension citus/.test(error.message),
  )
})

test('every table is placed, each behind those it points at, and a second run has nothing to do', async (t) => {
  await pool.query(standIn)
  const planned = await citusSteps(pool)
  const placed = () =>
    pool.query('select logicalrelid::text as name, method, beside from pg_dist_partition order by place')
  assert.equal((await placed()).rowCount, 0, 'a look changes nothing')

  const said: string[] = []
  const done = await distribute(pool, ({ what }) => said.push(what))
  assert.deepEqual(done, planned)
  assert.equal(said.length, done.length)
  const { rows } = await placed()
  assert.deepEqual(
    rows.filter(({ method }) => method === 'n').map(({ name }) => name),
    ['organisation', 'connection', 'access_token'],
  )
  const spread = rows.filter(({ method }) => method === 'h')
  assert.deepEqual([spread[0].name, spread[0].beside], ['staff', 'none'])
  assert.ok(spread.slice(1).every(({ beside }) => beside === 'staff'))
  const tables = await pool.query(`select count(*) as n from pg_tables where schemaname = 'public'`)
  assert.equal(rows.length, tables.rows[0].n - 2, 'all but the history of migrations and the list of Citus itself')
  const { rows: gone } = await pool.query(`select from pg_constraint where conname ~ 'owner_fk|card_overlap'`)
  assert.equal(gone.length, 0)
  assert.deepEqual(await distribute(pool, () => assert.fail('nothing is left')), [])

  await t.test('a table that came later is placed beside the others by the next run', async () => {
    await pool.query(
      'create table later (org_id bigint not null references organisation, id bigint, primary key (org_id, id))',
    )
    const steps = await distribute(pool, () => {})
    assert.ok(
      steps.some(({ sql }) => sql === `select create_distributed_table('later', 'org_id', colocate_with => 'staff')`),
    )
  })

  await t.test('a table without org_id that nobody said anything about stops it', async () => {
    await pool.query('create table stray (id bigint primary key)')
    await assert.rejects(citusSteps(pool), /nobody said where stray belongs/)
    await pool.query('drop table stray')
  })
})
