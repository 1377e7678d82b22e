import { buildRouting, buildStep } from '../definition/builder.ts'
import {
  buildClientPrefill,
  buildIncident,
  buildProspect,
  buildSettings,
  buildTags,
} from '../definition/builder-parts.ts'
import type { Editing } from './draft.ts'
import type { Op, OperationOf } from './edit.schema.ts'
import { addField, moveField, removeField, updateField } from './fields.ts'

type Apply = { [O in Op]: (editing: Editing, operation: OperationOf<O>) => void }

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
    const keys = editing.taken
    for (const { key } of sent.fields ?? []) if (key !== undefined) keys.fieldKeys.add(key)
    const step = buildStep(sent, editing.path, keys, editing.findings)
    const index = editing.placeAmong(editing.steps.length, position)
    editing.set({ steps: editing.steps.toSpliced(index, 0, step) })
    editing.sent.push({ at: `steps.${index}`, as: '' })
  },
  update_step(editing, { step, title, routing, otherwise }) {
    const index = editing.stepAt(step)
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
    if (routing) editing.sent.push({ at: `steps.${index}.routing`, as: '.routing' })
    if (otherwise) editing.sent.push({ at: `steps.${index}.otherwise`, as: '.otherwise' })
  },
  move_step(editing, { step, position }) {
    const index = editing.stepAt(step)
    if (index === undefined) return
    const others = editing.steps.toSpliced(index, 1)
    const place = editing.placeAmong(others.length, position)
    editing.set({ steps: others.toSpliced(place, 0, editing.steps[index]!) })
  },
  remove_step(editing, { step }) {
    const index = editing.stepAt(step)
    if (index !== undefined) editing.set({ steps: editing.steps.toSpliced(index, 1) })
  },

  add_field: addField,
  update_field: updateField,
  move_field: moveField,
  remove_field: removeField,
}
