import { Type } from 'typebox'
import { maxDocuments, noteLimitText } from '../../http/contract/record-limits.ts'
import { closed, dataOf, IdParams, ref, visibleText } from '../../http/contract/schema.ts'
import { documentExample, noteExample, TaskDocument, TaskNote, tags } from '../tasks/tasks.schema.ts'

/** Notes of a task, and the names of its documents. The files are stored elsewhere. */
export const TaskNoteCreate = Type.Object(
  {
    notes: visibleText(10_000),
    type: Type.Optional(visibleText(100, { default: 'General', description: 'Any text, such as General' })),
  },
  { ...closed, $id: 'TaskNoteCreate' },
)
export const TaskDocumentCreate = Type.Object({ name: visibleText(255) }, { ...closed, $id: 'TaskDocumentCreate' })

export const addNote = {
  operationId: 'addTaskNote',
  sdk: 'tasks.addNote',
  summary: 'Add a note to a task',
  description: `Adds a note to a task. Its type is General by default. A billed task can get notes too. The notes of one task have at most ${noteLimitText}.`,
  tags,
  params: IdParams,
  body: ref(TaskNoteCreate),
  returns: 'The created note of the task.',
  response: { 201: dataOf(ref(TaskNote)) },
  examples: { requests: [{ path: { id: 50 }, body: { notes: noteExample.notes } }], response: { data: noteExample } },
}
export const addDocument = {
  operationId: 'addTaskDocument',
  sdk: 'tasks.addDocument',
  summary: 'Add a document to a task',
  description: `Adds the name of a document to a task; the file itself is stored elsewhere. A billed task can get documents too. A task has at most ${maxDocuments} documents.`,
  tags,
  params: IdParams,
  body: ref(TaskDocumentCreate),
  returns: 'The created document.',
  response: { 201: dataOf(ref(TaskDocument)) },
  examples: {
    requests: [{ path: { id: 50 }, body: { name: documentExample.name } }],
    response: { data: documentExample },
  },
}
