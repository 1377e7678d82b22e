import { type Document, refName, resolve, type Schema } from './document.ts'

/** A type in words: 'string or null', 'list of Client'. */
export function typeWords(document: Document, schema: Schema): string {
  if (schema.$ref) return namedOrPlain(document, schema.$ref)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.map((variant) => typeWords(document, variant)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === undefined) return schema.properties || schema.allOf ? 'object' : 'any'
  const types = [schema.type].flat()
  return types.map((type) => (type === 'array' ? listWords(document, schema.items) : type)).join(' or ')
}

/** Only an object is worth its name; a named string is a string to the reader. */
function namedOrPlain(document: Document, ref: string): string {
  const schema = resolve<Schema>(document, { $ref: ref })
  return schema.properties ? refName(ref) : typeWords(document, schema)
}

function listWords(document: Document, items: Schema = {}): string {
  const words = typeWords(document, items)
  if (words === 'any') return 'list'
  return words === items.type ? `list of ${words}s` : `list of ${words}`
}

const formats: Record<string, string> = {
  date: 'a date, YYYY-MM-DD',
  'date-time': 'an ISO 8601 instant',
  'date-or-instant': 'a date or an ISO 8601 instant',
  'local-time': 'a local time, YYYY-MM-DD HH:MM:SS',
  email: 'an email address',
  'web-address': 'a web address',
  uri: 'a URL',
}

/** The limits of a value, each in words. The largest safe integer is the end of JSON's numbers, not a rule to read. */
export function ruleWords({ items, ...schema }: Schema): string[] {
  const maximum = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum
  const blank = schema.pattern === '\\S'
  return [
    schema.format && (formats[schema.format] ?? schema.format),
    range(blank && schema.minLength === 1 ? undefined : schema.minLength, schema.maxLength, 'character'),
    blank && 'not blank',
    schema.pattern && !blank && (schema['x-rule'] ?? `matches ${schema.pattern}`),
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

/** The values allowed, of the schema itself or of the items of a list. */
export const valuesOf = (schema: Schema): string[] =>
  (schema.enum ?? schema.items?.enum ?? []).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
