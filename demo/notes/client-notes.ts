import { stamped } from '../dates.ts'
import type { Random } from '../random.ts'
import { subjectOf } from './cautions.ts'
import { type Client, type Draft, daily, incident, questions, type Shift, type Task } from './drafts.ts'
import { officeNotes } from './office-notes.ts'
import { shiftNotes } from './shift-notes.ts'
import { taskNotes } from './task-notes.ts'

const founded = { created_at: '2024-11-18T00:30:00.000000Z', updated_at: '2024-11-18T00:30:00.000000Z' }
const questionRows = (labels: object) => Object.entries(labels).map(([key, label]) => ({ key, label }))
interface NoteSources {
  shifts: Shift[]
  tasks: Task[]
  clients: Client[]
  office: { coordinators: { id: number }[]; nurses: { id: number }[] }
}

/** A year of notes about clients: by carers at the end of shifts, and by the office about calls, incidents and tasks. */
export function makeClientNotes(random: Random, now: number, { shifts, tasks, clients, office }: NoteSources) {
  const subjects = new Map(clients.map((client) => [client.id, subjectOf(random, client)]))
  const ofShifts = shiftNotes(random, shifts, subjects)
  const general = officeNotes(random, now, { shifts, clients, subjects, office })
  const since = new Map(clients.map(({ id, created_at }) => [id, created_at]))
  const ofTasks = taskNotes(
    random,
    tasks.filter(({ client_id, created_at }) => client_id && since.get(client_id)! < created_at),
    subjects,
  )
  let file = 0
  const rows = (kind: string, drafts: Draft[], before: number) =>
    drafts
      .sort((a, b) => a.at - b.at)
      .map((draft, index) => {
        const attachments = (draft.files ?? []).map((name) => ({ id: ++file, name, ...kindOf(random, name) }))
        return rowOf(kind, before + index + 1, draft, attachments)
      })
  return {
    note_templates: [
      { ...daily, questions: questionRows(questions.daily), ...founded },
      { ...incident, questions: questionRows(questions.incident), ...founded },
    ],
    notes: [
      ...rows('General', general, 0),
      ...rows('Task', ofTasks, highest(tasks)),
      ...rows('Appointment', ofShifts, highest(shifts)),
    ],
  }
}

const highest = (owners: { notes: { id: number }[] }[]) =>
  Math.max(0, ...owners.flatMap(({ notes }) => notes.map(({ id }) => id)))

const kindOf = (random: Random, name: string) =>
  name.endsWith('.pdf')
    ? { content_type: 'application/pdf', size: random.between(60_000, 400_000) }
    : { content_type: 'image/jpeg', size: random.between(900_000, 3_800_000) }

function rowOf(kind: string, id: number, draft: Draft, attachments: object[]) {
  const { title = null, date = null, answers = [], cautions = [], at, updated = at, files, ...fields } = draft
  const { client_id, note_type, notes, author_id, source, ...further } = fields
  return {
    ...{ id, kind, client_id, title, note_type, notes, date, author_id, source, attachments, answers },
    shift_cautions: cautions,
    ...further,
    created_at: stamped(at),
    updated_at: stamped(updated),
  }
}
