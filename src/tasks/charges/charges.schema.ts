import { type Static, type TProperties, Type } from 'typebox'
import { claimTypes } from '../../clients/funding.ts'
import { maxCharges } from '../../http/contract/record-limits.ts'
import { closed, IdParams, id, oneOf, ref, visibleText } from '../../http/contract/schema.ts'
import { chargeExample, maxMinutes, Task, tags, taskExample } from '../tasks/tasks.schema.ts'

/** Bodies. */
const required = {
  price_code: id('Id of a price code for the task’s client, with a price on the task’s date'),
}
const optional = {
  minutes: Type.Integer({ minimum: 0, maximum: maxMinutes }),
  claim_type: oneOf(claimTypes, { description: 'A claim type that the price code lists' }),
  name: visibleText(255),
}

export const TaskChargeCreate = Type.Object(
  { ...required, ...Type.Partial(Type.Object(optional)).properties },
  { ...closed, $id: 'TaskChargeCreate' },
)
export const TaskChargePatch = Type.Partial(Type.Object({ ...required, ...optional }), {
  ...closed,
  $id: 'TaskChargePatch',
})

export type TaskChargeCreate = Static<typeof TaskChargeCreate>
export type TaskChargePatch = Static<typeof TaskChargePatch>

/** Operations. Every response has the whole task. */
const withTask = (properties: TProperties) => Type.Object({ ...properties, data: ref(Task) })
const billed = 'A billed task is rejected with 422.'
const priced =
  'The price is that of the code on the task’s date. If the price code with this id is not in effect then, another one with the same code is used. An unknown code, a code without a price on that day, a code for another client type and a claim type that the code does not list are rejected with 422.'

const travel = {
  ...{ id: 126, name: 'Travel', price_code: 14, minutes: 20, total_cost: 22.52, claim_type: 'Travel', primary: false },
}
const withTravel = { ...taskExample, charges: [chargeExample, travel] }

export const addCharge = {
  operationId: 'addTaskCharge',
  sdk: 'tasks.addCharge',
  summary: 'Add a charge to a task',
  description: `Adds a charge to a task. The first charge is the primary one. By default the minutes are the task’s, the name is the price code’s, and the claim type is Standard or the first one that the code lists. A task has at most ${maxCharges} charges. ${priced} ${billed}`,
  tags,
  params: IdParams,
  body: ref(TaskChargeCreate),
  returns: 'The id of the created charge, and its task.',
  response: { 201: withTask({ created: id('Id of the created charge') }) },
  examples: {
    requests: [{ path: { id: 50 }, body: { price_code: 18, minutes: 20, claim_type: 'Standard' } }],
    response: { created: 126, data: withTravel },
  },
}

const shorter = { ...travel, minutes: 10, total_cost: 11.26 }
export const changeCharge = {
  operationId: 'updateTaskCharge',
  sdk: 'taskCharges.update',
  summary: 'Update a charge',
  description: `Updates only the fields in the body. The cost is computed again if the minutes or the price code change. Another price code also replaces a name that was the old code’s and a claim type that the new code does not list, unless the body has them. A pending billable of the charge is updated too. ${priced} ${billed}`,
  tags,
  params: IdParams,
  body: ref(TaskChargePatch),
  returns: 'The task with the updated charge, and the names of the fields that changed.',
  response: {
    200: withTask({ updated: Type.Array(Type.String(), { description: 'Names of the fields that changed' }) }),
  },
  examples: {
    requests: [
      { name: 'minutes', path: { id: 126 }, body: { minutes: 10 } },
      { name: 'price', path: { id: 126 }, body: { price_code: 14 } },
    ],
    response: { updated: ['minutes'], data: { ...taskExample, charges: [chargeExample, shorter] } },
  },
}
export const removeCharge = {
  operationId: 'deleteTaskCharge',
  sdk: 'taskCharges.delete',
  summary: 'Delete a charge',
  description: `Deletes a charge and its pending billable. The primary charge of a task with other charges, and the only charge of a billable task, are rejected with 422. ${billed}`,
  tags,
  params: IdParams,
  returns: 'The id of the deleted charge, and its task.',
  response: { 200: withTask({ deleted: id('Id of the deleted charge') }) },
  examples: { requests: [{ path: { id: 123 } }], response: { deleted: 123, data: taskExample } },
}

const charges = [
  { ...chargeExample, primary: false },
  { ...travel, id: 125, primary: true },
]
export const makePrimary = {
  operationId: 'makeTaskChargePrimary',
  sdk: 'taskCharges.makePrimary',
  summary: 'Make a charge primary',
  description: `Makes a charge the primary one of its task, which then has the charge’s price code. Minutes and cost do not change. If the charge is already primary, nothing changes. The request has no body. ${billed}`,
  tags,
  params: IdParams,
  returns: 'The id of the primary charge, and its task.',
  response: { 200: withTask({ primary: id('Id of the primary charge') }) },
  examples: {
    requests: [{ path: { id: 125 } }],
    response: { primary: 125, data: { ...taskExample, price_code: 14, charge: 'Travel', charges } },
  },
}
