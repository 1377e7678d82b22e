import type { Caller } from '../../access/tokens.ts'
import { type Call, type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { startOver } from '../../db/transaction.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import { Prices } from '../price-codes/prices.ts'
import { editSeries } from '../series/edit.ts'
import { deleteIfEmpty, holdSeriesOf } from '../series/series.sql.ts'
import { daysOf, makeCall } from '../series/series.ts'
import { type Asked, askedIn, asksSomething } from './asked.ts'
import { changeOf, inOrder } from './change.ts'
import { begin, clientTypeOf, type Edited, isAboutSeries, newRule, pricesCall } from './editing.ts'
import { linkErrors, linksCall } from './links.ts'
import { editable, taskRecord } from './record.ts'
import type { TaskPatch } from './tasks.schema.ts'
import { find, lockOne, type TaskRow } from './tasks.sql.ts'
import { writeCalls } from './write.ts'

/** Changes a task, or with its scope the later ones of its series too. */
export async function editTask(
  db: Queryable,
  caller: Caller,
  now: number,
  id: number,
  body: TaskPatch,
): Promise<Edited> {
  const asked = askedIn(body)
  return pipeline(db, () => edit(caller, now, id, asked, body.scope === 'this_and_following'))
}

function* edit(caller: Caller, now: number, id: number, asked: Asked, isWide: boolean): Pipeline<Edited> {
  if (isWide || !asksSomething(asked)) {
    const [[row]] = yield* send(find.call(caller.orgId, id, caller.timezone))
    const task = found(row, 'Task')
    if (!asksSomething(asked)) return { updated: [], data: taskRecord(task) }
    if (task.series_id !== null) return yield* editSeries(caller, now, task, asked)
  }
  return yield* editAlone(caller, now, id, asked, isWide)
}

function* editAlone(
  { orgId, connectionId, timezone }: Caller,
  now: number,
  id: number,
  asked: Asked,
  isWide: boolean,
): Pipeline<Edited> {
  // Who stops repeating may leave the series without a task, and then it ends.
  const stops = asked.recurrence === null
  const [[held], , [row], [links], prices] = yield* send(
    stops ? holdSeriesOf.call(orgId, id) : undefined,
    lockOne.call(orgId, id),
    find.call(orgId, id, timezone),
    linksCall(orgId, asked),
    pricesCall(orgId, asked, [id]),
  )
  const task = editable(row)
  // It began to repeat since it was looked up, or repeats in another way.
  if (isWide && task.series_id !== null) throw startOver()
  if (stops && task.series_id !== null && task.series_id !== held?.id) throw startOver()
  const known = new Prices(prices)
  const change = changeOf(task, asked, known, clientTypeOf(task, asked, links))
  const rule = newRule(asked.recurrence, task.recurrence)
  const upcoming = rule ? daysOf(rule, change.after.date, now, timezone) : undefined
  const errors = { ...linkErrors(asked, links, task.assignee?.id), ...change.errors, ...upcoming?.errors }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const updated = inOrder([...change.updated, ...(rule === undefined ? [] : ['recurrence'])])
  if (updated.length === 0) return { updated, data: taskRecord(task) }

  const begun = rule && (yield* begin(orgId, rule, change, upcoming!.next_on))
  const seriesId = begun?.id ?? (isAboutSeries(updated) ? null : task.series_id)
  const calls: Call[] = [...writeCalls(orgId, connectionId, change, updated, seriesId)]
  if (stops && held) calls.push(deleteIfEmpty.call(orgId, held.id))
  if (begun) {
    const order = { template: begun.template, days: upcoming!.days, prices: known, seriesId: begun.id }
    calls.push(makeCall(orgId, connectionId, order))
  }
  const answers = yield* sendLast(...calls, find.call(orgId, id, timezone))
  const data = taskRecord(answers.at(-1)![0] as TaskRow)
  if (!begun) return { updated, data }
  return { updated, data, series: { changed: 0, created: upcoming!.days.length, skipped: [] } }
}
