import type { ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { pathOf as fieldOf, narrowest, ruleOf } from '../http/contract/field-errors.ts'
import { makeAjv } from '../http/contract/validation.ts'
import { Failure } from '../process/failure.ts'
import { isInstant } from './fields.ts'

export interface Problem {
  /** Where it is: `clients[3].business_id`; `bundle` is the document as a whole. */
  path: string
  message: string
}

/** More than a person will read; a larger bundle with a mistake in each row must not fill the memory. */
const mostListed = 100_000

/** Collects what is wrong with a bundle, so that all of it can be said at once. */
export class Problems {
  readonly list: Problem[] = []
  count = 0

  add(path: string, message: string): void {
    this.count++
    if (this.count <= mostListed) this.list.push({ path, message })
  }

  /** Ends an import that found problems. */
  throwIfAny(): void {
    if (this.count > 0) throw new BundleProblems(this.list, this.count - this.list.length)
  }
}

/** The bundle was not imported and nothing changed. */
export class BundleProblems extends Failure {
  readonly problems: Problem[]

  constructor(problems: Problem[], unlisted = 0) {
    const lines = problems.map(({ path, message }) => `${path}: ${message}`)
    if (unlisted > 0) lines.push(`and ${unlisted} more problems; mend these first`)
    super(lines.join('\n'))
    this.problems = problems
  }
}

/** `['clients', 3, 'business_id']` is `clients[3].business_id`. Keys that are no plain names are quoted as JSON. */
export function pathOf(parts: readonly (string | number)[]): string {
  let path = ''
  for (const part of parts) {
    if (typeof part === 'number') path += `[${part}]`
    else if (!/^\w+$/.test(part)) path += `[${JSON.stringify(part)}]`
    else path += path === '' ? part : `.${part}`
  }
  return path || 'bundle'
}

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
