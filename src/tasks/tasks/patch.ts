import type { Caller } from '../../access/tokens.ts'
import type { Call } from '../../db/pipeline.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { normalise, type Rule } from '../../recurrence/recurrence.ts'
import { followCharges, removePending } from '../billables/billables.sql.ts'
import { insertChargeCalls, updateCharge } from '../charges/charges.sql.ts'
import {
  mayClaim,
  noPriceOn,
  notFundedBy,
  type PriceRow,
  type Prices,
  priceFor,
  priceNeeded,
} from '../price-codes/prices.ts'
import { hasPending, primaryOf } from './record.ts'
import type { Task, TaskCreate, TaskPatch } from './tasks.schema.ts'
import { type ChargeRow, findLinks, type Links, type TaskRow, updateTask } from './tasks.sql.ts'

/** The fields of a parsed body. Undefined leaves a field as it is, null clears it. */
export interface TaskFields {
  title?: string | undefined
  date?: string | undefined
  client?: number | null | undefined
  assignee?: number | null | undefined
  minutes?: number | undefined
  price_code?: number | undefined
  billable?: boolean | undefined
  completed?: boolean | undefined
  recurrence?: Rule | null | undefined
}
export interface ParsedTask extends TaskFields {
  /** The spelling of each link in the body, `client` or `client_id`, for error messages. */
  linkNames: { client: string; assignee: string }
}

/** Resolves both spellings of a link, which must agree where both are sent. */
export function parseTask(body: TaskPatch | TaskCreate): ParsedTask {
  const { title, date, client, client_id, assignee, assignee_id, minutes } = body
  const { price_code, billable, completed, recurrence } = body
  const errors: FieldErrors = {
    ...mustAgree('client', client, client_id),
    ...mustAgree('assignee', assignee, assignee_id),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    title,
    date,
    client: client === undefined ? client_id : client,
    assignee: assignee === undefined ? assignee_id : assignee,
    minutes,
    price_code,
    billable,
    completed,
    recurrence: recurrence ? normalise(recurrence) : recurrence,
    linkNames: {
      client: client === undefined ? 'client_id' : 'client',
      assignee: assignee === undefined ? 'assignee_id' : 'assignee',
    },
  }
}

const mustAgree = (name: string, link?: number | null, alias?: number | null): FieldErrors =>
  link === undefined || alias === undefined || link === alias
    ? {}
    : { [`${name}_id`]: [`${name}_id must be the same as ${name} where both are sent.`] }

/** The names of the fields that a body has, as the record spells them. */
export const namesOf = ({ linkNames: _, ...fields }: ParsedTask): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/** Loads the client and the assignee that a body names; undefined when it names neither. */
export const linksCall = (orgId: number, { client, assignee }: TaskFields) =>
  client || assignee ? findLinks.call(orgId, client ?? null, assignee ?? null) : undefined

/** The current assignee stays valid, even if they have become a supplier. */
export function linkErrors(fields: ParsedTask, links: Links | undefined, currentAssignee?: number): FieldErrors {
  const { client, assignee, linkNames } = fields
  const errors: FieldErrors = {}
  const reject = (name: string, type: string) => {
    errors[name] = [`${name} must be the id of a ${type} of this organisation.`]
  }
  if (client && !links?.client) reject(linkNames.client, 'client')
  if (assignee && assignee !== currentAssignee && !links?.assignee) reject(linkNames.assignee, 'staff member')
  return errors
}

/** The client type of a task after a patch. */
export const clientTypeAfter = (task: TaskRow, patch: TaskFields, links: Links | undefined): string | undefined =>
  (patch.client === undefined ? task : links)?.client?.client_type

/** The rule that a patch sets, null to stop repeating, undefined when the patch leaves the rule as it is. */
export const changedRule = ({ recurrence }: TaskFields, task: TaskRow): Rule | null | undefined =>
  JSON.stringify(recurrence) === JSON.stringify(task.recurrence && normalise(task.recurrence)) ? undefined : recurrence

/** The columns of a task that a patch can change. */
interface TaskValues {
  title: string
  date: string
  client_id: number | null
  assignee_id: number | null
  minutes: number
  billable: boolean
  completed: boolean
}

/** A charge to be stored; without an id it is new. PostgreSQL computes its cost from its price. */
interface ChargeValues {
  id?: number
  price: PriceRow
  name: string
  minutes: number
  claim_type: string
  /** The names of the fields that change. */
  fields: string[]
}

/** A stored task with a patch applied. */
export interface PatchedTask {
  task: TaskRow
  values: TaskValues
  charges: ChargeValues[]
  /** The primary charge after the patch. */
  primary: { price_code: number; claim_type: string } | undefined
  /** The names of the fields whose values change, `recurrence` aside. */
  updated: string[]
  errors: FieldErrors
}

/** The response of PATCH /tasks/{id}. */
export interface UpdatedTask {
  updated: string[]
  data: Task
  series?: { changed: number; created?: number; skipped: { id: number; reason: string }[] }
}

export function applyPatch(task: TaskRow, patch: TaskFields, prices: Prices, links: Links | undefined): PatchedTask {
  const values = valuesAfter(task, patch)
  const { charges, errors } = chargesAfter(task, values, patch, prices, clientTypeAfter(task, patch, links))
  const current = primaryOf(task)
  const next = charges.find(({ id }) => id === current?.id)
  const primary = next ? { price_code: next.price.id, claim_type: next.claim_type } : current
  const updated = changedNames(task, values)
  if (primary?.price_code !== current?.price_code) updated.push('price_code')
  return { task, values, charges, primary, updated: inOrder(updated), errors }
}

const valuesAfter = (task: TaskRow, patch: TaskFields): TaskValues => ({
  title: patch.title ?? task.title,
  date: patch.date ?? task.date,
  client_id: patch.client === undefined ? (task.client?.id ?? null) : patch.client,
  assignee_id: patch.assignee === undefined ? (task.assignee?.id ?? null) : patch.assignee,
  minutes: patch.minutes ?? task.minutes,
  billable: patch.billable ?? task.billable,
  completed: patch.completed ?? task.completed,
})

/** The order in which the documentation lists the names of fields. */
const names = ['title', 'date', 'client', 'assignee', 'minutes', 'price_code', 'billable', 'completed', 'recurrence']
export const inOrder = (some: readonly string[]): string[] => names.filter((name) => some.includes(name))

function changedNames(task: TaskRow, values: TaskValues): string[] {
  const current = valuesAfter(task, {})
  return (Object.keys(values) as (keyof TaskValues)[])
    .filter((name) => values[name] !== current[name])
    .map((name) => name.replace('_id', ''))
}

/**
 * The charges that a patch writes. Another price code, and a task that becomes billable, set the primary charge from the
 * price code: its name, the task's minutes, the price on the task's date. Completing a task changes neither minutes nor cost.
 * Otherwise a primary charge that has the task's minutes follows them, and a task that moves to a day with another price
 * takes that price. A value equal to the stored one is not validated, so a client can send back a record that it read.
 */
function chargesAfter(
  task: TaskRow,
  values: TaskValues,
  patch: TaskFields,
  prices: Prices,
  clientType: string | undefined,
) {
  const primary = primaryOf(task)
  const code = patch.price_code ?? primary?.price_code
  if (code === undefined) {
    const errors: FieldErrors = patch.billable ? { price_code: [priceNeeded] } : {}
    return { charges: [], errors }
  }
  const isCompleting = values.completed && !task.completed
  const becomesBillable = values.billable && !task.billable && !isCompleting
  const setsPrimary = code !== primary?.price_code || becomesBillable
  const others = (task.charges ?? []).filter((charge) => !(setsPrimary && charge.primary))
  const changesClient = values.client_id !== (task.client?.id ?? null)
  const errors: FieldErrors = changesClient ? fundingErrors(others, prices, clientType) : {}
  const charges: ChargeValues[] = []
  if (setsPrimary) {
    const { price, error } = priceFor(prices, code, values.date, clientType)
    if (error) errors.price_code = [error]
    if (!price || error) return { charges, errors }
    if (price.id === primary?.price_code && !becomesBillable) others.push(primary)
    else {
      const charge = chargeAt(price, primary, price.name, values.minutes)
      // The cost is computed too: an import may have stored another one.
      charges.push({ ...charge, fields: [...charge.fields, 'total_cost'] })
    }
  }
  for (const charge of others) {
    const followsTask = charge.primary && !isCompleting && charge.minutes === task.minutes
    const minutes = followsTask ? values.minutes : charge.minutes
    const { next, error } = chargeOn(values.date, charge, task.date, minutes, prices)
    if (error) errors.date = [`date does not fit: price code ${error}`]
    if (next) charges.push(next)
  }
  return { charges, errors }
}

/** Charges that the patch leaves must be for the new client's type too. */
function fundingErrors(charges: ChargeRow[], prices: Prices, clientType: string | undefined): FieldErrors {
  const error = charges.map(({ price_code }) => notFundedBy(prices.get(price_code)!, clientType)).find(Boolean)
  return error ? { price_code: [error] } : {}
}

/** A charge after its task's date or its minutes changed; nothing when it stays as it is. */
function chargeOn(day: string, charge: ChargeRow, currentDay: string, minutes: number, prices: Prices) {
  const current = prices.get(charge.price_code)
  if (!current || (currentDay === day && minutes === charge.minutes)) return {}
  const price = currentDay === day ? current : prices.on(charge.price_code, day)
  // A charge of an import may have had no price on the old day; it needs none on the new day.
  if (!price) return prices.on(charge.price_code, currentDay) ? { error: noPriceOn(prices, current.id, day) } : {}
  if (price.id === current.id && minutes === charge.minutes) return {}
  return { next: chargeAt(price, charge, charge.name === current.name ? price.name : charge.name, minutes) }
}

function chargeAt(price: PriceRow, charge: ChargeRow | undefined, name: string, minutes: number): ChargeValues {
  const claim_type = charge && mayClaim(price, charge.claim_type) ? charge.claim_type : price.usual_claim_type
  const values = { price_code: price.id, name, minutes, claim_type }
  const fields = (Object.keys(values) as (keyof typeof values)[]).filter((field) => values[field] !== charge?.[field])
  return { ...(charge && { id: charge.id }), price, name, minutes, claim_type, fields }
}

/** The statements that store a patched task, its charges and its pending billables. The caller has locked the task. */
export function updateCalls(
  { orgId, connectionId }: Caller,
  { task, values, charges }: PatchedTask,
  updated: string[],
  seriesId: number | null,
): Call[] {
  const { title, date, client_id, assignee_id, minutes, billable, completed } = values
  const isPending = hasPending(task)
  const staysBillable = completed && billable
  const columns = [title, date, client_id, assignee_id, minutes, billable, completed] as const
  const event = completed === task.completed ? 'task.updated' : completed ? 'task.completed' : 'task.reopened'
  return [
    // Every transaction locks the counters of billables before those of tasks.
    ...(isPending && !staysBillable ? [removePending.call(orgId, connectionId, [task.id], null)] : []),
    ...charges.flatMap(({ id, price, name, minutes, claim_type, fields }) =>
      id === undefined
        ? insertChargeCalls(orgId, connectionId, task.id, { price, name, minutes, claim_type, isPrimary: true })
        : updateCharge.call(orgId, connectionId, id, price.id, name, minutes, claim_type, true, fields),
    ),
    updateTask.call(orgId, connectionId, task.id, ...columns, seriesId, event, updated),
    ...(isPending && staysBillable ? [followCharges.call(orgId, connectionId, task.id)] : []),
  ]
}
