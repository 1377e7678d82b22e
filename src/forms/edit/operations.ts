import { buildKeyedField, buildRouting, buildStep, type UsedKeys } from '../definition/builder.ts'
import { buildField } from '../definition/builder-field.ts'
import {
  buildClientPrefill,
  buildIncident,
  buildProspect,
  buildSettings,
  buildTags,
} from '../definition/builder-parts.ts'
import type { Findings } from '../definition/findings.ts'
import type { FormFieldCreate } from '../definition/form.schema.ts'
import type { Draft } from '../definition/parts.ts'
import type { Field, Step, When } from '../logic/form.ts'
import type { Op, OperationOf } from './edit.schema.ts'

export interface FieldLocation {
  step: number
  field: number
}

/** A form while one operation is applied to it. What it changes is copied, so that the form before stays as it was. */
export class DraftEditor {
  draft: Draft
  /** The operation, as in `operations.2`. */
  readonly path: string
  readonly findings: Findings
  /** Parts of the form that the operation has sent: where they are now, and what the operation calls them. */
  readonly origins: { at: string; as: string }[] = []

  constructor(draft: Draft, path: string, findings: Findings) {
    this.draft = draft
    this.path = path
    this.findings = findings
  }

  get steps(): Step[] {
    return this.draft.steps
  }

  /** The keys that there are. */
  get usedKeys(): UsedKeys {
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
  stepIndex(key: string): number | undefined {
    const index = this.steps.findIndex((step) => step.key === key)
    if (index >= 0) return index
    return this.#unknown(
      'step',
      this.steps.map((step) => step.key),
    )
  }

  fieldLocation(key: string): FieldLocation | undefined {
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
    this.findings.addError(`${this.path}.${what}`, rule)
  }

  /** A place among so many others; the end where none is sent. */
  positionAmong(count: number, position = count): number {
    if (position > count) this.findings.addError(`${this.path}.position`, `must be from 0 to ${count}`)
    return position
  }
}

/** The parts of a form that name fields, where the field called `from` is called `to` now. */
export function withRenamedField(
  { steps, incident, prospect, client_prefill }: Draft,
  from: string,
  to: string,
): Partial<Draft> {
  const key = (name: string) => (name === from ? to : name)
  const when = ({ combinator, conditions }: When): When => ({
    combinator,
    conditions: conditions.map((condition) => ({ ...condition, field: key(condition.field) })),
  })
  const step = (before: Step): Step => ({
    ...before,
    fields: before.fields.map((field) =>
      field.visible_when ? { ...field, visible_when: when(field.visible_when) } : field,
    ),
    routing: before.routing.map((rule) => ({ ...rule, when: when(rule.when) })),
  })
  /** Properties that hold the key of a field, by what they are called. */
  const pointing = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, name.endsWith('_field') ? key(value as string) : value]),
    ) as T
  /** An entry that the new key has from a field that is gone gives way to that of the field. */
  const map = (before: Record<string, string>) => {
    const isStale = (name: string) => name === to && Object.hasOwn(before, from)
    const kept = Object.entries(before).filter(([name]) => !isStale(name))
    return Object.fromEntries(kept.map(([name, target]) => [key(name), target]))
  }
  return {
    steps: steps.map(step),
    incident: incident && pointing(incident),
    prospect: prospect && { ...prospect, map: map(prospect.map) },
    client_prefill: client_prefill && { ...pointing(client_prefill), map: map(client_prefill.map) },
  }
}

/** The operations on fields. */
export function addField(editing: DraftEditor, { step, field, position }: OperationOf<'add_field'>): void {
  const built = buildKeyedField(field, `${editing.path}.field`, editing.usedKeys, editing.findings)
  const index = editing.stepIndex(step)
  if (index === undefined) return
  const { fields } = editing.steps[index]!
  const place = editing.positionAmong(fields.length, position)
  editing.setFields(index, fields.toSpliced(place, 0, built))
  editing.origins.push({ at: `steps.${index}.fields.${place}`, as: '.field' })
}

export function updateField(editing: DraftEditor, { field: key, changes }: OperationOf<'update_field'>): void {
  const place = editing.fieldLocation(key)
  if (!place) return
  const { fields } = editing.steps[place.step]!
  const laid = Object.entries({ ...fields[place.field]!, ...changes }).filter(([, value]) => value !== null)
  const sent = Object.fromEntries(laid) as unknown as FormFieldCreate & { key: string }
  const { type, label, ...settings } = buildField(sent, `${editing.path}.changes`, editing.findings)
  const at = `steps.${place.step}.fields.${place.field}`
  for (const name of Object.keys(changes)) editing.origins.push({ at: `${at}.${name}`, as: `.changes.${name}` })

  const isFollowed = sent.key !== key && !editing.usedKeys.fieldKeys.has(sent.key)
  editing.setFields(place.step, fields.with(place.field, { type, label, key: sent.key, ...settings }))
  // Where another field still has the key, it is not certain which of them was meant.
  if (isFollowed && !editing.usedKeys.fieldKeys.has(key)) editing.set(withRenamedField(editing.draft, key, sent.key))
}

export function moveField(editing: DraftEditor, { field: key, step, position }: OperationOf<'move_field'>): void {
  const place = editing.fieldLocation(key)
  const target = step === undefined ? place?.step : editing.stepIndex(step)
  if (!place || target === undefined) return
  const { fields } = editing.steps[place.step]!
  const field = fields[place.field]!
  editing.setFields(place.step, fields.toSpliced(place.field, 1))
  const others = editing.steps[target]!.fields
  editing.setFields(target, others.toSpliced(editing.positionAmong(others.length, position), 0, field))
}

export function removeField(editing: DraftEditor, { field: key }: OperationOf<'remove_field'>): void {
  const place = editing.fieldLocation(key)
  if (place) editing.setFields(place.step, editing.steps[place.step]!.fields.toSpliced(place.field, 1))
}

type Apply = { [O in Op]: (editing: DraftEditor, operation: OperationOf<O>) => void }

/** What each operation does to a form. One that names something that is not there says so and does nothing. */
export const apply: Apply = {
  rename: (editing, { name }) => editing.set({ name: name.trim() }),
  set_description: (editing, { description }) => editing.set({ description }),
  set_tags: (editing, { tags }) => editing.set({ tags: buildTags(tags, `${editing.path}.tags`, editing.findings) }),
  update_settings: (editing, { settings }) =>
    editing.set({ settings: buildSettings(settings, editing.draft.settings) }),
  set_incident: (editing, { incident }) => editing.set({ incident: buildIncident(incident) }),
  set_prospect: (editing, { prospect }) => editing.set({ prospect: buildProspect(prospect) }),
  set_client_prefill: (editing, sent) => editing.set({ client_prefill: buildClientPrefill(sent.client_prefill) }),

  add_step(editing, { op: _, position, ...sent }) {
    const keys = editing.usedKeys
    for (const { key } of sent.fields ?? []) if (key !== undefined) keys.fieldKeys.add(key)
    const step = buildStep(sent, editing.path, keys, editing.findings)
    const index = editing.positionAmong(editing.steps.length, position)
    editing.set({ steps: editing.steps.toSpliced(index, 0, step) })
    editing.origins.push({ at: `steps.${index}`, as: '' })
  },
  update_step(editing, { step, title, routing, otherwise }) {
    const index = editing.stepIndex(step)
    if (index === undefined) return
    const { otherwise: before, ...rest } = editing.steps[index]!
    const next = otherwise === undefined ? before : (otherwise ?? undefined)
    const changed = {
      ...rest,
      ...(title !== undefined && { title: title.trim() }),
      ...(routing && { routing: buildRouting(routing) }),
      ...(next !== undefined && { otherwise: next }),
    }
    editing.set({ steps: editing.steps.with(index, changed) })
    if (routing) editing.origins.push({ at: `steps.${index}.routing`, as: '.routing' })
    if (otherwise) editing.origins.push({ at: `steps.${index}.otherwise`, as: '.otherwise' })
  },
  move_step(editing, { step, position }) {
    const index = editing.stepIndex(step)
    if (index === undefined) return
    const others = editing.steps.toSpliced(index, 1)
    const place = editing.positionAmong(others.length, position)
    editing.set({ steps: others.toSpliced(place, 0, editing.steps[index]!) })
  },
  remove_step(editing, { step }) {
    const index = editing.stepIndex(step)
    if (index !== undefined) editing.set({ steps: editing.steps.toSpliced(index, 1) })
  },

  add_field: addField,
  update_field: updateField,
  move_field: moveField,
  remove_field: removeField,
}
