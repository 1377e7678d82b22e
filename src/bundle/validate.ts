import { createRequire } from 'node:module'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { isInstant } from './instant.ts'
import { type Problems, pathOf } from './problems.ts'

// ajv-formats is CommonJS, whose default export nodenext cannot see as callable.
const addFormats = createRequire(import.meta.url)('ajv-formats') as (ajv: Ajv) => Ajv

const ajv = addFormats(new Ajv({ allErrors: true, useDefaults: true, verbose: true, strict: false }))
ajv.addFormat('instant', isInstant)
const compiled = new WeakMap<TSchema, ValidateFunction>()

/** Checks a value, fills in its defaults, and adds every problem it has. `at` is where the value stands. */
export function validate(schema: TSchema, value: unknown, at: readonly (string | number)[], problems: Problems): void {
  let check = compiled.get(schema)
  if (!check) {
    check = ajv.compile(schema)
    compiled.set(schema, check)
  }
  if (check(value)) return
  for (const error of check.errors!) {
    // A list of allowed values says all there is to say about the type.
    if (error.keyword === 'type' && error.parentSchema?.enum) continue
    // The outline reports this key wherever it stands.
    if (error.params.additionalProperty === '__proto__') continue
    problems.add(pathOf([...at, ...fieldOf(error)]), `${rule(error)}.`)
  }
}

/** `/charges/0/claim_type` as parts; a missing or unknown field is named itself. */
function fieldOf({ instancePath, params }: ErrorObject): (string | number)[] {
  const parts = instancePath.split('/').slice(1)
  const named: string | undefined = params.missingProperty ?? params.additionalProperty
  return [
    ...parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~'))),
    ...(named === undefined ? [] : [named]),
  ]
}

function rule({ keyword, params, parentSchema = {}, message = 'is invalid' }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return `is not supported; supported fields are ${Object.keys(parentSchema.properties).join(', ')}`
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`
    case 'type':
      return `must be ${[parentSchema.type]
        .flat()
        .map((type) => typeNames[type] ?? type)
        .join(' or ')}`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minimum':
    case 'maximum':
      return `must be from ${parentSchema.minimum} to ${parentSchema.maximum}`
    case 'format':
      return formatRules[params.format] ?? message
    case 'pattern':
      return parentSchema.patternRule ?? message
    default:
      return message
  }
}

const typeNames: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  null: 'null',
}

const formatRules: Record<string, string> = {
  email: 'must be an email address such as ana@example.com',
  instant:
    'must be an ISO 8601 instant such as 2026-11-02T09:30:00.000000Z, with Z or an offset and at most microseconds',
}
