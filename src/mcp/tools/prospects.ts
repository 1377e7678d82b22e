import { all, read, readWrite } from '../../access/areas.ts'
import { creation, planOutput, planThenCommit } from '../confirm.ts'
import type { Operations } from '../operations.ts'
import { pageOf, paging } from '../page.ts'
import {
  again,
  bodyOf,
  confirm,
  type Data,
  date,
  fields,
  integer,
  pick,
  record,
  records,
  rowOf,
  type Tool,
  text,
  without,
} from '../tool.ts'

const notesOfProspect = 10

/** What a list shows of a prospect. */
const prospectRow = rowOf(
  ...['id', 'name', 'stage', 'source', 'consultant', 'funding_type', 'date_of_lead', 'followup_date', 'client_id'],
)

export const prospectTools = (operations: Operations): Tool[] => [
  {
    name: 'get_prospects',
    title: 'Prospects',
    description: `People who may become clients: one by \`id\` with the ${notesOfProspect} newest notes, or a page.`,
    needs: read('prospects'),
    effect: 'read',
    input: {
      id: integer(),
      ...{
        query: text('part of the name'),
        stage: text(),
        consultant: text(),
        source: text(),
        from: date(),
        to: date(),
      },
      ...fields,
      ...paging,
    },
    output: { prospect: record, notes: records, prospects: records, total: integer() },
    async run(session, args) {
      const { page: _, per_page: __, fields: names, id, ...query } = args
      if (id === undefined) {
        const row = (prospect: Data) => (names ? pick(prospect, names) : prospectRow(prospect))
        const { rows, ...rest } = await pageOf(session, 'listProspects', args, { query, row })
        return { prospects: rows, ...rest }
      }
      const [{ data }, notes] = await Promise.all([
        session.get('getProspect', { path: { id } }),
        session.get('listProspectNotes', { path: { id }, query: { per_page: notesOfProspect } }),
      ])
      return { prospect: pick(data, names), notes: notes.data }
    },
  },
  {
    name: 'save_prospect',
    title: 'Create or change a prospect',
    description:
      'Without `id` creates a prospect, which needs first_name and last_name. With `id` changes only what is sent. Stages, sources and attributes: get_options.',
    needs: readWrite('prospects'),
    effect: 'write',
    input: { id: integer(), ...bodyOf(operations, 'createProspect'), ...again },
    output: { prospect: record, created: { type: 'boolean' } },
    async run(session, { id, ...args }, { key }) {
      const body = without(args, 'again')
      if (id !== undefined)
        return { prospect: (await session.get('updateProspect', { path: { id }, body })).data, created: false }
      const answer = await session.send('createProspect', { body, key })
      return { prospect: session.show(answer).data, ...creation(answer) }
    },
  },
  {
    name: 'convert_prospect',
    title: 'Convert a prospect',
    description: 'Makes a prospect a client, or links an existing one. The first call gives a plan.',
    needs: all(readWrite('prospects'), readWrite('clients')),
    effect: 'destructive',
    input: { id: integer(), ...bodyOf(operations, 'convertProspect'), ...confirm },
    required: ['id'],
    output: planOutput,
    run(session, args, call) {
      const request = { path: { id: args.id }, body: without(args, 'id', 'confirm') }
      return planThenCommit(
        session,
        { tool: 'convert_prospect', args, operation: operations.get('convertProspect'), request },
        call,
      )
    },
  },
]
