import type { ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { pathOf as fieldOf, relevantIssues, ruleOf } from '../http/contract/field-errors.ts'
import { makeAjv } from '../http/contract/validation.ts'
import { Failure } from '../process/failure.ts'
import { isInstant } from './fields.ts'

export interface Problem {
  /** Where it is: `clients[3].business_id`; `bundle` is the document as a whole. */
  path: string
  message: string
}

/** A large bundle with a mistake in each row must not fill the memory. */
const maxListed = 100_000

/** Collects the problems of a bundle, so that all of them are reported at once. */
export class Problems {
  readonly list: Problem[] = []
  count = 0

  add(path: string, message: string): void {
    this.count++
    if (this.count <= maxListed) this.list.push({ path, message })
  }

  /** Ends the import if there are problems. */
  throwIfAny(): void {
    if (this.count > 0) throw new BundleProblems(this.list, this.count - this.list.length)
  }
}

/** The bundle was not imported and nothing changed. */
export class BundleProblems extends Failure {
  readonly problems: Problem[]

  constructor(problems: Problem[], unlisted = 0) {
    const lines = problems.map(({ path, message }) => `${path}: ${message}`)
    const total = problems.length + unlisted
    const text = `${total.toLocaleString('en-AU')} ${total === 1 ? 'problem' : 'problems'}`
    lines.push(`${text}${unlisted > 0 ? `, of which ${unlisted} are not listed` : ''}. Nothing was changed.`)
    super(lines.join('\n'))
    this.problems = problems
  }
}

/** `['clients', 3, 'business_id']` is `clients[3].business_id`. Keys that are not plain names are quoted as JSON. */
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

/** Validates a value, fills in its defaults, and adds every problem it has. `at` is its path. Returns whether it is valid. */
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
  for (const error of relevantIssues(check.errors!)) {
    // The error of the enum already covers the type.
    if (error.keyword === 'type' && error.parentSchema?.enum) continue
    // The reader reports this key anywhere in the document.
    if (error.params.additionalProperty === '__proto__') continue
    problems.add(pathOf([...at, ...fieldOf(error)]), `${ruleOf(error)}.`)
  }
  return false
}
