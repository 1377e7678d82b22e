import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { Asked } from './asked.ts'
import { findLinks, type Links } from './tasks.sql.ts'

/** Asks for the people that a body names, and only then. */
export const linksCall = (orgId: number, { client, assignee }: Asked) =>
  client || assignee ? findLinks.call(orgId, client ?? null, assignee ?? null) : undefined

/** Under the names that were sent. Somebody who is on the task already stays, also when they have become a supplier. */
export function linkErrors(asked: Asked, links: Links | undefined, assigned?: number): FieldErrors {
  const { client, assignee, sentAs } = asked
  const errors: FieldErrors = {}
  const refuse = (name: string, what: string) => {
    errors[name] = [`${name} must be the id of a ${what} of this organisation.`]
  }
  if (client && !links?.client) refuse(sentAs.client, 'client')
  if (assignee && assignee !== assigned && !links?.assignee) refuse(sentAs.assignee, 'staff member')
  return errors
}
