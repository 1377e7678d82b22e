import { buildKeyedField } from '../definition/builder.ts'
import { buildField } from '../definition/builder-field.ts'
import type { FormFieldCreate } from '../forms/bodies.schema.ts'
import type { Editing } from './draft.ts'
import type { OperationOf } from './edit.schema.ts'
import { renamed } from './renamed.ts'

/** The operations on fields. */
export function addField(editing: Editing, { step, field, position }: OperationOf<'add_field'>): void {
  const built = buildKeyedField(field, `${editing.path}.field`, editing.taken, editing.findings)
  const index = editing.stepAt(step)
  if (index === undefined) return
  const { fields } = editing.steps[index]!
  const place = editing.placeAmong(fields.length, position)
  editing.setFields(index, fields.toSpliced(place, 0, built))
  editing.sent.push({ at: `steps.${index}.fields.${place}`, as: '.field' })
}

export function updateField(editing: Editing, { field: key, changes }: OperationOf<'update_field'>): void {
  const place = editing.fieldAt(key)
  if (!place) return
  const { fields } = editing.steps[place.step]!
  const laid = Object.entries({ ...fields[place.field]!, ...changes }).filter(([, value]) => value !== null)
  const sent = Object.fromEntries(laid) as unknown as FormFieldCreate & { key: string }
  const { type, label, ...settings } = buildField(sent, `${editing.path}.changes`, editing.findings)
  const at = `steps.${place.step}.fields.${place.field}`
  for (const name of Object.keys(changes)) editing.sent.push({ at: `${at}.${name}`, as: `.changes.${name}` })

  const isFollowed = sent.key !== key && !editing.taken.fieldKeys.has(sent.key)
  editing.setFields(place.step, fields.with(place.field, { type, label, key: sent.key, ...settings }))
  // Where another field still has the key, it is not certain which of them was meant.
  if (isFollowed && !editing.taken.fieldKeys.has(key)) editing.set(renamed(editing.draft, key, sent.key))
}

export function moveField(editing: Editing, { field: key, step, position }: OperationOf<'move_field'>): void {
  const place = editing.fieldAt(key)
  const target = step === undefined ? place?.step : editing.stepAt(step)
  if (!place || target === undefined) return
  const { fields } = editing.steps[place.step]!
  const field = fields[place.field]!
  editing.setFields(place.step, fields.toSpliced(place.field, 1))
  const others = editing.steps[target]!.fields
  editing.setFields(target, others.toSpliced(editing.placeAmong(others.length, position), 0, field))
}

export function removeField(editing: Editing, { field: key }: OperationOf<'remove_field'>): void {
  const place = editing.fieldAt(key)
  if (place) editing.setFields(place.step, editing.steps[place.step]!.fields.toSpliced(place.field, 1))
}
