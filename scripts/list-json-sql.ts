import type { TObject } from 'typebox'
import { clientJson } from '../src/clients/clients.sql.ts'
import type { ColumnType, ListJson, PropertySource } from '../src/db/list-json.ts'
import type { Migration } from '../src/db/migrate.ts'
import { submissionJson } from '../src/forms/submissions/submissions.sql.ts'
import { prospectJson } from '../src/prospects/prospects/prospects.sql.ts'
import { appointmentJson } from '../src/roster/appointments/appointments.sql.ts'
import { staffJson } from '../src/staff/staff.sql.ts'

export const lists: ListJson[] = [staffJson, clientJson, appointmentJson, prospectJson, submissionJson]

interface Column {
  name: string
  type: ColumnType
  /** Whether the column may be null. */
  isNullable: boolean
}

/** A stored text: the generated column, its function, and the columns it depends on. */
export interface StoredText {
  column: string
  name: string
  of: Column[]
  /** The statement that creates the function. */
  sql: string
}

/** The stored texts of a list. */
export function storedTexts({ table, schema, from = {}, columns = ['json'] }: ListJson): StoredText[] {
  const properties = propertiesOf(schema, from)
  const texts = textsOf(properties)
  if (texts.length !== columns.length) {
    throw new Error(
      `${table} stores ${texts.length} texts: name as many columns, and join them in the list's statement.`,
    )
  }
  return texts.map((text, i) => {
    const name = `${table}_${columns[i]}`
    return { column: columns[i]!, name, of: text.of, sql: functionSql(name, text) }
  })
}

interface Property {
  name: string
  presence: 'required' | 'optional' | 'nullable'
  source: Column | Exclude<PropertySource, { type: ColumnType }>
}

function propertiesOf(schema: TObject, from: Record<string, PropertySource | undefined>): Property[] {
  const required = (schema as { required?: string[] }).required ?? []
  return Object.entries(schema.properties).map(([name, property]) => {
    const types = [(property as Partial<JsonType>).type ?? []].flat()
    const isNullable = types.includes('null')
    const presence = !required.includes(name) ? 'optional' : isNullable ? 'nullable' : 'required'
    const source = from[name]
    if (source && !('type' in source)) return { name, presence, source }
    const type = source?.type ?? typeOf({ ...property, type: types.find((type) => type !== 'null') })
    if (!type) throw new Error(`No type of column follows from the schema of ${name}: declare its source.`)
    return { name, presence, source: { name: source?.column ?? name, type, isNullable: presence !== 'required' } }
  })
}

interface JsonType {
  type: string | string[] | undefined
  format?: string
  items?: { type?: string }
}

const typesOfFormats: Record<string, ColumnType> = {
  date: 'date',
  'date-time': 'timestamptz',
  'local-time': 'timestamp',
}

/** The type of column that a schema implies. */
function typeOf({ type, format, items }: JsonType): ColumnType | undefined {
  if (type === 'string') return typesOfFormats[format ?? ''] ?? 'text'
  if (type === 'integer') return 'bigint'
  if (type === 'boolean') return 'boolean'
  if (type === 'object') return 'jsonb'
  if (type === 'array') return items?.type === 'string' ? 'text[]' : items?.type === 'integer' ? 'bigint[]' : undefined
  return undefined
}

interface Text {
  /** Arguments of concat: the name of a property and its value. */
  parts: string[]
  of: Column[]
}

/**
 * The text of a record, built by `concat`. Properties that the list's statement adds split it into several. `concat` omits null
 * arguments: a property is omitted when its name is joined to a null value by ||, and is null by coalesce.
 */
function textsOf(properties: Property[]): Text[] {
  const columns = properties.flatMap(({ source }) => ('name' in source ? [source] : []))
  const texts: Text[] = []
  let text: Text = { parts: [], of: [] }
  /** The text before the next property. */
  let pending = '{'
  for (const { name, presence, source } of properties) {
    const key = `${pending === '{' ? '' : ','}${JSON.stringify(name)}:`
    if ('read' in source) {
      const quote = source.read === 'quoted' ? '"' : ''
      texts.push({ ...text, parts: [...text.parts, literal(pending + key + quote)] })
      text = { parts: [], of: [] }
      pending = quote
      continue
    }
    const { sql, quote } = sqlOf(source, presence)
    const used = 'json' in source ? columns.filter((column) => mentions(source.json, column.name)) : [source]
    text.of.push(...used.filter(({ name }) => !text.of.some((column) => column.name === name)))
    if (presence === 'required') {
      text.parts.push(`${literal(pending + key + quote)}, ${sql}`)
      pending = quote
    } else if (presence === 'nullable') {
      text.parts.push(`${literal(pending + key)}, coalesce(${sql}, 'null')`)
      pending = ''
    } else {
      if (pending === '{') throw new Error(`${name} is the first property, and so cannot be optional.`)
      if (pending) text.parts.push(literal(pending))
      text.parts.push(`${literal(key)} || ${sql}`)
      pending = ''
    }
  }
  if (text.parts.length > 0) texts.push({ ...text, parts: [...text.parts, literal(`${pending}}`)] })
  return texts
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const mentions = (sql: string, name: string) => new RegExp(`\\b${name}\\b`).test(sql)

/** The SQL of a value. The quotes of a required time are part of the texts around it, which saves work per row. */
function sqlOf(source: Column | { json: string }, presence: Property['presence']): { sql: string; quote: string } {
  const isRequired = presence === 'required'
  const plain = (sql: string) => ({ sql, quote: '' })
  /** The arguments of `coalesce` must have one type. */
  const asText = (sql: string) => plain(presence === 'nullable' ? `${sql}::text` : sql)
  if ('json' in source) return asText(isRequired ? source.json : `(${source.json})`)
  const { name, type } = source
  const time = (sql: string) => (isRequired ? { sql, quote: '"' } : plain(`to_json(${sql})`))
  switch (type) {
    case 'text':
    case 'boolean':
      return plain(`to_json(${name})`)
    case 'bigint':
    case 'smallint':
      return asText(name)
    case 'date':
      return time(`to_char(${name}, 'YYYY-MM-DD')`)
    case 'timestamp':
      return time(`to_char(${name}, 'YYYY-MM-DD HH24:MI:SS')`)
    case 'timestamptz':
      return time(`to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)
    case 'text[]':
    case 'bigint[]':
      return plain(`array_to_json(${name})`)
    case 'jsonb':
      return asText(`case when ${name} = '{}' then '{}' else compact_json(${name}) end`)
  }
}

/**
 * Marked immutable: to_json and to_char depend on settings, but not for these types and formats. A function that calls another one of
 * this schema sets its search path, because a restored dump computes generated columns with an empty one.
 */
function functionSql(name: string, { parts, of }: Text): string {
  const path = parts.some((part) => part.includes('compact_json(')) ? ' set search_path from current' : ''
  return `create function ${name}(${of.map((column) => `${column.name} ${column.type}`).join(', ')})
returns text language plpgsql immutable parallel safe${path} as $$ begin
  return concat(${parts.join(',\n    ')});
end $$;`
}

/** The migration that updates the stored texts to the schemas, or undefined if they match. */
export function nextMigration(lists: ListJson[], migrations: Migration[]): Migration | undefined {
  const functions = currentFunctions(migrations)
  const changes = lists.flatMap((list) => {
    const texts = storedTexts(list)
    const last = functions.filter(({ name }) => `${name}_`.startsWith(`${list.table}_json_`))
    const isSame = last.map(({ sql }) => oneLine(sql)).join() === texts.map(({ sql }) => oneLine(sql)).join()
    return isSame ? [] : [{ table: list.table, sql: replacement(list.table, last, texts) }]
  })
  if (changes.length === 0) return undefined
  const number = migrations.length + 1
  const name = `${String(number).padStart(4, '0')}_json_of_${changes.map(({ table }) => table).join('_and_')}`
  return { number, name, sql: [opening, ...changes.map(({ sql }) => sql)].join('\n') }
}

const opening = `-- Generated by npm run list-json from the response schemas: the JSON text that lists send (0022_lists.sql).
-- Every row is written anew and the table is locked meanwhile: about 13 seconds for each 1,000,000 rows, 34 of form_submission.
`

const oneLine = (sql: string) => sql.replaceAll(/\s+/g, ' ')

/** The function of a stored text as created by a migration. */
interface CurrentFunction {
  name: string
  arguments: string
  sql: string
}

/** The current functions of stored texts after all migrations, in the order of their creation. */
function currentFunctions(migrations: Migration[]): CurrentFunction[] {
  const statements = /create function (\w+_json\w*)\(([^)]*)\)\s+returns text.*?\$\$.*?\$\$;|drop function (\w+)/gs
  const last = new Map<string, CurrentFunction>()
  for (const { sql: text } of migrations) {
    for (const [sql, name, parameters, dropped] of text.matchAll(statements)) {
      if (dropped) last.delete(dropped)
      else last.set(name!, { name: name!, arguments: parameters!, sql })
    }
  }
  return [...last.values()]
}

/** Also adds new nullable columns. Any other new column needs its own migration before. */
function replacement(table: string, last: CurrentFunction[], texts: StoredText[]): string {
  const known = last.flatMap((one) => one.arguments.split(',').map((argument) => argument.trim().split(' ')[0]))
  const added = texts.flatMap(({ of }) => of).filter(({ name, isNullable }) => isNullable && !known.includes(name))
  const before = [
    ...last.map(({ name }) => `drop column ${name.slice(table.length + 1)}`),
    ...added.map(({ name, type }) => `add column if not exists ${name} ${type}`),
  ]
  const alter = (changes: string[]) => (changes.length > 0 ? [`alter table ${table}\n  ${changes.join(',\n  ')};`] : [])
  const call = ({ name, of }: StoredText) => `${name}(${of.map((column) => column.name).join(', ')})`
  return [
    ...alter(before),
    ...last.map(({ name }) => `drop function ${name};`),
    ...texts.map(({ sql }) => sql),
    ...alter(texts.map((text) => `add ${text.column} text not null generated always as (${call(text)}) stored`)),
    // No query searches the text, so ANALYZE need not sample it.
    ...alter(texts.map(({ column }) => `alter column ${column} set statistics 0`)),
    '',
  ].join('\n')
}
