import { Type } from 'typebox'
import { closed, dataOf, IdParams, id, listOf, ref, text, words } from '../../http/contract/schema.ts'
import { keysetQuery, updatedSince } from '../../http/responses/paging.ts'
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

/** What each type supports, as a table for the description of an operation. Types that support the same share a row. */
export const typesTable = [
  '| type | operators of conditions | validation |',
  '|---|---|---|',
  ...[...new Set(fieldTypes.map(takenBy))].map(
    (taken) => `| ${fieldTypes.filter((type) => takenBy(type) === taken).join(', ')} | ${taken} |`,
  ),
].join('\n')

/* The operations. */
const tags = ['Forms']
const params = IdParams
const noBody = Type.Object({}, closed)
const notes = Type.Array(ref(FormNote), { description: 'Adjustments made to the body' })
const issues = formProperties.issues
const version = formProperties.version

const rules = `A condition can only use fields that come before it: those of earlier steps, and those before it in its own step; \`routing\` can use all fields of its own step. \`go_to\` and \`otherwise\` lead to a later step, or to \`submit\`, the end of the form.

Missing keys are made from labels and titles, and are unique. \`notes\` lists adjustments. \`issues\` lists what must be fixed before the form can be published; issues prevent nothing else. They are: a condition, rule, mapping or setting that names an unknown field, step or option (\`dangling_reference\`), a key used twice (\`duplicate_key\`), a step that cannot be reached (\`unreachable_step\`), a choice without options (\`missing_options\`), a prospect mapping without names or a prefill without a client field (\`missing_mapping\`), and a form without fields to answer (\`empty_form\`).`

export const listForms = {
  operationId: 'listForms',
  sdk: 'forms.list',
  summary: 'List forms',
  description: 'Returns a page of complete forms, ordered by id. Multiple filters must all match.',
  tags,
  querystring: Type.Object({
    ...keysetQuery('forms', 50, 25),
    query: Type.Optional(
      text(255, { minLength: 1, description: 'Only forms with this text in the name, ignoring case' }),
    ),
    published: Type.Optional(published),
    updated_since: updatedSince('forms'),
  }),
  returns: 'The forms of the page.',
  response: { 200: listOf(ref(Form)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'filtered', query: { query: 'report', published: 'on', updated_since: '2026-01-01' } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
    ],
    response: { data: [formExample], meta: { page: 1, per_page: 25, total: 1, last_page: 1 } },
  },
}
export const getForm = {
  operationId: 'getForm',
  sdk: 'forms.get',
  summary: 'Get a form',
  description: 'Returns the current draft of a form. Its page shows the version that was published last.',
  tags,
  params,
  returns: 'The current draft of the form.',
  response: { 200: dataOf(ref(Form)) },
  examples: { requests: [{ path: { id: 5 } }], response: { data: formExample } },
}
export const createForm = {
  operationId: 'createForm',
  sdk: 'forms.create',
  summary: 'Create a form',
  description: `Creates a draft. Submissions are assigned to the organisation’s owner unless \`settings.assignee_id\` is set.\n\n${rules}\n\n${typesTable}`,
  tags,
  body: ref(FormCreate),
  returns: 'The created form, with the issues to fix before it can be published.',
  response: {
    201: Type.Object({
      created: id('Id of the created form'),
      id: id(),
      name: Type.String(words),
      description: Type.String(words),
      published,
      url,
      settings: ref(FormSettings),
      notes: Type.Optional(notes),
      issues: Type.Optional(
        Type.Array(ref(FormIssue), { description: 'What must be fixed before the form can be published' }),
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
    response: createdExample,
  },
}
export const editForm = {
  operationId: 'editForm',
  sdk: 'forms.edit',
  summary: 'Update a form',
  description: `Applies operations in order, all of them or none: ${ops.map((op) => `\`${op}\``).join(', ')}. \`step\` and \`field\` are keys, \`position\` counts from 0. Errors have the path of their operation, such as \`operations.2.field.options\`. References between parts are checked after all operations, so that a later operation can repair what an earlier one breaks. The page keeps showing the version that was published last.

\`set_address\` gives the page a readable URL, at once and for all versions. An address is unique in the organisation: one that another form has or had is a 422. The page stays at every earlier address and at its first URL. Null makes that first URL the current one again.

If \`update_field\` changes the \`key\`, conditions, mappings and settings that name the field follow. Removing a part that others name causes an issue, not an error.

${rules} POST /forms has a table of what each type of field supports.`,
  tags,
  params,
  body: ref(FormEdit),
  returns: 'The form after the operations; in a dry run, as it would be.',
  response: {
    200: Type.Object({
      dry_run: Type.Optional(Type.Boolean({ description: 'True in a dry run: nothing was written' })),
      updated: id('Id of the form'),
      ...formProperties,
      notes,
      issues,
    }),
  },
  examples: {
    requests: [
      { name: 'fields', path: { id: 5 }, body: editExample },
      {
        name: 'settings',
        path: { id: 5 },
        body: { operations: [{ op: 'update_settings', settings: { assignee_id: 101 } }] },
      },
      {
        name: 'address of the page',
        path: { id: 4 },
        body: { operations: [{ op: 'set_address', address: 'safety-at-home' }] },
      },
    ],
    response: { ...editedExample, updated: 4, id: 4 },
  },
}
export const publishForm = {
  operationId: 'publishForm',
  sdk: 'forms.publish',
  summary: 'Publish a form',
  description:
    'Freezes the draft as the next version and opens it at `url`. If nothing has changed since the latest version, that version is opened again or stays open. A form with issues is a 422 that lists them. The body may be omitted.',
  tags,
  params,
  body: noBody,
  returns: 'The published version and its URL.',
  response: {
    200: Type.Object({
      published,
      url: Type.String({ description: 'URL of the form’s page' }),
      version: Type.Integer({ description: 'The published version' }),
    }),
  },
  examples: { requests: [{ path: { id: 3 }, body: {} }], response: publishedExample },
}
export const unpublishForm = {
  operationId: 'unpublishForm',
  sdk: 'forms.unpublish',
  summary: 'Unpublish a form',
  description:
    'Closes the form. It keeps its URL and its submissions. Forms cannot be deleted, because their submissions would be lost. The body may be omitted.',
  tags,
  params,
  body: noBody,
  returns: 'The URL and the latest version of the closed form.',
  response: { 200: Type.Object({ published, url, version }) },
  examples: { requests: [{ path: { id: 3 }, body: {} }], response: { ...publishedExample, published: 'off' } },
}
