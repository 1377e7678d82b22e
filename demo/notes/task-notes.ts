import type { Random } from '../random.ts'
import type { Subject } from './cautions.ts'
import type { Draft, Task } from './drafts.ts'
import { afterwards } from './task-phrases.ts'

const count = 90
const minute = 60_000

/** Notes of assignees on tasks about clients, before completion. Tasks with a note get none, and no text is used twice for a client. */
export function taskNotes(random: Random, tasks: readonly Task[], subjects: ReadonlyMap<number, Subject>): Draft[] {
  const used = new Set<string>()
  return tasks
    .filter(
      ({ client_id, completed, notes, title }) => client_id && completed && notes.length === 0 && afterwards[title],
    )
    .slice(-count)
    .flatMap(({ id, title, client_id, assignee_id, updated_at }): Draft | [] => {
      const { first_name } = subjects.get(client_id!)!
      const left = afterwards[title]!.filter((text) => !used.has(`${client_id} ${text}`))
      if (left.length === 0) return []
      const text = random.pick(left)
      used.add(`${client_id} ${text}`)
      return {
        client_id,
        title,
        note_type: /call/i.test(title) ? 'Phone call' : /audit/i.test(title) ? 'Medication' : 'Case note',
        notes: text.replaceAll('NAME', first_name),
        author_id: assignee_id,
        source: 'web',
        task_id: id,
        at: Date.parse(updated_at) - random.between(2, 25) * minute,
      }
    })
}
