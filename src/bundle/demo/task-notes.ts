import type { Draft, Task } from './client-notes.ts'
import type { Subject } from './note-cautions.ts'
import type { Random } from './random.ts'
import { afterwards } from './task-phrases.ts'

const count = 50
const minute = 60_000

/** What assignees add to tasks about clients before they tick them off. Tasks with a note already have said it. */
export function taskNotes(random: Random, tasks: readonly Task[], subjects: ReadonlyMap<number, Subject>): Draft[] {
  return tasks
    .filter(
      ({ client_id, completed, notes, title }) => client_id && completed && notes.length === 0 && afterwards[title],
    )
    .slice(-count)
    .map(({ id, title, client_id, assignee_id, updated_at }) => {
      const { first_name } = subjects.get(client_id!)!
      return {
        client_id,
        title,
        note_type: /call/i.test(title) ? 'Phone call' : /audit/i.test(title) ? 'Medication' : 'Case note',
        notes: random.pick(afterwards[title]!).replaceAll('NAME', first_name),
        author_id: assignee_id,
        source: 'web',
        task_id: id,
        at: Date.parse(updated_at) - random.between(2, 25) * minute,
      }
    })
}
