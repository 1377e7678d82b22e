import { type Static, Type } from 'typebox'
import { type Area, type Need, type Needs, read, readWrite } from '../access/areas.ts'
import { closed, dataOf, maxId, oneOf, open, ref, text, timestamp } from '../http/contract/schema.ts'

/** The types of records that have ids in other systems, each with the area that guards it. A type is also the name of its table. */
const areas = {
  client: 'clients',
  staff: 'staff',
  site: 'sites',
  shift: 'roster',
  task: 'tasks',
  prospect: 'prospects',
} as const satisfies Record<string, Area>
export type RecordType = keyof typeof areas
export const recordTypes = Object.keys(areas) as RecordType[]

const byType = (need: (area: Area) => Need): Needs => ({
  by: 'type',
  values: Object.fromEntries(recordTypes.map((type) => [type, need(areas[type])])),
})
export const needs = { read: byType(read), write: byType(readWrite) }

export const maxListed = 100

export const system = Type.String({
  pattern: '^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$',
  valueRule: 'must have 1 to 40 of a-z, 0-9, - and _, and begin and end with a letter or digit',
  description: 'Short name of the other system, such as xero.',
})
const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f'
export const externalId = text(255, {
  minLength: 1,
  pattern: `^(?=.*\\S)[^${controlCharacters}]*$`,
  patternRule: 'must have a visible character and no control characters',
  description: 'Id of the record in the other system, with at most 255 characters. Percent-encoded in a path.',
})
const type = oneOf(recordTypes, { ...open, description: 'Type of the record.' })
/** A number, or the ref of a shift. */
const recordId = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  minimum: 1,
  maximum: maxId,
  maxLength: 20,
  valueRule: 'must be the id of the record: a whole number, or for a shift a ref such as a:801',
  description: 'Id of the record, such as 106; for a shift its ref, such as a:801.',
})

export const ExternalId = Type.Object(
  {
    system: Type.String({ description: 'Short name of the other system.' }),
    type,
    external_id: Type.String({ description: 'Id of the record in the other system.' }),
    id: recordId,
    created_at: timestamp('When the external id was first set. ISO 8601 with microseconds and a trailing Z.'),
    updated_at: timestamp('When it was set to this record. ISO 8601 with microseconds and a trailing Z.'),
  },
  { $id: 'ExternalId', description: 'The id of a record in another system.' },
)
export type ExternalId = Static<typeof ExternalId>
export const ExternalIdPut = Type.Object({ id: recordId }, { ...closed, $id: 'ExternalIdPut' })

const params = Type.Object({ system, type, external_id: externalId })
const one = dataOf(ref(ExternalId))
const tags = ['External ids']
const example = {
  system: 'xero',
  type: 'client',
  external_id: 'C-2001',
  id: 2001,
  created_at: '2026-11-02T22:15:04.281934Z',
  updated_at: '2026-11-02T22:15:04.281934Z',
}

export const putExternalId = {
  operationId: 'putExternalId',
  sdk: 'externalIds.set',
  summary: 'Set an external id',
  description: `Sets the id that a record has in another system. In a system and type a record has one external id, and an external id has one record: this replaces what either of them had. It is a 201 if the external id was not set before, else a 200. An external id goes with its record when that is removed. A shift that was deleted after it had started keeps its external ids.`,
  tags,
  params,
  body: ref(ExternalIdPut),
  returns: {
    200: 'The external id, which was set before.',
    201: 'The new external id.',
  },
  response: { 200: one, 201: one },
  examples: {
    requests: [
      {
        name: 'client',
        path: { system: 'xero', type: 'client', external_id: 'C-2002' },
        body: { id: 2002 },
      },
      {
        name: 'shift',
        path: { system: 'payroll', type: 'shift', external_id: 'timesheet/93114' },
        body: { id: 'a:801' },
      },
    ],
    response: { data: { ...example, external_id: 'C-2002', id: 2002 } },
  },
}
export const listExternalIds = {
  operationId: 'listExternalIds',
  sdk: 'externalIds.list',
  summary: 'Find external ids',
  description: `Finds the records of external ids, or the external ids of records, in one system and type. Send \`external_ids\` or \`ids\`, up to ${maxListed}. Those that are not set are left out. The order is that of the external ids. An external id with a comma can be read by its own path only.`,
  tags,
  querystring: Type.Object({
    system,
    type,
    external_ids: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, maxItems: maxListed, description: 'Ids in the other system.' }),
    ),
    ids: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, maxItems: maxListed, description: 'Ids of records; refs of shifts.' }),
    ),
  }),
  returns: 'The external ids that are set.',
  response: { 200: Type.Object({ data: Type.Array(ref(ExternalId)) }) },
  examples: {
    requests: [
      { name: 'by external id', query: { system: 'xero', type: 'client', external_ids: ['C-2001'] } },
      { name: 'by id', query: { system: 'payroll', type: 'staff', ids: ['101', '103'] } },
    ],
    response: { data: [example] },
  },
}
export const getExternalId = {
  operationId: 'getExternalId',
  sdk: 'externalIds.get',
  summary: 'Get an external id',
  description: 'Returns the record that has this id in the other system.',
  tags,
  params,
  returns: 'The external id with its record.',
  response: { 200: one },
  examples: {
    requests: [{ path: { system: 'xero', type: 'client', external_id: 'C-2001' } }],
    response: { data: example },
  },
}
export const deleteExternalId = {
  operationId: 'deleteExternalId',
  sdk: 'externalIds.delete',
  summary: 'Remove an external id',
  description: 'Removes an external id. Its record stays.',
  tags,
  params,
  returns: 'The removed external id.',
  response: { 200: Type.Object({ deleted: Type.String({ description: 'The removed external id.' }) }) },
  examples: {
    requests: [{ path: { system: 'payroll', type: 'staff', external_id: 'E-0102' } }],
    response: { deleted: 'E-0102' },
  },
}
