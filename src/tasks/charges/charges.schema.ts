import { type Static, type TProperties, Type } from 'typebox'
import { claimTypes } from '../../clients/funding.ts'
import { mostCharges } from '../../http/contract/record-limits.ts'
import { closed, IdParams, id, oneOf, ref, visibleText } from '../../http/contract/schema.ts'
import { chargeExample, maxMinutes, Task, tags, taskExample } from '../tasks/tasks.schema.ts'

/** What the endpoints of charges take. */
const required = {
  price_code: id('Id of a price code that is for the task’s client and has a price on the task’s date'),
}
const optional = {
  minutes: Type.Integer({ minimum: 0, maximum: maxMinutes }),
  claim_type: oneOf(claimTypes, { description: 'One that the price code lists' }),
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

/** What can be done with charges, as the specification shows it. Each answer has the whole task. */
const withTask = (properties: TProperties) => Type.Object({ ...properties, data: ref(Task) })
const billed = 'On a billed task it is a 422.'
const priced =
  'The price is the one that the code has on the task’s date: where the row named is not in effect, the row of the same code that is. A code that is unknown, has no price that day, or is for another client type than the task’s client has is a 422, and so is a claim type that the code does not list.'

const travel = {
  ...{ id: 126, name: 'Travel', price_code: 14, minutes: 20, total_cost: 22.52, claim_type: 'Travel', primary: false },
}
const withTravel = { ...taskExample, charges: [chargeExample, travel] }

export const addCharge = {
  operationId: 'addTaskCharge',
  summary: 'Add a charge to a task',
  description: `The first charge of a task is its primary charge. Minutes are the task’s unless they are sent, the name is the price code’s, and the claim type Standard or the first that the code lists. A task has at most ${mostCharges} charges. ${priced} ${billed}`,
  tags,
  params: IdParams,
  body: ref(TaskChargeCreate),
  returns: 'The id of the added charge, and the task with it.',
  response: { 201: withTask({ created: id('The charge’s id') }) },
  examples: {
    requests: [{ path: { id: 50 }, body: { price_code: 14, minutes: 20, claim_type: 'Travel' } }],
    answer: { created: 126, data: withTravel },
  },
}

const shorter = { ...travel, minutes: 10, total_cost: 11.26 }
export const changeCharge = {
  operationId: 'updateTaskCharge',
  summary: 'Change a charge',
  description: `Changes only the fields sent. The cost follows when the minutes or the price change, and is kept otherwise. With another price code, a name that was the old code’s and a claim type that the new one does not list follow too, unless they are sent. What is to be billed for the charge follows it. ${priced} ${billed}`,
  tags,
  params: IdParams,
  body: ref(TaskChargePatch),
  returns: 'The task with the changed charge, and the fields that changed.',
  response: {
    200: withTask({ updated: Type.Array(Type.String(), { description: 'Names of the fields that changed' }) }),
  },
  examples: {
    requests: [
      { name: 'minutes', path: { id: 126 }, body: { minutes: 10 } },
      { name: 'price', path: { id: 126 }, body: { price_code: 14 } },
    ],
    answer: { updated: ['minutes'], data: { ...taskExample, charges: [chargeExample, shorter] } },
  },
}
export const removeCharge = {
  operationId: 'deleteTaskCharge',
  summary: 'Delete a charge',
  description: `Deletes a charge and takes back what was to be billed for it. The primary charge cannot be deleted while the task has others, nor the only charge while the task is billable: both are a 422. ${billed}`,
  tags,
  params: IdParams,
  returns: 'The id of the deleted charge, and the task without it.',
  response: { 200: withTask({ deleted: id('The charge’s id') }) },
  examples: { requests: [{ path: { id: 123 } }], answer: { deleted: 123, data: taskExample } },
}

const charges = [
  { ...chargeExample, primary: false },
  { ...travel, id: 125, primary: true },
]
export const makePrimary = {
  operationId: 'makeTaskChargePrimary',
  summary: 'Make a charge the primary one',
  description: `The charge becomes the primary one and the task takes its price code from it; its minutes and cost are kept. Nothing changes when it is the primary one already. No body. ${billed}`,
  tags,
  params: IdParams,
  returns: 'The id of the primary charge, and its task.',
  response: { 200: withTask({ primary: id('The charge’s id') }) },
  examples: {
    requests: [{ path: { id: 125 } }],
    answer: { primary: 125, data: { ...taskExample, price_code: 14, charge: 'Travel', charges } },
  },
}
