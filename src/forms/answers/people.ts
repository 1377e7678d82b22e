import { type Access, permits, read } from '../../access/areas.ts'
import type { Call } from '../../db/pipeline.ts'
import { maxLengths } from '../logic/check.ts'
import { type Answers, type Field, isAnswerable, kinds, type Step } from '../logic/form.ts'
import { clean } from '../logic/values.ts'
import { own } from '../logic/walk.ts'
import { findPeople, type NameColumns, type PersonRow } from './people.sql.ts'
import type { StoredPerson } from './stored-answer.ts'

/** Which people a token may read. Who an answer means is visible to such tokens alone. */
export type MayRead = Readonly<Record<'client' | 'staff', boolean>>
export const mayReadOf = (access: Access): MayRead => ({
  client: permits(access, read('clients')),
  staff: permits(access, read('staff')),
})

/**
 * An answer as a token may see it. Without the right to read such people it is the name as it was sent, whether or not somebody
 * has that name, and null for somebody who was named by id: a token for forms could otherwise try who is a client.
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

/** Whoever the answers name, whether or not their fields turn out to be asked: who is there is looked up before that is known. */
export function peopleIn(steps: readonly Step[], answers: Answers): PersonReference[] {
  return answerableFields(steps).flatMap((field) => {
    const value = kinds[field.type] === 'person' ? clean(field, own(answers, field.key)) : undefined
    return isName(field, value) || isId(value) ? [{ kind: field.type as PersonReference['kind'], value }] : []
  })
}
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
const isName = ({ type }: Field, value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxLengths[type]!

/** Nobody's name has more words; a stranger may send many. */
const maxNameWords = 8

/** Each way to part a name in a first and a last one, because both can have several words. */
const nameSplits = (name: string): [first: string, last: string][] => {
  const words = name.split(/\s+/)
  if (words.length > maxNameWords) return []
  return words.slice(1).map((_, n) => [words.slice(0, n + 1).join(' '), words.slice(n + 1).join(' ')])
}

/** Asks for everybody at once; undefined where nobody is named. */
export function findPeopleCall(orgId: number, named: readonly PersonReference[]): Call<PersonRow> | undefined {
  if (named.length === 0) return undefined
  const idsOf = (wanted: PersonReference['kind']) =>
    named.flatMap(({ kind, value }) => (kind === wanted && typeof value === 'number' ? [value] : []))
  const parted = named.flatMap(({ kind, value }, place) =>
    typeof value === 'string' ? nameSplits(value).map(([first, last]) => ({ kind, place, first, last })) : [],
  )
  const names: NameColumns = [
    ...([parted.map(({ kind }) => kind), parted.map(({ place }) => place)] as const),
    ...([parted.map(({ first }) => first), parted.map(({ last }) => last)] as const),
  ]
  return findPeople.call(orgId, idsOf('client'), idsOf('staff'), ...names)
}

/** Tells who an answer names, by what was found; undefined for an id that nobody has. */
export type FindPerson = (kind: PersonReference['kind'], value: number | string) => StoredPerson | undefined

export function personFinder(named: readonly PersonReference[], rows: readonly PersonRow[]): FindPerson {
  return (kind, value) => {
    if (typeof value === 'number') {
      const row = rows.find((person) => person.place === null && person.kind === kind && person.id === value)
      return row && { id: row.id, name: row.name }
    }
    const place = named.findIndex((one) => one.kind === kind && one.value === value)
    const found = new Map(rows.filter((row) => row.place === place).map(({ id, name }) => [id, { id, name }]))
    // Two people of one name are nobody in particular.
    const [person] = found.size === 1 ? found.values() : []
    return person ? { ...person, sent: value } : { name: value }
  }
}
