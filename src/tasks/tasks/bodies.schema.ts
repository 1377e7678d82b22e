import { type Static, Type } from 'typebox'
import { closed, id, nullable, oneOf, visibleText } from '../../http/contract/schema.ts'
import { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { mostMinutes } from './tasks.schema.ts'

/** What the endpoints of tasks take. */
const required = {
  title: visibleText(255, { description: 'What is to be done' }),
  date: Type.String({ format: 'date', description: 'The day it is for' }),
}
const person = (what: string) => nullable(id(what))
const optional = {
  client: person('Id of the client it is for, or null'),
  client_id: person('The same as client'),
  assignee: person('Id of the staff member who does it, or null'),
  assignee_id: person('The same as assignee'),
  minutes: Type.Integer({ minimum: 0, maximum: mostMinutes, description: 'How long it takes' }),
  price_code: id('Id of a price code for the task’s client; the primary charge is set from it'),
  billable: Type.Boolean({ description: 'true needs a price code, sent here or of the primary charge' }),
  completed: Type.Boolean({ description: 'Whether it is done' }),
}
const rule = (description: string) =>
  Type.Optional(nullable(Type.Object(Recurrence.properties, { ...closed, description })))
const scope = oneOf(['this', 'this_and_following'], {
  description: 'Of a repeating task: this one alone, which is what it means unless sent, or with the later ones',
})

export const TaskCreate = Type.Object(
  {
    ...required,
    ...Type.Partial(Type.Object(optional)).properties,
    recurrence: rule('Makes it the first of a series'),
  },
  { ...closed, $id: 'TaskCreate' },
)
export const TaskPatch = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...required, ...optional })).properties,
    recurrence: rule('A rule makes the task repeat, or repeat in another way; null stops it'),
    scope: Type.Optional(scope),
  },
  { ...closed, $id: 'TaskPatch' },
)
export const TaskDelete = Type.Object({ scope: Type.Optional(scope) }, { ...closed, $id: 'TaskDelete' })
export const TaskDeleteQuery = Type.Object({ scope: Type.Optional(scope) })

export type TaskCreate = Static<typeof TaskCreate>
export type TaskPatch = Static<typeof TaskPatch>
export type Scope = 'this' | 'this_and_following'
