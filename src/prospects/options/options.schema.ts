import { type Static, Type } from 'typebox'
import { dataOf, oneOf, ref } from '../../http/contract/schema.ts'
import { attributeTypes, stageCategories } from './options.ts'

const names = (description: string) => Type.Array(Type.String(), { description })
export const ProspectOptions = Type.Object(
  {
    stages: Type.Array(
      Type.Object({
        name: Type.String(),
        order: Type.Integer({ minimum: 1, description: 'Position, from 1' }),
        category: oneOf(stageCategories),
      }),
      { description: 'Values of `stage`, in order. New is always the first.' },
    ),
    sources: names('Suggestions for `source`, which accepts any text'),
    consultants: names('Values of `consultant`'),
    funding_types: names('Values of `funding_type`'),
    tags: names('Tags in use, at most 200. `tags` accepts others too.'),
    attributes: Type.Array(
      Type.Object({
        key: Type.String(),
        label: Type.String(),
        type: oneOf(attributeTypes),
        options: names('Values of a select, multiselect or checklist'),
      }),
      { description: 'The keys of `attributes` and their allowed values' },
    ),
  },
  { $id: 'ProspectOptions' },
)
export type ProspectOptions = Static<typeof ProspectOptions>

const optionsExample = {
  stages: [
    { name: 'New', order: 1, category: 'open' },
    { name: 'Qualified', order: 2, category: 'open' },
    { name: 'Won', order: 3, category: 'won' },
    { name: 'Lost', order: 4, category: 'lost' },
  ],
  sources: ['Website', 'Referral'],
  consultants: ['Ana Li'],
  funding_types: ['HCP', 'NDIS', 'CHSP', 'Private'],
  tags: ['respite'],
  attributes: [{ key: 'hobbies', label: 'Hobbies', type: 'multiselect', options: ['Chess', 'Golf'] }],
}

export const getProspectOptions = {
  operationId: 'getProspectOptions',
  summary: 'List the options of a prospect’s fields',
  description:
    'Returns the allowed values of a prospect’s fields. Stages, consultants and attributes are specific to the organisation and are set by an import. Without an import the stages are New, Won and Lost.',
  tags: ['Prospects'],
  returns: 'The allowed values of a prospect’s fields.',
  response: { 200: dataOf(ref(ProspectOptions)) },
  examples: { response: { data: optionsExample } },
}
