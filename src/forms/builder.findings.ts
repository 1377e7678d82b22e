import type { FieldErrors } from '../http/field-errors.ts'
import type { FormNote } from './forms.schema.ts'

/** What the builder finds while it goes through what was sent: mistakes by path, and adjustments it made. */
export class Findings {
  readonly errors: FieldErrors = {}
  readonly notes: FormNote[] = []

  /** `rule` is the rest of a sentence that begins with the path, and says what is allowed. */
  refuse(path: string, rule: string): void {
    const sentence = `${path} ${rule}.`
    const known = this.errors[path] ?? []
    if (!known.includes(sentence)) this.errors[path] = [...known, sentence]
  }

  note(code: FormNote['code'], path: string, message: string): void {
    this.notes.push({ code, path, message })
  }

  get isFine(): boolean {
    return Object.keys(this.errors).length === 0
  }
}
