import type { Caller } from '../../access/tokens.ts'
import { send } from '../../db/pipeline.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { isOpen } from '../catalogue/sources.ts'
import { type Checked, type Mention, newMentions, specErrors } from '../spec/check.ts'
import type { Spec } from '../spec/spec.schema.ts'
import { type UnknownRecord, unknownAmong } from './records.sql.ts'

/**
 * What is wrong with a spec, with the records that it names and the organisation does not have. One that stood before is not looked
 * for again, though it may be gone since; nor is one whose area the token cannot read, since the answer would tell who is a client.
 */
export function* problemsIn({ orgId, access }: Pick<Caller, 'orgId' | 'access'>, checked: Checked, before?: Spec) {
  const named = newMentions('spec' in checked ? checked.spec : checked.sound, before)
  const mentions = named.filter(({ names }) => isOpen(access, names))
  const problems = specErrors('problems' in checked ? checked.problems : [])
  if (mentions.length === 0) return problems
  const [unknown] = yield* send(unknownAmong(orgId, mentions))
  return joined(problems, problemsOf(mentions, unknown))
}

/** All sentences of both. */
function joined(problems: FieldErrors, more: FieldErrors): FieldErrors {
  const all = Object.entries(more).map(([key, said]) => [
    key,
    [...(Object.hasOwn(problems, key) ? problems[key]! : []), ...said],
  ])
  return { ...problems, ...Object.fromEntries(all) }
}

/** So many are listed of one filter. */
const mostListed = 10

/** What there is not, by the key of the spec that names it. */
function problemsOf(mentions: readonly Mention[], unknown: readonly UnknownRecord[]): FieldErrors {
  const missing = new Set(unknown.map(({ table, id, name }) => JSON.stringify([table, id ?? name])))
  const errors: FieldErrors = {}
  for (const { key, path, names, values } of mentions) {
    const none = values.filter((value) => missing.has(JSON.stringify([names.table, value])))
    if (none.length === 0) continue
    const more = none.length > mostListed ? ` and ${none.length - mostListed} more` : ''
    const listed = `${none.slice(0, mostListed).join(', ')}${more}`
    errors[`spec.${key}`] ??= []
    errors[`spec.${key}`]!.push(`${path}: there is no ${listed}; a record is meant by its id or its full name.`)
  }
  return errors
}
