import { type Html, type HtmlValue, html } from '../http/pages/html.ts'
import { type Document, type Parameter, resolve, type Schema } from './document.ts'
import { inline, row, tableOf } from './markdown.ts'
import { ruleTexts, typeText, valuesOf } from './schema-text.ts'

export interface Field {
  name: string
  /** The path of its parent, such as `results[].` */
  parents: string
  depth: number
  /** Undefined for fields of an object with arbitrary names. */
  required: boolean | undefined
  schema: Schema
}

/** Every field of an object, of nested objects and of list items, in the declared order. */
export function fieldsOf(document: Document, schema: Schema, depth = 0, parents = '', open: string[] = []): Field[] {
  if (schema.$ref) {
    // A recursive schema is listed once.
    if (open.includes(schema.$ref)) return []
    return fieldsOf(document, resolve<Schema>(document, schema), depth, parents, [...open, schema.$ref])
  }
  const inner = (child: Schema) => fieldsOf(document, child, depth, parents, open)
  const named = (name: string, child: Schema, required?: boolean): Field[] => [
    { name, parents, depth, required, schema: child },
    ...fieldsOf(document, child, depth + 1, `${parents}${name}${isList(document, child) ? '[]' : ''}.`, open),
  ]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
      named(name, child, schema.required?.includes(name) ?? false),
    ),
    ...[schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})].flatMap((child) =>
      typeof child === 'object' ? named('{name}', child) : [],
    ),
    ...(schema.items ? inner(schema.items) : []),
    ...[...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(inner),
  ]
}

const isList = (document: Document, schema: Schema) => resolve<Schema>(document, schema).items !== undefined

/** The fields of a request are marked if required; those of a response if they may be absent. */
export function fieldTable(document: Document, schema: Schema, label: string, kind: 'request' | 'response'): HtmlValue {
  const rows = fieldRows(document, fieldsOf(document, schema), kind)
  return rows.length > 0 && tableOf(label, ['Field', ...headings], rows)
}

const fieldRows = (document: Document, fields: Field[], kind: 'request' | 'response'): Html[] =>
  fields.map((field) => {
    const resolved = resolve<Schema>(document, field.schema)
    const mark = kind === 'request' ? field.required && required : field.required === false && optional
    const name = html`<span class="visually-hidden">${field.parents}</span><code>${field.name}</code>${mark}${field.schema.deprecated && deprecated}`
    const description = field.schema.description ?? resolved.description ?? resolved.items?.description
    return fieldRow(document, name, field.schema, description, Math.min(field.depth, 5))
  })

/** A parameter that is a list of objects is followed by their fields, and has its example. */
export function parameterTable(document: Document, parameters: Parameter[], label: string): HtmlValue {
  const rows = parameters.flatMap(
    ({ name, in: location, required: must, description, deprecated: isDeprecated, schema, content, example }) => [
      fieldRow(
        document,
        html`<code>${name}</code>${must && required}${isDeprecated && deprecated}<span class="location">in ${location}</span>`,
        schema,
        description,
        0,
        content && example,
      ),
      ...fieldRows(document, fieldsOf(document, schema, 1, `${name}[].`), 'request'),
    ],
  )
  return rows.length > 0 && tableOf(label, ['Name', ...headings], rows)
}

const required = html` <span class="required">required</span>`
const deprecated = html` <span class="deprecated">deprecated</span>`
const optional = html` <span class="optional">may be absent</span>`

const headings = ['Type and rules', 'Description'] as const

function fieldRow(
  document: Document,
  name: Html,
  declared: Schema,
  description: string | undefined,
  depth: number,
  example?: unknown,
): Html {
  const schema = resolve<Schema>(document, declared)
  const rules = ruleTexts(schema)
  const values = valuesOf(schema)
  const type = html`<span class="type">${typeText(document, declared)}</span>${rules.length > 0 && html`<span class="rules">${rules.join(', ')}</span>`}`
  const text = [
    description && html`<span class="description">${inline(description)}</span>`,
    values.length > 0 &&
      html`<span class="values"><span class="visually-hidden">Values: </span>${values.map((value) => html`<code>${value}</code> `)}${isOpen(schema) && html`<span class="hint">later releases may add values</span>`}</span>`,
    schema.default !== undefined &&
      html`<span class="default">Default <code>${plainText(schema.default)}</code></span>`,
    example !== undefined && html`<span class="default">Example <code class="sample">${spaced(example)}</code></span>`,
  ].filter((part) => part)
  const cells: [string, HtmlValue][] = [
    [headings[0], type],
    [headings[1], text.length > 0 ? text : undefined],
  ]
  return row(name, cells, depth > 0 ? `depth-${depth}` : '')
}

const isOpen = (schema: Schema): boolean => (schema['x-open-enum'] ?? schema.items?.['x-open-enum']) === true

/** JSON on one line with spaces between its fields, where the browser may break it. */
export const spaced = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n */g, ' ')

export const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
