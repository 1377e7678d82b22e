import type { ComponentType } from 'react'
import { type Field, type FieldType, isAnswerable } from '../../src/forms/logic/form.ts'
import { Checkboxes, Radios, Rating, YesNo } from './choices.tsx'
import { type FieldProps, Frame, Group } from './frame.tsx'
import { NumberInput, Select, TextArea, TextInput, TimeInput } from './inputs.tsx'
import { Signature } from './signature.tsx'

type AnswerableType = Exclude<FieldType, 'heading' | 'paragraph'>

const inputs: Record<AnswerableType, ComponentType<FieldProps>> = {
  text: TextInput,
  textarea: TextArea,
  number: NumberInput,
  email: TextInput,
  phone: TextInput,
  date: TimeInput,
  time: TimeInput,
  datetime: TimeInput,
  select: Select,
  radio: Radios,
  multiselect: Checkboxes,
  checklist: Checkboxes,
  yes_no: YesNo,
  rating: Rating,
  signature: Signature,
  address: TextArea,
  client: TextInput,
  staff: TextInput,
}

/** Types with several inputs for one answer. */
const groups: readonly FieldType[] = ['radio', 'multiselect', 'checklist', 'yes_no', 'rating', 'signature']

export function FieldView({ isFixed, ahead, ...props }: FieldProps & { isFixed: boolean; ahead?: string | undefined }) {
  const { field, error } = props
  if (!isAnswerable(field)) return <StaticText field={field} />
  const Input = isFixed ? FixedInput : inputs[field.type as AnswerableType]
  const Around = groups.includes(field.type) ? Group : Frame
  return (
    <Around field={field} error={error} ahead={ahead}>
      <Input {...props} />
    </Around>
  )
}

/** The client of a link, which cannot be changed. */
const FixedInput = (props: FieldProps) => <TextInput {...props} isReadOnly />

const StaticText = ({ field: { type, label, help } }: { field: Field }) => (
  <div className="said">
    {type === 'heading' ? (
      <h3 dir="auto">{label}</h3>
    ) : (
      <p className="plain" dir="auto">
        {label}
      </p>
    )}
    {help !== undefined && (
      <p className="help" dir="auto">
        {help}
      </p>
    )}
  </div>
)
