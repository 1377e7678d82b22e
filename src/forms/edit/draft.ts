import type { Taken } from '../definition/builder.ts'
import type { Findings } from '../definition/findings.ts'
import type { ClientPrefill, Incident, ProspectMapping, Settings } from '../definition/parts.ts'
import type { FormTag } from '../forms/forms.schema.ts'
import type { Field, Step } from '../logic/form.ts'

/** What of a form can be edited. */
export interface Draft {
  name: string
  description: string
  tags: FormTag[]
  settings: Settings
  steps: Step[]
  incident: Incident | null
  prospect: ProspectMapping | null
  client_prefill: ClientPrefill | null
}
export const draftFields = [
  ...(['name', 'description', 'tags', 'settings', 'steps'] as const),
  ...(['incident', 'prospect', 'client_prefill'] as const),
]

export interface Place {
  step: number
  field: number
}

/** A form while one operation is applied to it. What it changes is copied, so that the form before stays as it was. */
export class Editing {
  draft: Draft
  /** The operation, as in `operations.2`. */
  readonly path: string
  readonly findings: Findings
  /** Parts of the form that the operation has sent: where they are now, and what the operation calls them. */
  readonly sent: { at: string; as: string }[] = []

  constructor(draft: Draft, path: string, findings: Findings) {
    this.draft = draft
    this.path = path
    this.findings = findings
  }

  get steps(): Step[] {
    return this.draft.steps
  }

  /** The keys that there are. */
  get taken(): Taken {
    return {
      stepKeys: new Set(this.steps.map(({ key }) => key)),
      fieldKeys: new Set(this.steps.flatMap(({ fields }) => fields.map(({ key }) => key))),
    }
  }

  set(changed: Partial<Draft>): void {
    this.draft = { ...this.draft, ...changed }
  }

  setStep(index: number, changed: Partial<Step>): void {
    this.set({ steps: this.steps.with(index, { ...this.steps[index]!, ...changed }) })
  }

  setFields(step: number, fields: Field[]): void {
    this.setStep(step, { fields })
  }

  /** Where the step with this key stands; there being none is a mistake that lists those there are. */
  stepAt(key: string): number | undefined {
    const index = this.steps.findIndex((step) => step.key === key)
    if (index >= 0) return index
    return this.#unknown(
      'step',
      this.steps.map((step) => step.key),
    )
  }

  fieldAt(key: string): Place | undefined {
    for (const [step, { fields }] of this.steps.entries()) {
      const field = fields.findIndex((each) => each.key === key)
      if (field >= 0) return { step, field }
    }
    return this.#unknown(
      'field',
      this.steps.flatMap(({ fields }) => fields.map((each) => each.key)),
    )
  }

  #unknown(what: 'step' | 'field', keys: string[]): undefined {
    const rule =
      keys.length > 0 ? `must be one of ${[...new Set(keys)].join(', ')}` : `cannot be there: this form has no ${what}s`
    this.findings.refuse(`${this.path}.${what}`, rule)
  }

  /** A place among so many others; the end where none is sent. */
  placeAmong(count: number, position = count): number {
    if (position > count) this.findings.refuse(`${this.path}.position`, `must be from 0 to ${count}`)
    return position
  }
}
