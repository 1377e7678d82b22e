import { type Static, Type } from 'typebox'
import { closed, dataOf, IdParams, id, ref, text, visibleText } from '../../http/contract/schema.ts'

export const question = Type.Object({ key: visibleText(100), label: text(255) }, closed)
const fields = {
  name: visibleText(255),
  questions: Type.Array(question, {
    maxItems: 200,
    description: 'The questions. If there are none, a note can have any answers.',
  }),
}

export const NoteTemplate = Type.Object(
  { id: id(), ...fields },
  { $id: 'NoteTemplate', description: 'A form of notes: questions that a note answers.' },
)
export const NoteTemplateCreate = Type.Object(
  { name: fields.name, questions: Type.Optional(fields.questions) },
  { ...closed, $id: 'NoteTemplateCreate' },
)
export const NoteTemplatePatch = Type.Partial(Type.Object(fields), { ...closed, $id: 'NoteTemplatePatch' })
export type NoteTemplate = Static<typeof NoteTemplate>
export type NoteTemplateCreate = Static<typeof NoteTemplateCreate>
export type NoteTemplatePatch = Static<typeof NoteTemplatePatch>

const tags = ['Client notes']
const example = { id: 1, name: 'Daily note', questions: [{ key: 'mood', label: 'How was their mood?' }] }
const one = dataOf(ref(NoteTemplate))

export const listTemplates = {
  operationId: 'listNoteTemplates',
  sdk: 'noteTemplates.list',
  summary: 'List note templates',
  description: 'Lists the templates for a note’s `template_id`, with their questions.',
  tags,
  returns: 'The note templates of the organisation.',
  response: { 200: dataOf(Type.Array(ref(NoteTemplate))) },
  examples: { response: { data: [example] } },
}
export const createTemplate = {
  operationId: 'createNoteTemplate',
  sdk: 'noteTemplates.create',
  summary: 'Create a note template',
  description: 'Creates a template. A note with this template has answers to its questions, by their keys.',
  tags,
  body: ref(NoteTemplateCreate),
  returns: 'The created template.',
  response: { 201: one },
  examples: {
    requests: [
      {
        body: {
          name: 'Night check',
          questions: [
            { key: 'slept', label: 'Did they sleep through?' },
            { key: 'fluids', label: 'What did they drink?' },
          ],
        },
      },
    ],
    response: {
      data: {
        id: 5,
        name: 'Night check',
        questions: [
          { key: 'slept', label: 'Did they sleep through?' },
          { key: 'fluids', label: 'What did they drink?' },
        ],
      },
    },
  },
}
export const updateTemplate = {
  operationId: 'updateNoteTemplate',
  sdk: 'noteTemplates.update',
  summary: 'Update a note template',
  description:
    'Updates only the fields in the body; questions replace all of them. Existing notes keep their answers and labels.',
  tags,
  params: IdParams,
  body: ref(NoteTemplatePatch),
  returns: 'The updated template.',
  response: { 200: one },
  examples: {
    requests: [{ path: { id: 1 }, body: { name: 'Daily support note' } }],
    response: { data: { ...example, name: 'Daily support note' } },
  },
}
export const deleteTemplate = {
  operationId: 'deleteNoteTemplate',
  sdk: 'noteTemplates.delete',
  summary: 'Delete a note template',
  description: 'The template is no longer offered. Notes that have it keep its name and their answers.',
  tags,
  params: IdParams,
  returns: 'The id of the deleted template.',
  response: { 200: Type.Object({ deleted: id('Id of the deleted template.') }) },
  examples: { requests: [{ path: { id: 2 } }], response: { deleted: 2 } },
}
