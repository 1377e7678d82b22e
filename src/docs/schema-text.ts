import { type Document, refName, resolve, type Schema } from './document.ts'

/** The type as text: 'string or null', 'list of Client'. */
export function typeText(document: Document, schema: Schema): string {
  if (schema.$ref) return namedOrPlain(document, schema.$ref)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.map((variant) => typeText(document, variant)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === undefined) return schema.properties || schema.allOf ? 'object' : 'any'
  const types = [schema.type].flat()
  return types.map((type) => (type === 'array' ? listText(document, schema.items) : type)).join(' or ')
}

/** Objects are called by their name; for a named string, the reader needs only its type. */
function namedOrPlain(document: Document, ref: string): string {
  const schema = resolve<Schema>(document, { $ref: ref })
  return schema.properties ? refName(ref) : typeText(document, schema)
}

function listText(document: Document, items: Schema = {}): string {
  const text = typeText(document, items)
  if (text === 'any') return 'list'
  return text === items.type ? `list of ${text}s` : `list of ${text}`
}

const formats: Record<string, string> = {
  date: 'a date, YYYY-MM-DD',
  'date-time': 'an ISO 8601 instant',
  'date-or-instant': 'a date or an ISO 8601 instant',
  'local-time': 'a local time, YYYY-MM-DD HH:MM:SS',
  'local-time-or-instant': 'a local time, YYYY-MM-DD HH:MM:SS, or an ISO 8601 instant',
  email: 'an email address',
  'web-address': 'a web address',
  uri: 'a URL',
}

/** The limits of a value as texts. The largest safe integer is the limit of JSON numbers and not mentioned. */
export function ruleTexts({ items, ...schema }: Schema): string[] {
  const maximum = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum
  const notBlank = schema.pattern === '\\S'
  return [
    schema.format && (formats[schema.format] ?? schema.format),
    range(notBlank && schema.minLength === 1 ? undefined : schema.minLength, schema.maxLength, 'character'),
    notBlank && 'not blank',
    schema.pattern && !notBlank && (schema['x-rule'] ?? `matches ${schema.pattern}`),
    range(schema.minimum, maximum),
    range(schema.minItems, schema.maxItems, 'item'),
    schema.uniqueItems && 'no item twice',
    range(schema.minProperties, undefined, 'field'),
  ].filter((rule) => typeof rule === 'string')
}

function range(from: number | undefined, to: number | undefined, unit?: string): string | undefined {
  const counted = (number: number) =>
    `${number.toLocaleString('en')}${unit ? ` ${unit}${number === 1 ? '' : 's'}` : ''}`
  if (from !== undefined && to !== undefined) return `${from.toLocaleString('en')} to ${counted(to)}`
  if (to !== undefined) return `at most ${counted(to)}`
  return from === undefined ? undefined : `at least ${counted(from)}`
}

/** The allowed values of the schema or of its items. */
export const valuesOf = (schema: Schema): string[] =>
  (schema.enum ?? schema.items?.enum ?? []).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
