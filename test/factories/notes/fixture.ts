import assert from 'node:assert/strict'
import fc from 'fast-check'
import type pg from 'pg'
import { sealNotes } from '../../../src/notes/search/seal.ts'
import type { Organisation } from '../../harness/harness.ts'
import { connections, dayArbitrary, type NoteParents, noteArbitrary, textArbitrary } from '../../oracles/notes.ts'
import { rosterOf } from '../roster/roster.ts'
import { notesOf, storeNotes } from './notes.ts'

const nat = fc.nat({ max: 10_000 })

/** Two clients that share a group shift, with tasks and shifts of their own, staff, and templates. */
export async function makeFixture(db: pg.Pool, org: Organisation) {
  const { staff, client, shift } = rosterOf(db, org)
  const clients = [await client('Joan'), await client('Max')]
  const people = [await staff('Ann'), await staff('Annabel'), await staff('Müller-Bot')]
  const task = async (of: number): Promise<number> =>
    (await org.post('/tasks', { title: 'Plan', date: '2026-11-20', client: of })).body.data.id
  const tasks = await Promise.all([0, 0, 1, 1, 1].map((index) => task(clients[index]!)))
  const group = { type: 'group', staff_ids: [] }
  const shifts = [await shift({ ...group, client_ids: clients }), await shift({ ...group, client_ids: [clients[1]] })]
  const { rows } = await db.query(
    `insert into note_template (org_id, name) values ($1, 'Daily'), ($1, 'Weekly') returning id`,
    [org.orgId],
  )
  const ids = (await db.query('select id from shift where org_id = $1 order by id', [org.orgId])).rows
  return {
    ...{
      org,
      clients,
      people,
      tasks,
      refs: shifts.map(({ ref }) => ref as string),
      shifts: ids.map(({ id }) => id as number),
    },
    templates: rows.map(({ id }) => id as number),
  }
}
export type NotesFixture = Awaited<ReturnType<typeof makeFixture>>

/** Stores `count` reproducible notes of one client, with its tasks and shifts. */
export async function fill(db: pg.Pool, made: NotesFixture, index: 0 | 1, count: number, from: number) {
  const { org, people, templates, clients, tasks, shifts } = made
  const parents = index === 0 ? [tasks.slice(0, 2), shifts.slice(0, 1)] : [tasks.slice(2), shifts]
  const parentsOf: NoteParents = {
    people,
    templates,
    clients,
    parents: { 1: [clients[index]!], 2: parents[0]!, 3: parents[1]! },
  }
  await storeNotes(db, org, fc.sample(noteArbitrary(parentsOf), { numRuns: count, seed: from }))
}

const name = fc.constantFrom('Ann', 'Bela', 'Über', 'Recall', 'Phone')
export const stepArbitrary = fc.oneof(
  fc.record({
    does: fc.constant('edit' as const),
    note: nat,
    text: textArbitrary,
    type: fc.constantFrom('General', 'Called'),
  }),
  fc.record({ does: fc.constant('title' as const), note: nat, text: fc.option(textArbitrary) }),
  fc.record({ does: fc.constant('date' as const), note: nat, day: dayArbitrary }),
  fc.record({
    does: fc.constant('shift dates' as const),
    modulo: fc.integer({ min: 2, max: 9 }),
    days: fc.integer({ min: -9, max: 9 }),
  }),
  fc.record({ does: fc.constant('add' as const), text: textArbitrary, day: dayArbitrary, index: nat }),
  fc.record({ does: fc.constant('delete task' as const), index: nat }),
  fc.record({ does: fc.constant('move task' as const), index: nat, to: fc.constantFrom(0, 1, undefined) }),
  fc.record({ does: fc.constant('clients of a shift' as const), to: fc.constantFrom([0], [1], [0, 1]) }),
  fc.record({ does: fc.constant('rename' as const), index: nat, name }),
  fc.record({ does: fc.constant('write as' as const), note: nat, index: nat }),
  fc.record({ does: fc.constant('seal' as const) }),
)
export type Step = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never

/** Applies one change to the notes of either client. */
export async function applyStep(db: pg.Pool, { org, clients, tasks, refs, people }: NotesFixture, step: Step) {
  const patch = async (pick: number, body: object) => {
    const all = (await Promise.all(clients.map((id) => notesOf(db, org, id)))).flat().filter(({ kind }) => kind !== 3)
    const { status, text } = await org.patch(`/notes/${all[pick % all.length]!.ref}`, body)
    assert.equal(status, 200, text)
  }
  const assertOk = ({ status, text }: { status: number; text: string }) => assert.ok(status < 300, text)
  switch (step.does) {
    case 'edit':
      return patch(step.note, { notes: step.text, note_type: step.type })
    case 'title':
      return patch(step.note, { title: step.text })
    case 'date':
      return patch(step.note, { date: step.day })
    case 'shift dates':
      for (const table of ['note', 'task_note', 'shift_note'])
        await db.query(`update ${table} set date = date + $3::int where org_id = $1 and id % $2 = 0`, [
          ...[org.orgId, step.modulo, step.days],
        ])
      return
    case 'add':
      return assertOk(await org.post(`/clients/${clients[step.index % 2]}/notes`, { notes: step.text, date: step.day }))
    case 'delete task':
      if (tasks.length > 2) assertOk(await org.delete(`/tasks/${tasks.splice(step.index % tasks.length, 1)[0]}`))
      return
    case 'move task':
      return assertOk(
        await org.patch(`/tasks/${tasks[step.index % tasks.length]}`, {
          client: step.to === undefined ? null : clients[step.to],
        }),
      )
    case 'clients of a shift':
      return assertOk(await org.patch(`/shifts/${refs[0]}`, { client_ids: step.to.map((index) => clients[index]) }))
    case 'rename':
      return assertOk(await org.patch(`/staff/${people[step.index % people.length]}`, { first_name: step.name }))
    case 'write as':
      await db.query('update note set author_id = null, author_name = $3 where org_id = $1 and id % 5 = $2 % 5', [
        ...[org.orgId, step.note, connections[step.index % connections.length]],
      ])
      return
    case 'seal':
      return sealNotes(db)
  }
}
