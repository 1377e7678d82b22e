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

/** Applies one operation to a draft. Changes are made on copies, so that the draft before stays unchanged. */
export class DraftEditor {
  draft: Draft
  /** The path of the operation, such as `operations.2`. */
  readonly path: string
  readonly findings: Findings
  /** Parts of the form that come from the operation: their path in the form, and their path in the operation. */
  readonly origins: { at: string; as: string }[] = []

  constructor(draft: Draft, path: string, findings: Findings) {
    this.draft = draft
    this.path = path
    this.findings = findings
  }

  get steps(): Step[] {
    return this.draft.steps
  }

  /** The keys in use. */
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

  /** The index of the step with this key. An unknown key is an error that lists the existing keys. */
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

  /** A position among `count` others; the end by default. */
  positionAmong(count: number, position = count): number {
    if (position > count) this.findings.addError(`${this.path}.position`, `must be from 0 to ${count}`)
    return position
  }
}

/** The parts of a form that name fields, after the field `from` was renamed to `to`. */
export function withRenamedField(
  { steps, settings, incident, prospect, client_prefill }: Draft,
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
  /** Properties whose name ends with `_field` contain the key of a field. */
  const pointing = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, name.endsWith('_field') ? key(value as string) : value]),
    ) as T
  /** A stale entry for the new key, left from a removed field, is replaced by the entry of the renamed field. */
  const map = (before: Record<string, string>) => {
    const isStale = (name: string) => name === to && Object.hasOwn(before, from)
    const entries = Object.entries(before).filter(([name]) => !isStale(name))
    return Object.fromEntries(entries.map(([name, target]) => [key(name), target]))
  }
  return {
    steps: steps.map(step),
    settings: pointing(settings),
    incident: incident && pointing(incident),
    prospect: prospect && { ...prospect, map: map(prospect.map) },
    client_prefill: client_prefill && { ...pointing(client_prefill), map: map(client_prefill.map) },
  }
}

/* The operations on fields. */
export function addField(editor: DraftEditor, { step, field, position }: OperationOf<'add_field'>): void {
  const built = buildKeyedField(field, `${editor.path}.field`, editor.usedKeys, editor.findings)
  const index = editor.stepIndex(step)
  if (index === undefined) return
  const { fields } = editor.steps[index]!
  const target = editor.positionAmong(fields.length, position)
  editor.setFields(index, fields.toSpliced(target, 0, built))
  editor.origins.push({ at: `steps.${index}.fields.${target}`, as: '.field' })
}

export function updateField(editor: DraftEditor, { field: key, changes }: OperationOf<'update_field'>): void {
  const location = editor.fieldLocation(key)
  if (!location) return
  const { fields } = editor.steps[location.step]!
  const entries = Object.entries({ ...fields[location.field]!, ...changes }).filter(([, value]) => value !== null)
  const merged = Object.fromEntries(entries) as unknown as FormFieldCreate & { key: string }
  const { type, label, ...settings } = buildField(merged, `${editor.path}.changes`, editor.findings)
  const at = `steps.${location.step}.fields.${location.field}`
  for (const name of Object.keys(changes)) editor.origins.push({ at: `${at}.${name}`, as: `.changes.${name}` })

  const isRenamed = merged.key !== key && !editor.usedKeys.fieldKeys.has(merged.key)
  editor.setFields(location.step, fields.with(location.field, { type, label, key: merged.key, ...settings }))
  // If another field still has the old key, the references may mean that one, so they stay.
  if (isRenamed && !editor.usedKeys.fieldKeys.has(key)) editor.set(withRenamedField(editor.draft, key, merged.key))
}

export function moveField(editor: DraftEditor, { field: key, step, position }: OperationOf<'move_field'>): void {
  const location = editor.fieldLocation(key)
  const target = step === undefined ? location?.step : editor.stepIndex(step)
  if (!location || target === undefined) return
  const { fields } = editor.steps[location.step]!
  const field = fields[location.field]!
  editor.setFields(location.step, fields.toSpliced(location.field, 1))
  const others = editor.steps[target]!.fields
  editor.setFields(target, others.toSpliced(editor.positionAmong(others.length, position), 0, field))
}

export function removeField(editor: DraftEditor, { field: key }: OperationOf<'remove_field'>): void {
  const location = editor.fieldLocation(key)
  if (location) editor.setFields(location.step, editor.steps[location.step]!.fields.toSpliced(location.field, 1))
}

type Apply = { [O in Op]: (editor: DraftEditor, operation: OperationOf<O>) => void }

/** What each operation does to a form. An operation on an unknown step or field adds an error and changes nothing. */
export const apply: Apply = {
  rename: (editor, { name }) => editor.set({ name: name.trim() }),
  set_description: (editor, { description }) => editor.set({ description }),
  set_tags: (editor, { tags }) => editor.set({ tags: buildTags(tags, `${editor.path}.tags`, editor.findings) }),
  set_address: (editor, { address }) => editor.set({ address }),
  update_settings: (editor, { settings }) => editor.set({ settings: buildSettings(settings, editor.draft.settings) }),
  set_incident: (editor, { incident }) => editor.set({ incident: buildIncident(incident) }),
  set_prospect: (editor, { prospect }) => editor.set({ prospect: buildProspect(prospect) }),
  set_client_prefill: (editor, { client_prefill }) =>
    editor.set({ client_prefill: buildClientPrefill(client_prefill) }),

  add_step(editor, { op: _, position, ...body }) {
    const keys = editor.usedKeys
    for (const { key } of body.fields ?? []) if (key !== undefined) keys.fieldKeys.add(key)
    const step = buildStep(body, editor.path, keys, editor.findings)
    const index = editor.positionAmong(editor.steps.length, position)
    editor.set({ steps: editor.steps.toSpliced(index, 0, step) })
    editor.origins.push({ at: `steps.${index}`, as: '' })
  },
  update_step(editor, { step, title, routing, otherwise }) {
    const index = editor.stepIndex(step)
    if (index === undefined) return
    const { otherwise: before, ...rest } = editor.steps[index]!
    const next = otherwise === undefined ? before : (otherwise ?? undefined)
    const changed = {
      ...rest,
      ...(title !== undefined && { title: title.trim() }),
      ...(routing && { routing: buildRouting(routing) }),
      ...(next !== undefined && { otherwise: next }),
    }
    editor.set({ steps: editor.steps.with(index, changed) })
    if (routing) editor.origins.push({ at: `steps.${index}.routing`, as: '.routing' })
    if (otherwise) editor.origins.push({ at: `steps.${index}.otherwise`, as: '.otherwise' })
  },
  move_step(editor, { step, position }) {
    const index = editor.stepIndex(step)
    if (index === undefined) return
    const others = editor.steps.toSpliced(index, 1)
    const target = editor.positionAmong(others.length, position)
    editor.set({ steps: others.toSpliced(target, 0, editor.steps[index]!) })
  },
  remove_step(editor, { step }) {
    const index = editor.stepIndex(step)
    if (index !== undefined) editor.set({ steps: editor.steps.toSpliced(index, 1) })
  },

  add_field: addField,
  update_field: updateField,
  move_field: moveField,
  remove_field: removeField,
}
