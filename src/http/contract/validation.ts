import { createRequire } from 'node:module'
import { Ajv, type AnySchemaObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv'
import { isDate, isLocalTime } from '../../time/local-time.ts'
import { isDateOrInstant } from './dates.ts'
import { cutFields, findHostile, isHarmless, shortened } from './hostile.ts'
import { coerceUrlParts, type UrlSchema } from './query.ts'

// ajv-formats is CommonJS, whose default export nodenext cannot see as callable.
const addFormats = createRequire(import.meta.url)('ajv-formats') as (ajv: Ajv) => Ajv

/**
 * Bodies are taken as sent: nothing is converted, nothing removed, every problem is found at once. Given to
 * Fastify as a factory, because a compiler set later is dropped in every plugin that calls addSchema.
 */
export function buildValidator(shared: Record<string, AnySchemaObject>) {
  const ajv = makeAjv(Object.values(shared))
  return ({ schema, httpPart }: { schema: unknown; httpPart?: string }) => {
    const check = compiledAtFirstUse(ajv, schema as AnySchemaObject)
    return httpPart === 'body' ? checkBody(check) : checkUrlParts(check, schema as UrlSchema, httpPart === 'params')
  }
}

/** Schemas come from TypeBox; to hold each of them against the schema of schemas would take a third of every start. */
const trusted = { meta: false, validateSchema: false }

export function makeAjv(shared: AnySchemaObject[] = []): Ajv {
  const ajv = addFormats(
    new Ajv({ allErrors: true, useDefaults: true, verbose: true, strict: false, discriminator: true, ...trusted }),
  )
  // In place of the package's own `date`, which takes the year 0000 that PostgreSQL refuses.
  ajv.addFormat('date', isDate)
  ajv.addFormat('local-time', isLocalTime)
  ajv.addFormat('date-or-instant', isDateOrInstant)
  ajv.addFormat('web-address', isWebAddress)
  ajv.addKeyword(onOrAfter)
  ajv.addKeyword(ascending)
  for (const schema of shared) ajv.addSchema(schema)
  return ajv
}

/** Where a browser can be sent: whole, and nothing that would run. */
const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/** `onOrAfter: 'from'` holds a date against the one beside it, so that the two are judged along with everything else. */
const onOrAfter: FuncKeywordDefinition = {
  keyword: 'onOrAfter',
  type: 'string',
  errors: false,
  validate: (other: string, text: string, _, place) => {
    const earliest: unknown = place?.parentData[other]
    return typeof earliest !== 'string' || !isDate(earliest) || !isDate(text) || text >= earliest
  },
}

/** `ascending: true` is a list whose items do not get smaller. */
const ascending: FuncKeywordDefinition = {
  keyword: 'ascending',
  type: 'array',
  errors: false,
  validate: (_: boolean, items: unknown[]) =>
    items.every((item, i) => i === 0 || (item as number) >= (items[i - 1] as number)),
}

/** Compiling every schema took three quarters of a start; an operation's own is ready within milliseconds of its first request. */
function compiledAtFirstUse(ajv: Ajv, schema: AnySchemaObject): Check {
  let compiled: ValidateFunction | undefined
  const check: Check = (data) => {
    compiled ??= ajv.compile(schema)
    const isValid = compiled(data)
    check.errors = compiled.errors
    return isValid
  }
  return check
}

const ofFields = ['additionalProperties', 'required', 'discriminator']
type Check = { (data: unknown): boolean; errors?: ValidateFunction['errors'] }

function checkBody(check: Check): Check {
  const checked: Check = (data) => {
    if (isHarmless(data)) {
      const ok = check(data)
      checked.errors = check.errors
      return ok
    }
    // Depth first: a schema with a deep branch would otherwise recurse as far as the sender likes.
    const hostile = findHostile(data)
    const tooMany = new Set(hostile.filter(({ params }) => params.limit).map(({ instancePath }) => instancePath))
    if (tooMany.size > 0) cutFields(data)
    const short = shortened(data)
    const ok = (short === data || check(short)) && check(data)
    const found = check.errors ?? []
    // Where the schema has a sentence of its own, that is the one to tell.
    const told = new Set(found.filter(({ keyword }) => keyword === 'maxProperties').map((one) => one.instancePath))
    for (const { instancePath, params } of found) {
      if (params.additionalProperty === '__proto__') told.add(`${instancePath}/__proto__`)
    }
    // An object of too many fields is told so, and not which of them are unknown, nor which are missing behind those.
    checked.errors = [
      ...found.filter((one) => !ofFields.includes(one.keyword) || !tooMany.has(one.instancePath)),
      ...hostile.filter(({ instancePath }) => !told.has(instancePath)),
    ]
    return ok && hostile.length === 0
  }
  return checked
}

function checkUrlParts(check: Check, schema: UrlSchema, isPath: boolean): Check {
  const coerce = coerceUrlParts(schema, isPath)
  const checked: Check = (data) => {
    coerce(data as Record<string, unknown>)
    const hostile = findHostile(data)
    const ok = check(data)
    checked.errors = [...(check.errors ?? []), ...hostile]
    return ok && hostile.length === 0
  }
  return checked
}
