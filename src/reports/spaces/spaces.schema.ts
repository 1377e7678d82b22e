import { type Static, Type } from 'typebox'
import { closed, dataOf, IdParams, id, ref, visibleText } from '../../http/contract/schema.ts'

/** The id of a subfolder, a text chosen by the organisation. */
export const subfolderId = (description?: string) => visibleText(100, description === undefined ? {} : { description })

/** The id of a new subfolder. A path cannot end in `.` or `..`. */
export const newSubfolderId = (description?: string) =>
  visibleText(100, {
    pattern: '^(?!\\.{1,2}$)[\\s\\S]*\\S',
    patternRule: 'must be neither blank nor . nor ..',
    ...(description !== undefined && { description }),
  })

const name = visibleText(255)
export const maxSubfolders = 500

export const Subfolder = Type.Object({ id: subfolderId(), name }, { $id: 'Subfolder' })
export const Space = Type.Object(
  { id: id(), name, subfolders: Type.Array(ref(Subfolder)) },
  { $id: 'Space', description: 'A folder of insights and dashboards.' },
)
const Named = Type.Object({ name }, closed)
const SubfolderCreate = Type.Object(
  {
    name,
    id: Type.Optional(newSubfolderId('Its id, unique in the space; made from the name if it is not sent.')),
  },
  closed,
)
export type Space = Static<typeof Space>
export type Subfolder = Static<typeof Subfolder>
export type SubfolderCreate = Static<typeof SubfolderCreate>

const tags = ['Reports']
const SubfolderParams = Type.Object({ id: id('Id of the space.'), subfolder_id: subfolderId('Id of the subfolder.') })
const one = dataOf(ref(Space))
const space = { id: 1, name: 'Operations', subfolders: [{ id: 'monthly', name: 'Monthly' }] }

export const createSpace = {
  operationId: 'createSpace',
  sdk: 'spaces.create',
  summary: 'Create a space',
  description: 'Creates a space for insights and dashboards. GET /reports/options lists all spaces.',
  tags,
  body: Named,
  returns: 'The created space.',
  response: { 201: one },
  examples: {
    requests: [{ body: { name: 'Finance' } }],
    response: { data: { id: 5, name: 'Finance', subfolders: [] } },
  },
}
export const updateSpace = {
  operationId: 'updateSpace',
  sdk: 'spaces.update',
  summary: 'Rename a space',
  description: 'Changes the name of a space. What is in it stays there.',
  tags,
  params: IdParams,
  body: Type.Partial(Named, closed),
  returns: 'The updated space.',
  response: { 200: one },
  examples: {
    requests: [{ path: { id: 1 }, body: { name: 'Operations and quality' } }],
    response: { data: { ...space, name: 'Operations and quality' } },
  },
}
export const deleteSpace = {
  operationId: 'deleteSpace',
  sdk: 'spaces.delete',
  summary: 'Delete an empty space',
  description:
    'Deletes a space without insights and dashboards, with its subfolders. Otherwise it is a 422 with their number.',
  tags,
  params: IdParams,
  returns: 'The id of the deleted space.',
  response: { 200: Type.Object({ deleted: id('Id of the deleted space.') }) },
  examples: { requests: [{ path: { id: 4 } }], response: { deleted: 4 } },
}
export const createSubfolder = {
  operationId: 'createSubfolder',
  sdk: 'spaces.createSubfolder',
  summary: 'Create a subfolder',
  description: 'Creates a subfolder in a space, as the last one.',
  tags,
  params: IdParams,
  body: SubfolderCreate,
  returns: 'The created subfolder.',
  response: { 201: dataOf(ref(Subfolder)) },
  examples: {
    requests: [{ path: { id: 1 }, body: { name: 'Yearly review' } }],
    response: { data: { id: 'yearly-review', name: 'Yearly review' } },
  },
}
export const updateSubfolder = {
  operationId: 'updateSubfolder',
  sdk: 'spaces.updateSubfolder',
  summary: 'Rename a subfolder',
  description: 'Changes the name of a subfolder. Its id stays, and so does what is in it.',
  tags,
  params: SubfolderParams,
  body: Type.Partial(Named, closed),
  returns: 'The updated subfolder.',
  response: { 200: dataOf(ref(Subfolder)) },
  examples: {
    requests: [{ path: { id: 1, subfolder_id: 'monthly' }, body: { name: 'Month by month' } }],
    response: { data: { id: 'monthly', name: 'Month by month' } },
  },
}
export const deleteSubfolder = {
  operationId: 'deleteSubfolder',
  sdk: 'spaces.deleteSubfolder',
  summary: 'Delete an empty subfolder',
  description: 'Deletes a subfolder without insights and dashboards. Otherwise it is a 422 with their number.',
  tags,
  params: SubfolderParams,
  returns: 'The id of the deleted subfolder.',
  response: { 200: Type.Object({ deleted: subfolderId('Id of the deleted subfolder.') }) },
  examples: { requests: [{ path: { id: 1, subfolder_id: 'archive' } }], response: { deleted: 'archive' } },
}
