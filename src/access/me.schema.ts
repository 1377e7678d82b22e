import { Type } from 'typebox'
import { oneOf } from '../http/contract/schema.ts'
import { areas, levels } from './areas.ts'

export const AccessRecord = Type.Object(
  {
    organisation: Type.String({ description: 'Name of the organisation whose data the token can access.' }),
    connection: Type.String({ description: 'Name of the connection that the token belongs to.' }),
    access: Type.Object(Object.fromEntries(areas.map((area) => [area, oneOf(levels)])), {
      description: 'Level of access for each area.',
    }),
    expires_at: Type.String({
      format: 'date-time',
      description: 'Time at which the token expires, in ISO 8601 with the organisation’s offset.',
    }),
  },
  { $id: 'AccessRecord', description: 'A token’s organisation, connection and access.' },
)

const example = {
  organisation: 'Banksia Community Care',
  connection: 'Payroll sync',
  access: {
    clients: 'read-write',
    staff: 'read',
    roster: 'none',
    sites: 'none',
    tasks: 'none',
    finance: 'none',
    forms: 'none',
    reports: 'none',
    prospects: 'none',
  },
  expires_at: '2027-02-01T00:00:00+11:00',
}

export const getMe = {
  operationId: 'getMe',
  sdk: 'me.get',
  summary: 'Get the access of this token',
  description:
    'Returns the organisation, the connection, the level for each area and the expiry of the token in the request.',
  tags: ['Access'],
  returns: 'The organisation, connection, access and expiry of the token.',
  response: { 200: AccessRecord },
  examples: { response: example },
}
