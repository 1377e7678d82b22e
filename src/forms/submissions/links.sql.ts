import { statement } from '../../db/statement.ts'

/** The parts of a form's address, and whether the organisation has such a client. */
export const findForLink = statement<
  [orgId: number, formId: number, clientId: number],
  { slug: string; key: string; hasClient: boolean }
>(
  'forms.find_for_link',
  `select o.slug, f.key, exists (select from client where org_id = $1 and id = $3) as "hasClient"
   from organisation o join form f on f.org_id = o.id where o.id = $1 and f.id = $2`,
)
