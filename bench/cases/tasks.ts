import type { Data } from '../data/data.ts'
import { againstBaseline, type Case, request, targets } from './case.ts'

/** The maximum number of tasks of one sync. */
const atOnce = 50

export function taskCases({ office }: Data): Case[] {
  const { token, tasks } = office
  const half = tasks.readable.length / 2
  const patches = (ids: number[]) =>
    ['Plan review', 'Plan review with family', 'Plan review by phone', 'Plan review at home'].flatMap((title, n) =>
      ids.map((id) => request('PATCH', `/tasks/${id}`, token, { title, assignee: tasks.staffIds[n] })),
    )
  const syncs = Array.from({ length: tasks.billable.length / atOnce }, (_, n) =>
    request('POST', '/tasks/sync-billables', token, { task_ids: tasks.billable.slice(n * atOnce, (n + 1) * atOnce) }),
  )
  return [
    againstBaseline(
      'GET /tasks/{id}, 5 charges',
      targets.reads,
      tasks.readable.map((id) => request('GET', `/tasks/${id}`, token)),
    ),
    {
      ...againstBaseline('PATCH /tasks/{id}', targets.writes, [], 'task.updated'),
      // Each side changes its own tasks, so that neither affects the other.
      reference: { program: 'baseline', requests: patches(tasks.readable.slice(0, half)) },
      tested: { program: 'service', requests: patches(tasks.readable.slice(half)) },
    },
    {
      ...againstBaseline('POST /tasks/sync-billables, 50 tasks', targets.writes, [], 'billable.created'),
      eventsEach: atOnce,
      usesSeparateRequests: true,
      reference: { program: 'baseline', requests: syncs.slice(0, syncs.length / 2), isOnce: true },
      tested: { program: 'service', requests: syncs.slice(syncs.length / 2), isOnce: true },
    },
  ]
}
