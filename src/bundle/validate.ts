import type { ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { pathOf as fieldOf, narrowest, ruleOf } from '../http/contract/field-errors.ts'
import { makeAjv } from '../http/contract/validation.ts'
import { isInstant } from './instant.ts'
import { type Problems, pathOf } from './problems.ts'

const ajv = makeAjv()
ajv.addFormat('instant', isInstant)
const compiled = new WeakMap<TSchema, ValidateFunction>()

/** Checks a value, fills in its defaults, and adds every problem it has. `at` is where the value stands; gives whether it is right. */
export function validate(
  schema: TSchema,
  value: unknown,
  at: readonly (string | number)[],
  problems: Problems,
): boolean {
  let check = compiled.get(schema)
  if (!check) {
    check = ajv.compile(schema)
    compiled.set(schema, check)
  }
  if (check(value)) return true
  for (const error of narrowest(check.errors!)) {
    // A list of allowed values says all there is to say about the type.
    if (error.keyword === 'type' && error.parentSchema?.enum) continue
    // The outline reports this key wherever it stands.
    if (error.params.additionalProperty === '__proto__') continue
    problems.add(pathOf([...at, ...fieldOf(error)]), `${ruleOf(error)}.`)
  }
  return false
}
