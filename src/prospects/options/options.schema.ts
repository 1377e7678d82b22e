import { type Static, Type } from 'typebox'
import { dataOf, oneOf, ref } from '../../http/contract/schema.ts'
import { attributeTypes, stageCategories } from './options.ts'

const names = (description: string) => Type.Array(Type.String(), { description })
export const ProspectOptions = Type.Object(
  {
    stages: Type.Array(
      Type.Object({
        name: Type.String(),
        order: Type.Integer({ minimum: 1, description: 'Its place, from 1' }),
        category: oneOf(stageCategories),
      }),
      { description: 'Values of stage, in their order; New is always the first' },
    ),
    sources: names('Suggestions for source, which takes any text'),
    consultants: names('Values of consultant'),
    funding_types: names('Values of funding_type'),
    tags: names('The tags in use, at most 200; a prospect takes any other'),
    attributes: Type.Array(
      Type.Object({
        key: Type.String(),
        label: Type.String(),
        type: oneOf(attributeTypes),
        options: names('What a select, multiselect or checklist can be'),
      }),
      { description: 'The keys of attributes and what each can be' },
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
  summary: 'What a prospect’s fields can be',
  description:
    'Stages, consultants and attributes are the organisation’s own and come with an import. One that has none set up has the stages New, Won and Lost.',
  tags: ['Prospects'],
  returns: 'The values that the fields of a prospect take.',
  response: { 200: dataOf(ref(ProspectOptions)) },
  examples: { answer: { data: optionsExample } },
}
