import { type Static, Type } from 'typebox'
import { closed, dataOf, oneOf, open, ref, visibleText } from '../../http/contract/schema.ts'
import { optionKinds, optionOps } from './operations.ts'
import { attributeTypes, maxNames, stageCategories } from './options.ts'

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
    tags: names('Suggestions for `tags`, which accepts others too: those set up here, then those in use, at most 200'),
    attributes: Type.Array(
      Type.Object({
        key: Type.String(),
        label: Type.String(),
        type: oneOf(attributeTypes, open),
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
    { name: 'Contacted', order: 2, category: 'open' },
    { name: 'Waiting on funding', order: 3, category: 'open' },
    { name: 'Won', order: 4, category: 'won' },
    { name: 'Lost', order: 5, category: 'lost' },
  ],
  sources: ['Website', 'Phone call'],
  consultants: ['Dorothy Hughes'],
  funding_types: ['HCP', 'NDIS', 'CHSP', 'Private'],
  tags: ['respite'],
  attributes: [
    { key: 'preferred_times', label: 'Preferred times', type: 'multiselect', options: ['Mornings', 'Weekends'] },
  ],
}

export const getProspectOptions = {
  operationId: 'getProspectOptions',
  sdk: 'prospects.getOptions',
  summary: 'List the options of a prospect’s fields',
  description:
    'Returns the allowed values of a prospect’s fields, which PATCH /prospects/options changes. A new organisation has the stages New, Contacted, Qualified, Won and Lost.',
  tags: ['Prospects'],
  returns: 'The allowed values of a prospect’s fields.',
  response: { 200: dataOf(ref(ProspectOptions)) },
  examples: { response: { data: optionsExample } },
}

const Operation = Type.Object(
  {
    op: oneOf(optionOps, {
      description:
        'add an option, rename it, move it to another position, update the category of a stage or the label and options of an attribute, or remove it.',
    }),
    kind: oneOf(optionKinds),
    name: Type.Optional(visibleText(100, { description: 'The option: its name, or the key of an attribute.' })),
    to: Type.Optional(visibleText(100, { description: 'rename: the new name, or the new key of an attribute.' })),
    position: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxNames,
        description: 'add, move: the position in its list, from 1. An added option is the last if it is not sent.',
      }),
    ),
    replace_with: Type.Optional(
      visibleText(100, { description: 'remove: the option that prospects with the removed one get.' }),
    ),
    category: Type.Optional(oneOf(stageCategories, { description: 'Of a stage; open if it is not sent.' })),
    key: Type.Optional(visibleText(64, { description: 'Of an attribute; its name if it is not sent.' })),
    label: Type.Optional(visibleText(255, { description: 'Of an attribute; its key if it is not sent.' })),
    type: Type.Optional(oneOf(attributeTypes, { description: 'Of an attribute.' })),
    options: Type.Optional(
      Type.Array(visibleText(255), {
        uniqueItems: true,
        maxItems: maxNames,
        description: 'Values of a select, multiselect or checklist.',
      }),
    ),
  },
  closed,
)
export const ProspectOptionsEdit = Type.Object(
  {
    operations: Type.Array(Operation, { minItems: 1, maxItems: 50 }),
    dry_run: Type.Optional(Type.Boolean({ description: 'true checks everything and changes nothing.' })),
  },
  { ...closed, $id: 'ProspectOptionsEdit' },
)
export type ProspectOptionsEdit = Static<typeof ProspectOptionsEdit>

export const editProspectOptions = {
  operationId: 'editProspectOptions',
  sdk: 'prospects.editOptions',
  summary: 'Change the options of a prospect’s fields',
  description:
    'Applies operations in order, all or none. Prospects follow a renamed option, and so do forms that create prospects. Removing an option that prospects have is a 422 with their number, unless replace_with names another. New is always the first stage. A prospect that gets another option has an event of its own.',
  tags: ['Prospects'],
  body: ref(ProspectOptionsEdit),
  returns: 'All options after the change, and how many prospects have another value.',
  response: {
    200: Type.Object({
      dry_run: Type.Optional(Type.Boolean()),
      prospects_changed: Type.Integer({ description: 'Prospects that have another value now.' }),
      data: ref(ProspectOptions),
    }),
  },
  examples: {
    requests: [
      {
        name: 'stages',
        body: {
          operations: [
            { op: 'add', kind: 'stage', name: 'Waitlist', position: 4 },
            { op: 'rename', kind: 'stage', name: 'Waiting on funding', to: 'Waiting for funding' },
          ],
        },
      },
      {
        name: 'attribute',
        body: {
          operations: [
            {
              ...{ op: 'add', kind: 'attribute', key: 'interpreter', label: 'Interpreter', type: 'select' },
              options: ['Not needed', 'By phone', 'In person'],
            },
          ],
          dry_run: true,
        },
      },
    ],
    response: {
      prospects_changed: 1,
      data: {
        ...optionsExample,
        stages: ['New', 'Contacted', 'Waiting for funding', 'Waitlist', 'Won', 'Lost'].map((name, index) => ({
          name,
          order: index + 1,
          category: name === 'Won' ? 'won' : name === 'Lost' ? 'lost' : 'open',
        })),
      },
    },
  },
}
