import { randomBytes } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { Operations } from './operations.ts'

/** Longer texts are cut, with a link to the whole record. */
export const maxTextLength = 1500
/** The same where the whole record was asked for. */
export const maxResourceTextLength = 50_000

interface Schema {
  $id?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  words?: boolean
  fromOutside?: boolean
  linkToPage?: boolean
  wordsAt?: Record<string, Schema>
}

/** Records that have an address as a resource, by the schema of the record. */
const addressOf: Record<string, (record: Record<string, unknown>) => string> = {
  Client: ({ id }) => `clients/${id}`,
  Staff: ({ id }) => `staff/${id}`,
  Shift: ({ ref }) => `shifts/${ref}`,
  Task: ({ id }) => `tasks/${id}`,
  Note: ({ ref }) => `notes/${ref}`,
  NoteOfClients: ({ ref }) => `notes/${ref}`,
  Prospect: ({ id }) => `prospects/${id}`,
  Form: ({ id }) => `forms/${id}`,
  FormSubmissionRecord: ({ id }) => `form-submissions/${id}`,
  Insight: ({ id }) => `insights/${id}`,
}
export const resourceScheme = 'wattle://'

const withheld = '[withheld: it may have come by a public form]'

/**
 * Characters that a reader does not see and a model does: zero-width, direction, tags (U+E0000 on), variation selectors, and
 * control characters but tab and line feed.
 */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** What looks like one of our tags, also with another kind of bracket or as an entity. */
const tagLike =
  /(?:[<\uff1c\ufe64\u2039\u3008\u27e8]|&lt;|&#0*60;|&#x0*3c;)[\s/\uff0f\u2215\u2044]*untrusted[^>\uff1e]{0,80}(?:[>\uff1e]|&gt;)?/giu

/** The text without invisible characters and without anything that looks like a tag of ours. */
export function clean(text: string): string {
  return text.replace(invisible, '').replace(tagLike, '[tag removed]')
}

/** The same on one line, for texts that stand between lines of ours. */
export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ')

interface Place {
  /** The resource of the record around a text. */
  uri: string | undefined
  /** Everything inside a value that is marked. */
  isWords: boolean
  /** Inside a record that a program or an import has sent: nothing in it came by a page. */
  isOfProgram: boolean
}

/**
 * Prepares the texts of one answer. Those that people have written stand between tags whose name is new for each answer, so that
 * no text can end them. Schemas of responses mark them with `words`.
 */
export class Words {
  readonly tag = `untrusted-${randomBytes(4).toString('hex')}`
  /** Resources of texts that were cut. */
  readonly cut = new Set<string>()
  readonly #operations: Operations
  readonly #hidesOutsiders: boolean
  readonly #maxLength: number

  constructor(operations: Operations, { hidesOutsiders, maxLength = maxTextLength }: WordsOptions) {
    this.#operations = operations
    this.#hidesOutsiders = hidesOutsiders
    this.#maxLength = maxLength
  }

  /** The value of a response as a model may see it. */
  show(value: unknown, schema: TSchema): any {
    return this.#show(value, [schema as Schema], { uri: undefined, isWords: false, isOfProgram: false })
  }

  #show(value: unknown, schemas: Schema[], place: Place): unknown {
    const choices = this.#choicesOf(schemas)
    const isWords = place.isWords || choices.length === 0 || choices.some(({ words }) => words)
    const mayBeFromOutside = !place.isOfProgram && choices.some(({ fromOutside }) => fromOutside)
    if (this.#hidesOutsiders && mayBeFromOutside && value !== null) return withheld
    const inside = { ...place, isWords }
    if (typeof value === 'string') return isWords ? this.#tagged(value, place.uri) : oneLine(value)
    if (Array.isArray(value)) {
      const items = choices.flatMap(({ items }) => items ?? [])
      return value.map((item) => this.#show(item, items, inside))
    }
    if (typeof value !== 'object' || value === null) return value
    return this.#showObject(value as Record<string, unknown>, choices, inside)
  }

  #showObject(value: Record<string, unknown>, choices: Schema[], place: Place): Record<string, unknown> {
    const address = choices.map(({ $id }) => addressOf[$id ?? '']).find(Boolean)
    const uri = address ? `${resourceScheme}${address(value)}` : place.uri
    const isSubmission = choices.some(({ $id }) => $id === 'FormSubmissionRecord')
    const isOfProgram = place.isOfProgram || (isSubmission && value.source !== 'page')
    const shown: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) {
      const schemas = choices.flatMap((choice) => schemaOf(choice, key))
      if (schemas.some(({ linkToPage }) => linkToPage)) continue
      shown[clean(key)] = this.#show(inner, schemas, { ...place, uri, isOfProgram })
    }
    return shown
  }

  /** The schemas that may describe a value, without references and unions. */
  #choicesOf(schemas: Schema[]): Schema[] {
    return schemas.flatMap((schema) => {
      const resolved = this.#operations.resolve(schema as TSchema) as Schema
      const own = schema === resolved ? resolved : { ...resolved, ...schema, $id: resolved.$id! }
      const union = own.anyOf ?? own.oneOf
      return union ? this.#choicesOf(union).map((choice) => ({ ...choice, ...markOf(own) })) : [own]
    })
  }

  #tagged(text: string, uri: string | undefined): string {
    const whole = clean(text)
    if (whole === '') return whole
    const { tag } = this
    if (whole.length <= this.#maxLength) return `<${tag}>${whole}</${tag}>`
    // Not within a pair of surrogates.
    const end = /[\ud800-\udbff]/.test(whole[this.#maxLength - 1]!) ? this.#maxLength - 1 : this.#maxLength
    if (uri) this.cut.add(uri)
    const where = uri ? `; the whole text: ${uri}` : ''
    return `<${tag}>${whole.slice(0, end)}</${tag}> [cut after ${end} of ${whole.length} characters${where}]`
  }
}

export interface WordsOptions {
  /** Withholds what may have come by a public form. */
  hidesOutsiders: boolean
  maxLength?: number
}

const markOf = ({ words, fromOutside }: Schema): Schema => ({
  ...(words && { words }),
  ...(fromOutside && { fromOutside }),
})

/** The schemas of one field of an object. A field that no schema names has none, and counts as words. */
function schemaOf(schema: Schema, key: string): Schema[] {
  const { properties, patternProperties = {}, additionalProperties, wordsAt } = schema
  if (wordsAt && Object.hasOwn(wordsAt, key)) return [wordsAt[key]!]
  if (properties && Object.hasOwn(properties, key)) return [properties[key]!]
  const patterns = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern).test(key))
  if (patterns.length > 0) return patterns.map(([, schema]) => schema)
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}
