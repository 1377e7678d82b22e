import { statement } from '../db/statement.ts'

/** By the slug and the tag in its address. */
export const findLogo = statement<[slug: string, tag: string], { type: string; bytes: Buffer }>(
  'organisations.logo',
  'select logo_type as type, logo as bytes from organisation where slug = $1 and logo_tag = $2',
)
