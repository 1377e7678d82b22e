import { readWrite } from '../../access/areas.ts'
import { creation } from '../confirm.ts'
import { ToolError } from '../errors.ts'
import { type Arguments, again, date, integer, record, type Tool, text, without } from '../tool.ts'

/** Where a note goes to, by the argument that names its record. */
const places = {
  client_id: {
    id: 'createClientNote',
    needs: readWrite('clients'),
    path: 'client_id',
    takes: ['notes', 'title', 'note_type', 'date'],
  },
  task_id: { id: 'addTaskNote', needs: readWrite('tasks'), path: 'id', takes: ['notes', 'note_type'] },
  shift_ref: { id: 'addShiftNote', needs: readWrite('roster'), path: 'ref', takes: ['notes', 'staff_id'] },
  prospect_id: { id: 'addProspectNote', needs: readWrite('prospects'), path: 'id', takes: ['notes', 'note_type'] },
} as const
type Place = keyof typeof places
const placeNames = Object.keys(places) as Place[]

export const noteTools: Tool[] = [
  {
    name: 'add_note',
    title: 'Add a note',
    description: `Adds a note to one record: exactly one of ${placeNames.join(', ')}.`,
    needs: { any: Object.values(places).map(({ needs }) => needs) },
    effect: 'write',
    input: {
      ...{ client_id: integer(), task_id: integer(), shift_ref: text(), prospect_id: integer() },
      notes: text(),
      title: text('with client_id'),
      note_type: text('with client_id, task_id or prospect_id'),
      date: date('with client_id'),
      staff_id: integer('with shift_ref: the author'),
      ...again,
    },
    required: ['notes'],
    output: { note: record, created: { type: 'boolean' } },
    async run(session, args, { key }) {
      const named = placeNames.filter((name) => args[name] !== undefined)
      if (named.length !== 1) throw new ToolError(`Send exactly one of ${placeNames.join(', ')}.`)
      const { id, needs, path, takes } = places[named[0]!]
      session.require(needs)
      const body = without(args, ...placeNames, 'again')
      const unknown = Object.keys(body).filter((name) => !takes.some((taken) => taken === name))
      if (unknown.length > 0)
        throw new ToolError(`With ${named[0]} a note takes ${takes.join(', ')}, and not ${unknown.join(', ')}.`)
      const answer = await session.send(id, {
        path: { [path]: args[named[0]!] },
        body: named[0] === 'task_id' ? typeOfTask(body) : body,
        key,
      })
      const { data, ...more } = session.show(answer)
      return { note: data ?? more, ...creation(answer) }
    },
  },
]

/** A task's note names its type otherwise. */
const typeOfTask = ({ note_type, ...body }: Arguments): Arguments => ({
  ...body,
  ...(note_type !== undefined && { type: note_type }),
})
