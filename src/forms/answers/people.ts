import { type Access, permits, read } from '../../access/areas.ts'
import type { Call } from '../../db/pipeline.ts'
import { longest } from '../logic/check.ts'
import { type Answers, type Field, isAsked, kinds, type Step } from '../logic/form.ts'
import { clean } from '../logic/values.ts'
import { own } from '../logic/walk.ts'
import { type FoundPerson, findPeople, type SoughtNames } from './people.sql.ts'
import type { KeptPerson } from './stored-answer.ts'

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
  const { id, name, sent } = value as KeptPerson
  if (mayRead[type] || id === undefined) return { id, name }
  return sent === undefined ? null : { name: sent }
}

/** All fields that people answer, in the order of the form. */
export const askedFields = (steps: readonly Step[]): Field[] => steps.flatMap(({ fields }) => fields.filter(isAsked))

interface Named {
  kind: FoundPerson['kind']
  value: number | string
}

/** Whoever the answers name, whether or not their fields turn out to be asked: who is there is looked up before that is known. */
export function namedIn(steps: readonly Step[], answers: Answers): Named[] {
  return askedFields(steps).flatMap((field) => {
    const value = kinds[field.type] === 'person' ? clean(field, own(answers, field.key)) : undefined
    return isName(field, value) || isId(value) ? [{ kind: field.type as Named['kind'], value }] : []
  })
}
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
const isName = ({ type }: Field, value: unknown): value is string =>
  typeof value === 'string' && value.length <= longest[type]!

/** Nobody's name has more words; a stranger may send many. */
const mostWords = 8

/** Each way to part a name in a first and a last one, because both can have several words. */
const partings = (name: string): [first: string, last: string][] => {
  const words = name.split(/\s+/)
  if (words.length > mostWords) return []
  return words.slice(1).map((_, n) => [words.slice(0, n + 1).join(' '), words.slice(n + 1).join(' ')])
}

/** Asks for everybody at once; undefined where nobody is named. */
export function seek(orgId: number, named: readonly Named[]): Call<FoundPerson> | undefined {
  if (named.length === 0) return undefined
  const idsOf = (wanted: Named['kind']) =>
    named.flatMap(({ kind, value }) => (kind === wanted && typeof value === 'number' ? [value] : []))
  const parted = named.flatMap(({ kind, value }, place) =>
    typeof value === 'string' ? partings(value).map(([first, last]) => ({ kind, place, first, last })) : [],
  )
  const names: SoughtNames = [
    ...([parted.map(({ kind }) => kind), parted.map(({ place }) => place)] as const),
    ...([parted.map(({ first }) => first), parted.map(({ last }) => last)] as const),
  ]
  return findPeople.call(orgId, idsOf('client'), idsOf('staff'), ...names)
}

/** Tells who an answer names, by what was found; undefined for an id that nobody has. */
export type WhoIs = (kind: Named['kind'], value: number | string) => KeptPerson | undefined

export function whoIs(named: readonly Named[], rows: readonly FoundPerson[]): WhoIs {
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
