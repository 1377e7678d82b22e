import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { FormNote } from './form.schema.ts'

/** What the builder finds in a body: errors by path, and notes on adjustments it made. */
export class Findings {
  readonly #sentences = new Map<string, Set<string>>()
  readonly notes: FormNote[] = []

  /** `rule` is the rest of a sentence that begins with the path; it says what is allowed. */
  addError(path: string, rule: string): void {
    const known = this.#sentences.get(path) ?? new Set()
    this.#sentences.set(path, known.add(`${path} ${rule}.`))
  }

  get errors(): FieldErrors {
    return Object.fromEntries([...this.#sentences].map(([path, sentences]) => [path, [...sentences]]))
  }

  addNote(code: FormNote['code'], path: string, message: string): void {
    this.notes.push({ code, path, message })
  }

  get isValid(): boolean {
    return this.#sentences.size === 0
  }
}
