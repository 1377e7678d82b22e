import { type Static, Type } from 'typebox'
import { claimTypes } from '../../clients/funding.ts'
import { closed, id, oneOf, visibleText } from '../../http/contract/schema.ts'
import { mostMinutes } from '../tasks/tasks.schema.ts'

/** What the endpoints of charges take. */
const required = {
  price_code: id('Id of a price code that is for the task’s client and has a price on the task’s date'),
}
const optional = {
  minutes: Type.Integer({ minimum: 0, maximum: mostMinutes }),
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
