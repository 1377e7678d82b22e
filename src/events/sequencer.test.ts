import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onOnePostgres } from '../../test/citus/environment.ts'
import { randomFrom } from '../../test/factories/roster/history.ts'
import { rosterOf, setClock } from '../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../test/harness/harness.ts'
import { untilLockWait } from '../../test/harness/locks.ts'
import { deleteOrganisation } from '../access/delete-organisation.ts'
import { Sequencer } from './sequencer.ts'

const { db, clock, organisation, numberEvents } = await harness()
setClock(clock)

interface Event {
  id: number
  type: string
  subject: { id: number }
  detail: { reason?: string } | null
}

/** Follows the feed from the beginning until `isOver`, with pages of random sizes. */
async function follow(org: Organisation, below: (n: number) => number, isOver: () => boolean, types = '*') {
  const events: Event[] = []
  let after = 0
  for (;;) {
    const wasOver = isOver()
    const { status, body } = await org.get(`/events?after=${after}&limit=${1 + below(60)}&types=${types}`)
    assert.equal(status, 200)
    events.push(...body.data)
    if (wasOver && body.meta.next === body.meta.latest && body.data.length === 0) return events
    after = body.meta.next
  }
}

/** A transaction with an event that stays open until it is ended. */
async function openTransaction({ orgId }: Organisation, subject: number) {
  const client = await db.connect()
  await client.query('begin')
  await client.query(`insert into event (org_id, type, subject_id) values ($1, 'client.created', $2)`, [orgId, subject])
  return async (end: 'commit' | 'rollback') => {
    await client.query(end)
    client.release()
  }
}

for (const seed of [1, 2]) {
  test(`8 writers, 3 sequencers and 3 readers: every reader sees 1 to n, each committed event once (seed ${seed})`, async () => {
    const org = await organisation()
    const { create } = rosterOf(db, org)
    const below = randomFrom(seed)
    const staff: number[] = []
    for (let n = 0; n < 5; n++)
      staff.push((await org.post('/staff', { first_name: 'Ana', last_name: `L${n}`, status: 'Active' })).body.data.id)
    const late = await openTransaction(org, 900_001)
    const aborted = await openTransaction(org, 900_002)

    /** The reasons of the changes of each staff member with their times, as responses have them. */
    const history = new Map(staff.map((id) => [id, [] as { reason: string; updated_at: string }[]]))
    const changeStatus = async (reason: string) => {
      const id = staff[below(staff.length)]!
      const status = below(2) ? 'Active' : 'Inactive'
      const before = below(2) ? { 'idempotency-key': `${seed}-${reason}` } : {}
      const { status: code, body } = await org.post(`/staff/${id}/status`, { status, reason }, before)
      assert.ok(code === 200 || code === 422, JSON.stringify(body))
      if (code === 200) history.get(id)!.push({ reason, updated_at: body.data.updated_at })
    }
    const writer = async (number: number) => {
      for (let n = 0; n < 25; n++) {
        const kind = below(20)
        if (kind === 0) {
          // A series of 85 shifts is one transaction.
          const { status, body } = await create({ recurrence: { unit: 'Day' } })
          assert.equal(status, 201, JSON.stringify(body))
        } else if (kind === 1) {
          assert.equal((await org.post('/staff', { first_name: 'Ana', last_name: 1 })).status, 422)
        } else if (kind === 2) {
          const end = await openTransaction(org, 900_100 + number * 100 + n)
          await end(below(2) ? 'commit' : 'rollback')
        } else await changeStatus(`${number}-${n}`)
      }
    }
    let isWritten = false
    let isNumbered = false
    const sequencers = Array.from({ length: 3 }, async () => {
      const sequencer = new Sequencer({ db })
      while (!isWritten) {
        await sequencer.numberAll()
        await new Promise(setImmediate)
      }
    })
    const readers = ['*', '*', 'staff.*'].map((types, n) => {
      return follow(org, randomFrom(seed * 10 + n), () => isNumbered, types)
    })
    await Promise.all(Array.from({ length: 8 }, (_, number) => writer(number)))
    await Promise.all([late('commit'), aborted('rollback')])
    isWritten = true
    await Promise.all(sequencers)
    await numberEvents()
    isNumbered = true
    const [first, second, ofStaff] = await Promise.all(readers)

    const { rows } = await db.query('select seq as id, type, subject_id from event where org_id = $1 order by seq', [
      org.orgId,
    ])
    assert.ok(rows.length > 150, `${rows.length} events`)
    assert.deepEqual(
      first!.map(({ id }) => id),
      rows.map((_, n) => n + 1),
    )
    const plain = (events: Event[]) => events.map(({ id, type, subject }) => ({ id, type, subject_id: subject.id }))
    assert.deepEqual(plain(first!), rows)
    assert.deepEqual(second, first)
    assert.deepEqual(
      ofStaff,
      first!.filter(({ type }) => type.startsWith('staff.')),
    )
    assert.ok(
      rows.some(({ subject_id }) => subject_id === 900_001) && !rows.some(({ subject_id }) => subject_id === 900_002),
    )
    for (const [id, changes] of history) {
      const changed = first!.filter(({ type, subject }) => type === 'staff.status_changed' && subject.id === id)
      const inOrder = [...changes].sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1)).map(({ reason }) => reason)
      const recorded = changed.map(({ detail }) => detail!.reason!)
      // A change to the same status is no event.
      assert.deepEqual(
        recorded,
        inOrder.filter((reason) => recorded.includes(reason)),
      )
    }
  })
}

/** Events without a number. */
const insertEvents = ({ orgId }: Organisation, count: number) =>
  db.query(
    `insert into event (org_id, type, subject_id) select $1, 'client.updated', 1 from generate_series(1, $2::int)`,
    [orgId, count],
  )
const headOf = async ({ orgId }: Organisation): Promise<number> =>
  (await db.query('select coalesce(max(head), 0) as head from feed where org_id = $1', [orgId])).rows[0].head

test('an organisation does not wait for the backlog of another, and a stop ends the run after a batch', async () => {
  const [large, small] = [await organisation(), await organisation()]
  await numberEvents()
  await insertEvents(large, 5000)
  await insertEvents(small, 3)
  const numbered: number[] = []
  const sequencer: Sequencer = new Sequencer({
    db,
    onNumbered: (orgId) => {
      numbered.push(orgId)
      if (orgId === small.orgId) void sequencer.stop()
    },
  })
  await sequencer.look()
  assert.ok(numbered.includes(small.orgId) && numbered.length <= 2, JSON.stringify(numbered))
  assert.deepEqual([await headOf(small), (await headOf(large)) <= 500], [3, true])
  await numberEvents()
  assert.equal(await headOf(large), 5000)
})

test('two sequencers that find no feed of an organisation, while a third makes it, leave no gap', {
  skip: onOnePostgres('it waits for locks of one server'),
}, async () => {
  // A statement that waits for longer than a tenth of a second ends the attempt.
  for (let attempt = 0; attempt < 5; attempt++) {
    const org = await organisation()
    await insertEvents(org, 2)
    const [first, second] = [await db.connect(), await db.connect()]
    // The last of a sequencer's statements reads webhooks: it waits between looking for the feed and numbering.
    await first.query('begin; lock table webhook in access exclusive mode')
    // And then until both have begun to number.
    await second.query('begin')
    await second.query('select from event where org_id = $1 for update', [org.orgId])
    let isOver = false
    const numbering = Promise.all([1, 2].map(() => new Sequencer({ db }).numberAll())).then(() => {
      isOver = true
    })
    await untilLockWait(db, 2, () => isOver)
    await db.query('insert into feed (org_id) values ($1) on conflict do nothing', [org.orgId])
    for (const other of [first, second]) {
      await other.query('rollback')
      if (other === first) await untilLockWait(db, 2, () => isOver)
      other.release()
    }
    await numbering
    await insertEvents(org, 1)
    await numberEvents()
    const { data, meta } = (await org.get('/events')).body
    assert.deepEqual([data.map(({ id }: Event) => id), meta.latest], [[1, 2, 3], 3])
  }
})

test('the deletion of an organisation and the sequencer do not wait for each other, and others go on', {
  skip: onOnePostgres('it waits for locks of one server'),
}, async () => {
  const [deleted, other] = [await organisation(), await organisation()]
  await insertEvents(deleted, 1)
  const sequencer = new Sequencer({ db })
  await sequencer.numberAll()
  await insertEvents(deleted, 1)
  await insertEvents(other, 1)
  const deletion = await db.connect()
  await deletion.query('begin')
  await deleteOrganisation(deletion, deleted.orgId)
  // Neither one that has numbered its events before, nor a new one.
  await sequencer.numberAll()
  await numberEvents()
  assert.equal(await headOf(other), 1)
  await deletion.query('commit')
  deletion.release()
  await numberEvents()
  const { rows } = await db.query('select from feed where org_id = $1', [deleted.orgId])
  assert.deepEqual(rows, [])
})
