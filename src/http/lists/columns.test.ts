import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { nullable, Person, ref } from '../contract/schema.ts'
import { csvLine } from '../responses/csv.ts'
import { columnsOf, type RecordSchema } from './columns.ts'

const people = Type.Array(ref(Person))
const schema = Type.Object({
  id: Type.Integer(),
  client: Type.Optional(ref(Person)),
  clients: people,
  tags: Type.Array(Type.String()),
  statuses: Type.Array(Type.Object({ name: Type.String(), staff: people })),
  rule: Type.Union([Type.Object({ every: Type.Integer(), on_days: Type.Array(Type.String()) }), Type.Null()]),
  note: nullable(Type.String()),
  attributes: Type.Record(Type.String(), Type.Unknown()),
})
const columns = columnsOf(schema as RecordSchema, { Person })
const cells = (record: object) =>
  Object.fromEntries(columns.map(({ name, cell }) => [name, cell(record)]).filter(([, cell]) => cell !== undefined))

test('nested people and objects are columns, lists of objects too, with their names in the singular', () => {
  assert.deepEqual(
    columns.map(({ name }) => name),
    [
      ...['id', 'client_id', 'client_name', 'client_id', 'client_name', 'tags', 'status_name', 'status_staff_id'],
      ...['status_staff_name', 'rule_every', 'rule_on_days', 'note', 'attributes'],
    ],
  )
})

test('lists are joined, in the same order in each column; missing values are empty', () => {
  const [ana, bo] = [
    { id: 1, name: 'Ana' },
    { id: 2, name: 'Bo' },
  ]
  const { clients: _, ...rest } = { clients: [], tags: ['a', 'b'], rule: { every: 2, on_days: ['Mon', 'Tue'] } }
  const statuses = [{ name: 'Open', staff: [ana, bo] }, { staff: [] }, { name: 'Done', staff: [bo] }]
  assert.deepEqual(cells({ id: 7, ...rest, statuses, note: null, attributes: { a: [1] } }), {
    ...{ id: 7, tags: 'a; b', status_name: 'Open; ; Done', status_staff_id: '1, 2; ; 2' },
    ...{ status_staff_name: 'Ana, Bo; ; Bo', rule_every: 2, rule_on_days: 'Mon; Tue', note: null },
    attributes: '{"a":[1]}',
  })
  assert.deepEqual(cells({ id: 7, rule: null }), { id: 7 })
})

test('a joined cell that begins like a formula is escaped', () => {
  assert.equal(csvLine(['=1; 2', '-3', -3, undefined, null, true, 'a; "b"']), `'=1; 2,'-3,-3,,,true,"a; ""b"""\r\n`)
})
