import type { Session } from './session.ts'
import { resourceScheme } from './words.ts'

/** The records that have an address, with the GET that returns each, and the name of its id. */
const kinds: Record<string, [operation: string, part: string, title: string]> = {
  clients: ['getClient', 'id', 'A client'],
  staff: ['getStaff', 'id', 'A staff member'],
  shifts: ['getShift', 'ref', 'A shift, by its ref'],
  tasks: ['getTask', 'id', 'A task'],
  notes: ['getNote', 'ref', 'A note, by its ref such as general:5'],
  prospects: ['getProspect', 'id', 'A prospect'],
  forms: ['getForm', 'id', 'A form'],
  'form-submissions': ['getFormSubmission', 'id', 'A form submission with its answers'],
  insights: ['getInsight', 'id', 'An insight'],
}

/** The templates of the records that a session may read. */
export const resourceTemplates = ({ operations, access }: Session) =>
  Object.entries(kinds)
    .filter(([, [operation]]) => operations.get(operation).permits(access))
    .map(([kind, [, part, description]]) => ({
      uriTemplate: `${resourceScheme}${kind}/{${part}}`,
      name: kind,
      description,
      mimeType: 'application/json',
    }))

/** The record at an address, or undefined if no resource has it. */
export async function readResource(session: Session, uri: string): Promise<string | undefined> {
  const [kind = '', ref = '', ...more] = uri.startsWith(resourceScheme)
    ? uri.slice(resourceScheme.length).split('/')
    : []
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!known || ref === '' || more.length > 0) return undefined
  const [operation, part] = known
  const answer = await session.get(operation, { path: { [part]: ref } })
  return JSON.stringify(answer.data ?? answer)
}
