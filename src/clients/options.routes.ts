import { Type } from 'typebox'
import { read } from '../access/areas.ts'
import { statement } from '../db/statement.ts'
import type { Feature } from '../http/contract/feature.ts'
import { id } from '../http/contract/schema.ts'
import { clientStatuses } from './clients.schema.ts'
import { clientTypes } from './funding.ts'

const businesses = statement<[orgId: number], { id: number; name: string }>(
  'clients.businesses',
  'select id, name from business_location where org_id = $1 order by id',
)

const strings = (description: string) => Type.Array(Type.String(), { description })

const getClientOptions = {
  operationId: 'getClientOptions',
  sdk: 'clients.getOptions',
  summary: 'List the options of a client’s fields',
  description:
    'Returns the values that POST /clients and PATCH /clients/{id} accept. languages are suggestions: the field accepts any text.',
  tags: ['Clients'],
  returns: 'The allowed values of a client’s fields.',
  response: {
    200: Type.Object({
      data: Type.Object({
        client_types: strings('Values of client_type.'),
        statuses: strings('Values of status.'),
        businesses: Type.Array(Type.Object({ id: id(), name: Type.String() }), {
          description: 'Values of business_id.',
        }),
        languages: strings('Suggestions for language.'),
      }),
    }),
  },
  examples: {
    response: {
      data: {
        client_types: [...clientTypes],
        statuses: [...clientStatuses],
        businesses: [{ id: 1, name: 'Inner West' }],
        languages: ['English', 'Mandarin', 'Arabic'],
      },
    },
  },
}

export const optionsRoutes: Feature = async (app) => {
  app.get(
    '/clients/options',
    { config: { needs: read('clients') }, schema: getClientOptions },
    async ({ db, caller }) => {
      const data = { client_types: [...clientTypes], statuses: [...clientStatuses], languages: [...languages] }
      return { data: { ...data, businesses: await businesses.rows(db, caller.orgId) } }
    },
  )
}

/** The languages most spoken at home in Australia, and Auslan. */
export const languages = [
  'English',
  'Arabic',
  'Auslan',
  'Bengali',
  'Cantonese',
  'Croatian',
  'Dari',
  'Dutch',
  'Farsi',
  'Filipino',
  'French',
  'German',
  'Greek',
  'Gujarati',
  'Hindi',
  'Hungarian',
  'Indonesian',
  'Italian',
  'Japanese',
  'Khmer',
  'Korean',
  'Kriol',
  'Macedonian',
  'Malayalam',
  'Maltese',
  'Mandarin',
  'Nepali',
  'Polish',
  'Portuguese',
  'Punjabi',
  'Russian',
  'Samoan',
  'Serbian',
  'Sinhala',
  'Somali',
  'Spanish',
  'Swahili',
  'Tagalog',
  'Tamil',
  'Telugu',
  'Thai',
  'Tongan',
  'Turkish',
  'Urdu',
  'Vietnamese',
] as const
