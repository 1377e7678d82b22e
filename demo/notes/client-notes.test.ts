import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { localOf } from '../../src/time/local-time.ts'
import { providerBundle } from '../bundle.ts'

type Row = Record<string, any>
type Demo = Record<'clients' | 'staff' | 'tasks' | 'shifts' | 'notes' | 'note_templates', Row[]>
const zone = 'Australia/Sydney'
const between = (value: number, low: number, high: number, what = '') =>
  assert.ok(low <= value && value <= high, `${what} ${value} is not from ${low} to ${high}`)
const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** A Sunday, a night, a holiday, and an hour at which the office begins. */
for (const instant of [
  '2026-11-15T02:00:00Z',
  '2026-07-01T15:00:00Z',
  '2027-12-31T22:00:00Z',
  '2028-02-24T21:31:00Z',
]) {
  describe(`the demo’s notes about clients as of ${instant}`, () => {
    const now = Date.parse(instant)
    const { clients, tasks, shifts, notes, note_templates } = providerBundle(now) as unknown as Demo
    const shiftOf = new Map(shifts.map((shift) => [shift.id, shift]))
    const taskOf = new Map(tasks.map((task) => [task.id, task]))
    const clientOf = new Map(clients.map((client) => [client.id, client]))
    const of = (kind: string) => notes.filter((note) => note.kind === kind)
    /** Whom a note is about. */
    const aboutOf = (note: Row): number[] =>
      note.client_id === null ? (shiftOf.get(note.shift_id)?.client_ids ?? []) : [note.client_id]

    test('are about 1,200 of every kind and type, a few clients with many, one of them with a full block', () => {
      between(notes.length, 1_100, 1_300)
      between(of('General').length, 300, 380)
      between(of('Task').length, 40, 90)
      between(of('Appointment').length, 800, 880)
      for (const type of ['Progress note', 'Phone call', 'Medication', 'Incident', 'Case note', 'Handover']) {
        between(notes.filter(({ note_type }) => note_type === type).length, 15, 800, type)
      }
      const count = new Map<number, number>()
      const nested = shifts.flatMap((shift) => shift.notes.map(() => shift.client_ids))
      for (const id of [...notes.map(aboutOf), ...nested].flat()) count.set(id, (count.get(id) ?? 0) + 1)
      const most = [...count.values()].sort((a, b) => b - a)
      assert.ok(most[0]! > 300 && most[1]! > 80 && most[3]! > 20, String(most.slice(0, 5)))
      assert.ok(count.size > 80, String(count.size))
    })

    test('were written in the past year, after their client was created, and never about a future day', () => {
      const today = localOf(now, zone).slice(0, 10)
      for (const note of notes) {
        const { date, created_at, updated_at } = note
        const written = Date.parse(created_at)
        between(now - written, 0, 367 * 86_400_000, created_at)
        assert.ok(created_at <= updated_at && Date.parse(updated_at) <= now, updated_at)
        assert.ok(date === null || (date <= today && date <= localOf(written, zone).slice(0, 10)), date)
        for (const id of aboutOf(note)) assert.ok(clientOf.get(id)!.created_at < created_at, `${id} ${created_at}`)
      }
    })

    test('of shifts are by staff and about clients of the shift, written at its end', () => {
      for (const { shift_id, author_id, client_id, created_at, date, source } of of('Appointment')) {
        const shift = shiftOf.get(shift_id)!
        assert.ok(shift.attendance.some(({ staff_id, check_out }: Row) => staff_id === author_id && check_out))
        assert.ok(client_id === null ? shift.client_ids.length === 1 : shift.client_ids.includes(client_id))
        const local = localOf(Date.parse(created_at), zone)
        assert.ok(shift.start < local && local < shift.end, local)
        assert.deepEqual([date, source], [null, 'app'])
      }
    })

    test('of tasks are by the assignee, about the task’s client, before completion', () => {
      for (const { task_id, author_id, client_id, created_at } of of('Task')) {
        const { assignee_id, completed, updated_at, ...task } = taskOf.get(task_id)!
        assert.deepEqual([author_id, client_id, completed], [assignee_id, task.client_id, true])
        assert.ok(task.created_at < created_at && created_at < updated_at)
      }
    })

    test('of tasks repeat no text for a client', () => {
      const nested = tasks.flatMap((task) =>
        task.notes.map(({ notes: text }: Row) => [task.client_id ?? task.title, text]),
      )
      const all = [...nested, ...of('Task').map((note) => [note.client_id, note.notes])].map(String)
      assert.deepEqual(
        all.filter((one, place) => all.indexOf(one) !== place),
        [],
      )
    })

    test('of the office were written on workdays in office hours', () => {
      for (const { created_at } of of('General')) {
        const [date, time] = localOf(Date.parse(created_at), zone).split(' ') as [string, string]
        assert.ok(weekday(date) % 6 !== 0 && '08:30:00' <= time && time <= '17:30:00', `${date} ${time}`)
      }
    })

    test('seldom repeat a text, have no he or she, and no unreplaced placeholder', () => {
      const times = new Map<string, number>()
      for (const { notes: text, title } of notes) {
        times.set(text, (times.get(text) ?? 0) + 1)
        assert.doesNotMatch(`${title} ${text}`, /\b(s?he|him|his|hers?|himself|herself)\b/i)
        assert.doesNotMatch(`${title} ${text}`, /NAME|WHO|MIN|undefined|\$\{/)
        assert.match(text, /^\p{Lu}.*\.$/u)
      }
      between(Math.max(...times.values()), 1, 4)
    })

    test('are most notes of shifts: the few nested in shifts fit any time and client', () => {
      const nested = shifts.flatMap(({ notes }) => notes)
      between(nested.length, 10, 30)
      const times = new Map<string, number>()
      for (const { notes: text } of [...nested, ...of('Appointment')]) times.set(text, (times.get(text) ?? 0) + 1)
      between(Math.max(...times.values()), 1, 8)
      for (const { notes: text } of nested) {
        assert.doesNotMatch(
          text,
          /\b(morning|afternoon|evening|night|breakfast|lunch|dinner|tablets?|drank|ate|slept|shower)\b/i,
        )
      }
    })

    test('match the time of day, the weekday and the season', () => {
      for (const { shift_id, notes: text } of of('Appointment')) {
        const { start, end } = shiftOf.get(shift_id)!
        const [from, to] = [start.slice(11, 13), end.slice(11, 13)]
        if (/breakfast|morning/i.test(text)) assert.ok(from < '10' || to < '10', `${start}: ${text}`)
        if (/lunch/i.test(text)) assert.ok((from <= '12' && '12' < to) || /tomorrow/.test(text), `${start}: ${text}`)
        if (/dinner|evening tablets/i.test(text)) assert.ok('17' < to, `${start}: ${text}`)
        if (/slept|asleep/i.test(text)) assert.ok(from < '10' || '21' <= from || '22' === to, `${start}: ${text}`)
        if (/heater/.test(text)) assert.match(end, /^\d{4}-0[4-9]-/, text)
        if (/day program/.test(text)) assert.ok(weekday(end.slice(0, 10)) % 6 !== 0, `${start}: ${text}`)
      }
    })

    test('have the client’s cautions, always the same, and no food that contradicts them', () => {
      const known = new Map<number, string>()
      for (const note of notes.filter(({ kind, note_type }) => kind === 'Appointment' || note_type === 'Incident')) {
        const [id] = aboutOf(note) as [number]
        const cautions = JSON.stringify(note.shift_cautions)
        assert.equal(known.get(id) ?? cautions, cautions)
        known.set(id, cautions)
        const isSoft = /dysphagia/.test(cautions)
        assert.ok(/falls/.test(cautions) || !/(the|a) frame\b/.test(note.notes), note.notes)
        if (note.kind !== 'Appointment') continue
        assert.ok(
          !isSoft || !/toast|bread|sandwich|wraps|taco|salad|juice|glass of|cup of tea|roast/i.test(note.notes),
          note.notes,
        )
        assert.ok(isSoft || !/thickened|minced|mashed|no coughing/i.test(note.notes), note.notes)
      }
      for (const code of ['falls', 'dysphagia', 'allergy']) {
        assert.ok(
          [...known.values()].some((cautions) => cautions.includes(`"${code}"`)),
          code,
        )
      }
    })

    test('have answers to two templates, files, and some revisions', () => {
      assert.equal(note_templates.length, 2)
      for (const template of note_templates) {
        const those = notes.filter((note) => note.template?.id === template.id)
        between(those.length, 20, 120, template.name)
        for (const { answers, template: named } of those) {
          assert.equal(named.name, template.name)
          assert.deepEqual(
            answers.map(({ key, label }: Row) => ({ key, label })),
            template.questions,
          )
          for (const { value } of answers) assert.notEqual(value ?? null, null)
        }
      }
      const files = notes.flatMap(({ attachments }) => attachments)
      assert.equal(new Set(files.map(({ id }) => id)).size, files.length)
      for (const type of ['image/jpeg', 'application/pdf']) {
        assert.ok(files.filter(({ content_type }) => content_type === type).length > 5, type)
      }
      const edited = notes.filter(({ revisions }) => revisions)
      between(edited.length, 3, 40)
      for (const { revisions, notes: text } of edited)
        assert.ok(text.startsWith(revisions[0].notes) && text !== revisions[0].notes)
    })
  })
}
