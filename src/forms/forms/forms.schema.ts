import { Type } from 'typebox'
import { closed, dataOf, IdParams, id, pageOf, ref, text } from '../../http/contract/schema.ts'
import { pageQuery, updatedSince } from '../../http/responses/paging.ts'
import { limitsOf } from '../definition/builder-field.ts'
import {
  Form,
  FormCreate,
  FormIssue,
  FormNote,
  FormSettings,
  formProperties,
  published,
  url,
} from '../definition/form.schema.ts'
import { FormEdit, ops } from '../edit/edit.schema.ts'
import { type FieldType, fieldTypes, kinds, operatorsOf } from '../logic/form.ts'
import { createdExample, createExample, editExample, editedExample, formExample, publishedExample } from './examples.ts'

const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(', ') || 'none'
const takenBy = (type: FieldType): string => `${names(operatorsOf[kinds[type]])} | ${names(limitsOf(type))}`

/** What each type takes, for the description of an operation, made from what the service goes by. Types that take the same share a line. */
export const typesTable = [
  '| type | operators of conditions | validation |',
  '|---|---|---|',
  ...[...new Set(fieldTypes.map(takenBy))].map(
    (taken) => `| ${fieldTypes.filter((type) => takenBy(type) === taken).join(', ')} | ${taken} |`,
  ),
].join('\n')

/** What can be asked about forms and done with them, as the specification shows it. */
const tags = ['Forms']
const params = IdParams
const noBody = Type.Object({}, closed)
const notes = Type.Array(ref(FormNote), { description: 'Adjustments made to what was sent' })
const issues = formProperties.issues
const version = formProperties.version

const rules = `A condition sees only what is asked before it: fields of earlier steps, and of its own step those that stand before it; \`routing\` also all of its own step. \`go_to\` and \`otherwise\` lead to a later step or to \`submit\`, the end.

Keys that are not sent are made from labels and titles, and are unique. What was adjusted is told in \`notes\`; what has to be fixed before the form can be published is told in \`issues\` and stops nothing else: a condition, a rule or a mapping that names nothing it could mean, or an option that there is not (\`dangling_reference\`), a key that two have (\`duplicate_key\`), a step that nothing leads to (\`unreachable_step\`), a choice without options (\`missing_options\`), names of prospects or the client of a prefill that no field gives (\`missing_mapping\`), and a form that asks nothing (\`empty_form\`).`

export const listForms = {
  operationId: 'listForms',
  summary: 'List forms',
  description: 'Forms in the order of their ids, whole, so that a page has at most 50. Filters narrow together.',
  tags,
  querystring: Type.Object({
    ...pageQuery(50, 25),
    query: Type.Optional(text(255, { minLength: 1, description: 'Part of the name, without regard to case' })),
    published: Type.Optional(published),
    updated_since: updatedSince('forms'),
  }),
  returns: 'One page of forms.',
  response: { 200: pageOf(ref(Form)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'filtered', query: { query: 'report', published: 'on', updated_since: '2026-01-01' } },
    ],
    answer: { data: [formExample], meta: { page: 1, per_page: 25, total: 1, last_page: 1 } },
  },
}
export const getForm = {
  operationId: 'getForm',
  summary: 'Get a form',
  description: 'One form by id, as it is edited; people see the version that was published last.',
  tags,
  params,
  returns: 'The form as it is edited now.',
  response: { 200: dataOf(ref(Form)) },
  examples: { requests: [{ path: { id: 1 } }], answer: { data: formExample } },
}
export const createForm = {
  operationId: 'createForm',
  summary: 'Create a form',
  description: `Creates a draft. Submissions are assigned to the organisation’s owner unless settings say otherwise.\n\n${rules}\n\n${typesTable}`,
  tags,
  body: ref(FormCreate),
  returns: 'The created form, with the issues to fix before it can be published.',
  response: {
    201: Type.Object({
      created: id('The new form’s id'),
      id: id(),
      name: Type.String(),
      description: Type.String(),
      published,
      url,
      settings: ref(FormSettings),
      notes: Type.Optional(notes),
      issues: Type.Optional(
        Type.Array(ref(FormIssue), { description: 'What is to be fixed before it can be published' }),
      ),
    }),
  },
  examples: {
    requests: [
      { name: 'incident report', body: createExample },
      {
        name: 'assigned to somebody',
        body: {
          ...{ name: 'Feedback', settings: { assignee_id: 101 } },
          steps: [{ title: 'How was it?', fields: [{ type: 'rating', label: 'Stars' }] }],
        },
      },
    ],
    answer: createdExample,
  },
}
export const editForm = {
  operationId: 'editForm',
  summary: 'Edit a form',
  description: `Applies operations in order, all of them or none: ${ops.map((op) => `\`${op}\``).join(', ')}. \`step\` and \`field\` are keys, \`position\` is a place from 0. A mistake is told by its place, as in \`operations.2.field.options\`; how the parts of the form fit together is judged once all are applied, so that one may mend what an earlier one breaks. People go on seeing the version that was published last.

Another \`key\` in \`update_field\` is followed by the conditions and mappings that name the field. Removing something that others name is an issue to fix, not a mistake.

${rules} What each type of field takes is in the table of POST /forms.`,
  tags,
  params,
  body: ref(FormEdit),
  returns: 'The form after the operations; in a dry run, as it would be.',
  response: {
    200: Type.Object({
      dry_run: Type.Optional(Type.Boolean({ description: 'true in a dry run: nothing was written' })),
      updated: id('The form’s id'),
      ...formProperties,
      notes,
      issues,
    }),
  },
  examples: {
    requests: [
      { name: 'fields', path: { id: 4 }, body: editExample },
      {
        name: 'settings',
        path: { id: 4 },
        body: { operations: [{ op: 'update_settings', settings: { assignee_id: 101 } }] },
      },
    ],
    answer: { ...editedExample, updated: 4, id: 4 },
  },
}
export const publishForm = {
  operationId: 'publishForm',
  summary: 'Publish a form',
  description:
    'Freezes the form as it stands as its next version and opens it at `url`. Where nothing has changed since the latest version, that one is opened again, or stays open. A form with issues is a 422 that lists them. The body may be left out.',
  tags,
  params,
  body: noBody,
  returns: 'The version that is published now, and its address.',
  response: {
    200: Type.Object({
      published,
      url: Type.String({ description: 'Where people open it' }),
      version: Type.Integer({ description: 'The version that they see' }),
    }),
  },
  examples: { requests: [{ path: { id: 3 }, body: {} }], answer: publishedExample },
}
export const unpublishForm = {
  operationId: 'unpublishForm',
  summary: 'Unpublish a form',
  description:
    'Closes the form; it keeps its address and its submissions. Forms are not deleted: what they were answered with would be lost. The body may be left out.',
  tags,
  params,
  body: noBody,
  returns: 'The address and the latest version of the form, which is closed now.',
  response: { 200: Type.Object({ published, url, version }) },
  examples: { requests: [{ path: { id: 4 }, body: {} }], answer: { ...publishedExample, published: 'off' } },
}
