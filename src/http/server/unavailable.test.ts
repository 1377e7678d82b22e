import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onOnePostgres } from '../../../test/citus/environment.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()

test('an unavailable database is a 503 with Retry-After, never a 500', async () => {
  const org = await organisation()
  const body = { first_name: 'Ana', last_name: 'Li' }
  // PostgreSQL's error for a full disk.
  await db.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`)
  await db.query('create trigger refuse before insert on staff for each row execute function refuse()')
  const key = { 'idempotency-key': 'k1' }
  for (const headers of [{}, key]) {
    const { status, headers: sent, body: answer } = await org.post('/staff', body, headers)
    assert.deepEqual(
      [status, answer.message, sent['retry-after']],
      [503, 'The service cannot answer at the moment. Try again shortly.', '1'],
    )
  }
  await db.query('drop trigger refuse on staff')
  assert.equal((await org.post('/staff', body, key)).status, 201, 'the key was not spent on the failure')
  assert.equal((await org.get('/staff')).body.meta.total, 1)
})

test('a change whose connection is lost is a 503 that says it may have been made', async () => {
  const org = await organisation()
  await db.query(`create function cut_off() returns trigger language plpgsql as
    $$ begin raise exception 'terminating connection' using errcode = 'admin_shutdown'; end $$`)
  await db.query('create trigger cut_off before insert on staff for each row execute function cut_off()')
  const { status, body, headers } = await org.post('/staff', { first_name: 'Ana', last_name: 'Li' })
  assert.deepEqual([status, headers['retry-after']], [503, '1'])
  assert.match(body.message, /may have been made.*Idempotency-Key/)
})

test('a change whose connection is lost during the commit is a 503 that says it may have been made', {
  skip: onOnePostgres('its trigger ends a connection of one server; the trial kills servers'),
}, async () => {
  const org = await organisation()
  await db.query(`create function cut_at_commit() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
  await db.query(`create constraint trigger cut_at_commit after insert on task deferrable initially deferred
    for each row execute function cut_at_commit()`)
  const task = { title: 'Review', date: '2026-11-20' }
  const { status, body, headers } = await org.post('/tasks', task)
  assert.deepEqual([status, headers['retry-after']], [503, '1'])
  assert.match(body.message, /may have been made.*Idempotency-Key/)
  await db.query('drop trigger cut_at_commit on task')
  assert.equal((await org.post('/tasks', task)).status, 201, 'the next one finds a connection')
})
