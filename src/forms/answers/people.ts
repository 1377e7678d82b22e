import { type Access, permits, read } from '../../access/areas.ts'
import type { Call } from '../../db/pipeline.ts'
import { maxLengths } from '../logic/check.ts'
import { type Answers, type Field, isAnswerable, kinds, type Step } from '../logic/form.ts'
import { clean } from '../logic/values.ts'
import { own } from '../logic/walk.ts'
import { findPeople, type NameColumns, type PersonRow } from './people.sql.ts'
import type { StoredPerson } from './stored-answer.ts'

/** The kinds of people a token may read. Only such tokens see which person an answer means. */
export type MayRead = Readonly<Record<'client' | 'staff', boolean>>
export const mayReadOf = (access: Access): MayRead => ({
  client: permits(access, read('clients')),
  staff: permits(access, read('staff')),
})

/**
 * An answer as a token may see it. Without the right to read such people, it is the name as submitted, or null for a person
 * named by id. Otherwise a token for forms could find out who is a client.
 */
export function visibleValue({ type, value }: { type: string; value: unknown }, mayRead: MayRead): unknown {
  if (type !== 'client' && type !== 'staff') return value
  const { id, name, sent } = value as StoredPerson
  if (mayRead[type] || id === undefined) return { id, name }
  return sent === undefined ? null : { name: sent }
}

/** All fields that people answer, in the order of the form. */
export const answerableFields = (steps: readonly Step[]): Field[] =>
  steps.flatMap(({ fields }) => fields.filter(isAnswerable))

interface PersonReference {
  kind: PersonRow['kind']
  value: number | string
}

/** The people that answers name. Includes hidden fields: people are loaded before it is known which fields are visible. */
export function peopleIn(steps: readonly Step[], answers: Answers): PersonReference[] {
  return answerableFields(steps).flatMap((field) => {
    const value = kinds[field.type] === 'person' ? clean(field, own(answers, field.key)) : undefined
    return isName(field, value) || isId(value) ? [{ kind: field.type as PersonReference['kind'], value }] : []
  })
}
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
const isName = ({ type }: Field, value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxLengths[type]!

/** Bounds the number of splits of a name that a stranger submits. */
const maxNameWords = 8

/** Every split of a name into a first and a last name, because both can have several words. */
const nameSplits = (name: string): [first: string, last: string][] => {
  const words = name.split(/\s+/)
  if (words.length > maxNameWords) return []
  return words.slice(1).map((_, n) => [words.slice(0, n + 1).join(' '), words.slice(n + 1).join(' ')])
}

/** The call that loads all named people at once; undefined where no person is named. */
export function findPeopleCall(orgId: number, named: readonly PersonReference[]): Call<PersonRow> | undefined {
  if (named.length === 0) return undefined
  const idsOf = (wanted: PersonReference['kind']) =>
    named.flatMap(({ kind, value }) => (kind === wanted && typeof value === 'number' ? [value] : []))
  const splits = named.flatMap(({ kind, value }, index) =>
    typeof value === 'string' ? nameSplits(value).map(([first, last]) => ({ kind, index, first, last })) : [],
  )
  const names: NameColumns = [
    ...([splits.map(({ kind }) => kind), splits.map(({ index }) => index)] as const),
    ...([splits.map(({ first }) => first), splits.map(({ last }) => last)] as const),
  ]
  return findPeople.call(orgId, idsOf('client'), idsOf('staff'), ...names)
}

/** Finds the person that an answer names among the loaded rows; undefined for an unknown id. */
export type FindPerson = (kind: PersonReference['kind'], value: number | string) => StoredPerson | undefined

export function personFinder(named: readonly PersonReference[], rows: readonly PersonRow[]): FindPerson {
  return (kind, value) => {
    if (typeof value === 'number') {
      const row = rows.find((person) => person.name_index === null && person.kind === kind && person.id === value)
      return row && { id: row.id, name: row.name }
    }
    const index = named.findIndex((one) => one.kind === kind && one.value === value)
    const people = new Map(rows.filter((row) => row.name_index === index).map(({ id, name }) => [id, { id, name }]))
    // A name that two people share identifies neither.
    const [person] = people.size === 1 ? people.values() : []
    return person ? { ...person, sent: value } : { name: value }
  }
}
