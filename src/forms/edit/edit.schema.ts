import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { closed, nullable, ref } from '../../http/contract/schema.ts'
import * as schema from '../definition/form.schema.ts'

/** The operations of an edit. Each is a schema of its own; `op` selects it. */
const operation = <const Op extends string, T extends TProperties>($id: string, op: Op, does: string, properties: T) =>
  Type.Object({ op: Type.Literal(op, { description: does }), ...properties }, { ...closed, $id, description: does })

const step = schema.pointer('Key of the step')
const field = schema.pointer('Key of the field. If two fields have it, the first one.')
const position = Type.Integer({ minimum: 0, maximum: schema.maxFields, description: 'Position, from 0' })
const atTheEnd = Type.Optional(
  Type.Integer({ minimum: 0, maximum: schema.maxFields, description: 'Position, from 0. The end by default.' }),
)

/** A named schema without its `$id`, to use it inside `nullable`. */
const inline = <T extends TSchema & { $id?: string }>({ $id: _, ...part }: T) => part as unknown as T
const { help, placeholder, options, low_label, high_label } = schema.fieldSettings
export const FormFieldChange = Type.Partial(
  Type.Object({
    ...schema.fieldBasics,
    key: schema.key('New key. Conditions and mappings that name the field follow.'),
    required: Type.Boolean(),
    help: nullable(help),
    placeholder: nullable(placeholder),
    default: schema.fieldSettings.default,
    options: nullable(options),
    low_label: nullable(low_label),
    high_label: nullable(high_label),
    validation: nullable(inline(schema.FormValidation)),
    visible_when: nullable(inline(schema.FormWhen)),
  }),
  { ...closed, $id: 'FormFieldChange', description: 'Omitted properties stay. Null clears an optional property.' },
)

const { name, description, tags, incident, prospect, clientPrefill, address } = schema
export const FormRename = operation('FormRename', 'rename', 'Renames the form.', { name })
export const FormSetDescription = operation('FormSetDescription', 'set_description', 'Replaces the description.', {
  description,
})
export const FormSetTags = operation('FormSetTags', 'set_tags', 'Replaces all tags.', { tags })
export const FormSetAddress = operation(
  'FormSetAddress',
  'set_address',
  'Changes the end of the page’s URL at once, without publishing. Earlier addresses go on working.',
  { address },
)
export const FormUpdateSettings = operation(
  'FormUpdateSettings',
  'update_settings',
  'Changes settings. Omitted ones stay.',
  {
    settings: ref(schema.FormSettingsChange),
  },
)
export const FormSetIncident = operation('FormSetIncident', 'set_incident', 'Replaces `incident`.', { incident })
export const FormSetProspect = operation('FormSetProspect', 'set_prospect', 'Replaces `prospect`.', { prospect })
export const FormSetClientPrefill = operation(
  'FormSetClientPrefill',
  'set_client_prefill',
  'Replaces `client_prefill`.',
  { client_prefill: clientPrefill },
)
export const FormAddStep = operation('FormAddStep', 'add_step', 'Adds a step.', {
  title: schema.stepTitle,
  key: schema.stepKey,
  ...schema.stepParts,
  position: atTheEnd,
})
export const FormUpdateStep = operation(
  'FormUpdateStep',
  'update_step',
  'Changes a step. `routing` is replaced as a whole.',
  {
    step,
    title: Type.Optional(schema.stepTitle),
    routing: Type.Optional(schema.routing),
    otherwise: Type.Optional(nullable(schema.otherwise)),
  },
)
export const FormMoveStep = operation('FormMoveStep', 'move_step', 'Moves a step to another position.', {
  step,
  position,
})
export const FormRemoveStep = operation('FormRemoveStep', 'remove_step', 'Removes a step and its fields.', { step })
export const FormAddField = operation('FormAddField', 'add_field', 'Adds a field to a step.', {
  step,
  field: ref(schema.FormFieldCreate),
  position: atTheEnd,
})
export const FormUpdateField = operation('FormUpdateField', 'update_field', 'Changes a field.', {
  field,
  changes: ref(FormFieldChange),
})
export const FormMoveField = operation('FormMoveField', 'move_field', 'Moves a field to another position.', {
  field,
  step: Type.Optional(schema.pointer('Key of the step to move the field to. Its own step by default.')),
  position,
})
export const FormRemoveField = operation('FormRemoveField', 'remove_field', 'Removes a field.', { field })

const operations = [
  ...[FormRename, FormSetDescription, FormSetTags, FormSetAddress, FormUpdateSettings],
  ...[FormSetIncident, FormSetProspect, FormSetClientPrefill],
  ...[FormAddStep, FormUpdateStep, FormMoveStep, FormRemoveStep],
  ...[FormAddField, FormUpdateField, FormMoveField, FormRemoveField],
]
export const ops = operations.map(({ properties }) => properties.op.const)

export type Operation =
  | Static<typeof FormRename>
  | Static<typeof FormSetDescription>
  | Static<typeof FormSetTags>
  | Static<typeof FormSetAddress>
  | Static<typeof FormUpdateSettings>
  | Static<typeof FormSetIncident>
  | Static<typeof FormSetProspect>
  | Static<typeof FormSetClientPrefill>
  | Static<typeof FormAddStep>
  | Static<typeof FormUpdateStep>
  | Static<typeof FormMoveStep>
  | Static<typeof FormRemoveStep>
  | Static<typeof FormAddField>
  | Static<typeof FormUpdateField>
  | Static<typeof FormMoveField>
  | Static<typeof FormRemoveField>
export type Op = Operation['op']
export type OperationOf<O extends Op> = Extract<Operation, { op: O }>

/** `op` selects the schema of an operation, so that one error gives one message. */
export const FormOperation = Type.Unsafe<Operation>({
  $id: 'FormOperation',
  description: `One change: ${ops.join(', ')}`,
  type: 'object',
  discriminator: { propertyName: 'op' },
  tagRule: `must be one of ${ops.join(', ')}`,
  oneOf: operations.map((each) => ref(each as TSchema)),
})

export const FormEdit = Type.Object(
  {
    operations: Type.Array(ref(FormOperation), {
      minItems: 1,
      maxItems: 100,
      description: 'Applied in order, all of them or none',
    }),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Check everything and write nothing' })),
  },
  { ...closed, $id: 'FormEdit' },
)
export type FormEdit = Static<typeof FormEdit>
export type FormFieldChange = Static<typeof FormFieldChange>
