import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Organisation } from '../../harness/harness.ts'
import { rosterOf } from '../roster/roster.ts'

/** A client with a general note and one of a task, of a day when neither was edited. */
export async function notesToEdit(db: pg.Pool, org: Organisation) {
  const { client, staff, shift } = rosterOf(db, org)
  const id = await client()
  const body = { notes: 'Joan is well.', title: 'Call', note_type: 'Phone call', date: '2026-11-02' }
  const general = (await org.post(`/clients/${id}/notes`, body)).body.data
  const task = (await org.post('/tasks', { title: 'Plan', date: '2026-11-20', client: id })).body.data.id as number
  const added = (await org.post(`/tasks/${task}/notes`, { notes: 'Call first', type: 'Reminder' })).body.data
    .id as number
  const ofTask = (await org.get(`/notes/task:${added}`)).body.data
  return { org, client, staff, shift, id, general, task, ofTask }
}
export const edits = async (org: Organisation) => (await org.events()).filter(({ type }) => type === 'note.updated')
export const revisions = async (org: Organisation, ref: string) => {
  const { status, body } = await org.get(`/notes/${ref}/revisions`)
  assert.equal(status, 200)
  return body.data as any[]
}
