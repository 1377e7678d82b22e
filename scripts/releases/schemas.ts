import type { Deprecation } from '../../src/http/contract/deprecation.ts'
import { type Form, formsOf, type HasComponents, isTypeWithin, refName, resolved, type Schema } from './forms.ts'

export type { HasComponents, Schema } from './forms.ts'

/** Whether a schema is of what callers send, or of what they are sent. */
export type Side = 'request' | 'response'

export interface Problem {
  /** As `POST /clients body.first_name`, or `Client.status` where operations share a schema. */
  where: string
  rule: string
  message: string
  /** The value of an enum that the problem is about. */
  value?: string | undefined
  /** The operations and events that have it. */
  uses: string[]
}

type In = [document: HasComponents, schema: Schema]

/** Results for two shared schemas, by their documents, names and side. Undefined while they are being compared. */
type Known = Map<string, Problem[] | undefined>
const knownOf = new WeakMap<HasComponents, WeakMap<HasComponents, Known>>()

export const openValueGone = 'open-value-gone'
/** Callers of an open enum expect that its values change. Only the changelog has them. */
export const isBreak = ({ rule }: Problem): boolean => rule !== openValueGone

interface Deprecable {
  'x-deprecated'?: Deprecation
}
/** Callers plan by the dates of a release. */
export function compareDeprecations(was: Deprecable, is: Deprecable, where: string): Problem[] {
  const [before, after] = [was['x-deprecated'], is['x-deprecated']]
  if (!before) return []
  const { since, sunset = 'not set' } = before
  if (after?.since !== since)
    return [of(where, 'deprecation-changed', `it was deprecated since ${since}, is ${after?.since ?? 'not'}`)]
  // A date where there was none is an earlier end.
  if (after.sunset === undefined || (before.sunset !== undefined && after.sunset >= before.sunset)) return []
  return [of(where, 'sunset-earlier', `its sunset was ${sunset}, is ${after.sunset}`)]
}

/** A request must still be taken: what older allows, newer must allow. A response must still be understood: the other way round. */
export function compareSchemas([older, was]: In, [newer, is]: In, side: Side, where: string): Problem[] {
  const ofOlder = knownOf.get(older) ?? new WeakMap<HasComponents, Known>()
  const known: Known = ofOlder.get(newer) ?? new Map()
  knownOf.set(older, ofOlder.set(newer, known))

  return compareAt(was, is, where)

  function compareAt(was: Schema, is: Schema, where: string): Problem[] {
    const name = refName(is)
    const ofField = [...compareDefaults(was, is, where), ...compareDeprecations(was, is, where)]
    if (!name || !was.$ref) return [...ofField, ...compareForms(was, is, where)]
    const key = JSON.stringify([side, was, is])
    if (!known.has(key)) {
      known.set(key, undefined)
      // A schema in place of another is a problem of this place alone.
      const isSame = name === refName(was)
      const problems = compareForms(was, is, isSame ? name : where)
      if (isSame) known.set(key, problems)
      else {
        known.delete(key)
        return [...ofField, ...problems]
      }
    }
    return [...ofField, ...(known.get(key) ?? [])]
  }

  function compareForms(was: Schema, is: Schema, where: string): Problem[] {
    const before = formsOf(older, was, where)
    const after = formsOf(newer, is, where)
    const [narrow, wide] = side === 'request' ? [before, after] : [after, before]
    if (after.length === 0) return [of(where, `${side}-contradiction`, 'its type and its values exclude each other')]
    const matches = narrow.map((form): Match => {
      const candidates = wide.filter((other) => isTypeWithin(form.type, other.type) && haveOneTag(form, other))
      if (candidates.length === 0) return { form, problems: [missingForm(form, where)] }
      const results = candidates.map((other) => ({
        other,
        problems: side === 'request' ? compareForm(form, other, where) : compareForm(other, form, where),
      }))
      const cost = ({ other, problems }: (typeof results)[number]) =>
        unlikeness(form, other) + problems.filter(isBreak).length
      const best = results.reduce((best, result) => (cost(result) < cost(best) ? result : best))
      return { form, ...best }
    })
    const matched = new Set(matches.map(({ other }) => other))
    // What a response always could be is still there, beside something else.
    const isWhole = (other: Form) => matches.some((match) => match.other === other && !match.problems.some(isBreak))
    const problems = matches.flatMap(({ form, other, problems }) => {
      const isAdded = side === 'response' && problems.some(isBreak) && other?.type === 'object' && isWhole(other)
      return isAdded ? [addedForm(form, where)] : problems
    })
    const isLost = (form: Form) =>
      form.type === 'object' &&
      !matched.has(form) &&
      !after.some((other) => isTypeWithin(form.type, other.type) && !compareForm(form, other, where).some(isBreak))
    const lost = side === 'response' ? before.filter(isLost) : []
    return [...problems, ...lost.map(() => of(where, 'response-form-removed', 'one of its forms is gone'))]
  }

  function addedForm({ component, properties = {} }: Form, where: string): Problem {
    const name = component ?? `an object with ${Object.keys(properties).join(', ')}`
    return of(where, 'response-form-added', `it can be ${name}, and could not`, component)
  }

  function missingForm(form: Form, where: string): Problem {
    const { type } = form
    const tag = tagOf(form)
    if (tag) {
      const value = `${tag.field} ${JSON.stringify(tag.value)}`
      if (side === 'request')
        return of(where, 'request-form-removed', `it takes no object with ${value} any more`, value)
      return of(where, 'response-form-added', `it can be an object with ${value}, and could not`, value)
    }
    if (side === 'request') return of(where, 'request-type-removed', `it takes no ${type} any more`, type)
    if (type === 'null') return of(where, 'response-null', 'it can be null, and could not')
    return of(where, 'response-type-added', `it can be of type ${type}, and could not`, type)
  }

  function compareForm(was: Form, is: Form, union: string): Problem[] {
    const where = (is.component === was.component ? is.component : undefined) ?? union
    return [
      ...compareValues(was, is, where),
      ...(was.type === 'object' || is.type === 'object' ? compareObjects(was, is, where) : []),
      ...(was.type === 'array' && is.type === 'array' ? compareAt(was.items ?? {}, is.items ?? {}, `${where}[]`) : []),
      ...(was.contentSchema || is.contentSchema
        ? compareAt(was.contentSchema ?? {}, is.contentSchema ?? {}, where)
        : []),
      ...(side === 'request' ? compareLimits(was, is, where) : compareTexts(was, is, where)),
    ]
  }

  function compareObjects(was: Form, is: Form, where: string): Problem[] {
    const { properties: before = {}, required = [] } = was
    const { properties: after = {}, required: nowRequired = [] } = is
    const at = (name: string) => `${where}.${name}`
    return [
      ...Object.entries(before).flatMap(([name, schema]) => {
        const now = after[name] ?? (side === 'request' ? valuesOf(is) : undefined)
        return now ? compareAt(schema, now, at(name)) : [of(at(name), `${side}-field-removed`, 'the field is gone')]
      }),
      ...(side === 'request'
        ? nowRequired
            .filter((name) => !required.includes(name))
            .map((name) => of(at(name), 'request-field-required', 'the field is required, and was not'))
        : required
            .filter((name) => name in after && !nowRequired.includes(name))
            .map((name) =>
              of(at(name), 'response-field-optional', 'the field was always there, and can be absent now'),
            )),
      ...compareOtherFields(was, is, where),
    ]
  }

  /** Fields whose names are not declared. */
  function compareOtherFields(was: Form, is: Form, where: string): Problem[] {
    const before = valuesOf(was)
    const after = valuesOf(is)
    const patterns = Object.entries(was.patternProperties ?? {}).flatMap(([pattern, schema]) => {
      const now = is.patternProperties?.[pattern]
      const place = `${where}.{${pattern}}`
      return now ? compareAt(schema, now, place) : [of(place, `${side}-field-removed`, 'these fields are gone')]
    })
    if (before && after) return [...patterns, ...compareAt(before, after, `${where}.{name}`)]
    if (side === 'response' && before && !was.patternProperties)
      return [of(`${where}.{name}`, 'response-field-removed', 'its entries are gone')]
    if (side === 'response') return patterns
    if (before) return [...patterns, of(where, 'request-closed', 'it takes no other fields any more')]
    const closed = !isOpen(is) || after
    if (isOpen(was) && closed)
      return [...patterns, of(where, 'request-closed', 'it took any field, and takes only declared ones now')]
    return patterns
  }

  function compareValues(was: Form, is: Form, where: string): Problem[] {
    const text = (value: unknown) => JSON.stringify(value)
    const has = (values: unknown[], value: unknown) => values.some((other) => text(other) === text(value))
    const before = was.enum
    const after = is.enum
    if (side === 'request') {
      if (!after) return []
      if (!before) return [of(where, 'request-value-removed', `it takes only ${after.map(text).join(', ')} now`)]
      return before
        .filter((value) => !has(after, value))
        .map((value) => of(where, 'request-value-removed', `it does not take ${text(value)} any more`, text(value)))
    }
    if (!before) return []
    if (was['x-open-enum'])
      return before
        .filter((value) => !has(after ?? [value], value))
        .map((value) => of(where, openValueGone, `it is no longer ${text(value)}`, text(value)))
    if (is['x-open-enum']) return [of(where, 'response-enum-opened', 'its values were all, and may become more')]
    if (!after) return [of(where, 'response-value-added', 'it can have any value, and had only some')]
    return after
      .filter((value) => !has(before, value))
      .map((value) => of(where, 'response-value-added', `it can be ${text(value)}, and could not`, text(value)))
  }

  /** Bounds, patterns and conditions of a request. */
  function compareLimits(was: Form, is: Form, where: string): Problem[] {
    const tighter = Object.entries(bounds).filter(([keyword, direction]) => {
      const [before, after] = [was[keyword], is[keyword]] as (number | undefined)[]
      return after !== undefined && (before === undefined || (after - before) * direction < 0)
    })
    const added = exact.filter((keyword) => is[keyword] && is[keyword] !== was[keyword])
    const conditions = conditionsOf(was)
    return [
      ...tighter.map(([keyword]) =>
        of(where, 'request-bound-tighter', `${keyword} was ${was[keyword] ?? 'not set'}, is ${is[keyword]}`, keyword),
      ),
      ...added.map((keyword) =>
        of(where, `request-${keyword}-changed`, `${keyword} was ${was[keyword] ?? 'not set'}, is ${is[keyword]}`),
      ),
      ...(is.propertyNames
        ? compareAt(was.propertyNames ?? { type: 'string' }, is.propertyNames, `${where}.{name}`)
        : []),
      ...conditionsOf(is)
        .filter((condition) => !conditions.includes(condition))
        .map(() => of(where, 'request-condition-changed', 'a condition (`if`, `then`, `not`) is new or another')),
    ]
  }

  /** A program that reads a text relies on its form. */
  function compareTexts(was: Form, is: Form, where: string): Problem[] {
    return (['format', 'pattern'] as const)
      .filter((keyword) => was[keyword] && was[keyword] !== is[keyword] && was[keyword] !== notBlank)
      .map((keyword) =>
        of(where, `response-${keyword}-changed`, `its ${keyword} was ${was[keyword]}, is ${is[keyword] ?? 'not set'}`),
      )
  }

  /** Another default changes what a request does that does not send the field. So does the first one. */
  function compareDefaults(was: Schema, is: Schema, where: string): Problem[] {
    const before = describedDefault(older, was, where)
    const after = describedDefault(newer, is, where)
    if (side === 'response' || before === after) return []
    return [
      of(where, 'default-changed', `if not sent, it was ${before ?? 'not set'}, and is ${after ?? 'not set'}`, after),
    ]
  }
}

/** The form of `was` that a form of `is` is compared with, or the other way round. */
interface Match {
  form: Form
  other?: Form
  problems: Problem[]
}

/** The pattern of a text that has more than spaces. It says nothing about the form. */
const notBlank = '\\S'

const of = (where: string, rule: string, message: string, value?: string): Problem => ({
  where,
  rule,
  message,
  value,
  uses: [],
})

/** Keywords with a number, and whether a larger number (1) or a smaller one (-1) allows more. */
export const bounds = {
  maxLength: 1,
  maximum: 1,
  exclusiveMaximum: 1,
  maxItems: 1,
  maxProperties: 1,
  minLength: -1,
  minimum: -1,
  exclusiveMinimum: -1,
  minItems: -1,
  minProperties: -1,
}
/** Keywords whose values have no order: any other value may allow less. */
export const exact = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'contentMediaType']

/** The schema of fields that are not declared, if there is one. */
const valuesOf = ({ additionalProperties }: Schema): Schema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined
const isOpen = ({ type, additionalProperties = true, unevaluatedProperties = true }: Schema): boolean =>
  type !== 'object' || (additionalProperties === true && unevaluatedProperties)

/** Of the description too, because bodies say their defaults there: generated clients would send the keyword. */
function describedDefault(document: HasComponents, schema: Schema, where: string): string | undefined {
  const { default: value, description, allOf = [], anyOf = [], oneOf = [] } = resolved(document, schema, where)
  if (value !== undefined) return typeof value === 'string' ? value : JSON.stringify(value)
  const said = /If not sent: `([^`]*)`/.exec(description ?? '')?.[1]
  return [...allOf, ...anyOf, ...oneOf].reduce((found, part) => found ?? describedDefault(document, part, where), said)
}

/** The constant that tells an object from the other forms of a union, as `op` does. */
function tagOf({ type, properties = {}, required = [] }: Form): { field: string; value: unknown } | undefined {
  if (type !== 'object') return undefined
  const tags = required.flatMap((field) => {
    const { const: constant, enum: values = [constant] } = properties[field] ?? {}
    return values.length === 1 && typeof values[0] === 'string' ? [{ field, value: values[0] }] : []
  })
  return tags[0]
}

function haveOneTag(form: Form, other: Form): boolean {
  const [one, two] = [tagOf(form), tagOf(other)]
  return !one || !two || one.field !== two.field || one.value === two.value
}

/** The number of fields that only one of them has. */
function unlikeness({ properties: one = {} }: Form, { properties: two = {} }: Form): number {
  return Object.keys({ ...one, ...two }).filter((name) => !(name in one && name in two)).length
}

/** Conditions as text without what only people read. */
function conditionsOf({ if: condition, then, else: otherwise, not, conditions = [] }: Form): string[] {
  const own = condition || not ? [{ if: condition, then, else: otherwise, not }] : []
  return [...own, ...conditions].map((one) =>
    JSON.stringify(one, (key, value) => (/^(description|example|examples|x-rule)$/.test(key) ? undefined : value)),
  )
}
