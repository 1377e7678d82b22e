import type { ReactNode } from 'react'
import { choicesHint } from '../../src/forms/logic/check.ts'
import type { Field, FieldType } from '../../src/forms/logic/form.ts'
import { errorIdOf, helpIdOf, idOf, labelIdOf, limitIdOf } from './ids.ts'

export interface FieldProps {
  field: Field
  value: unknown
  error: string | undefined
  set: (value: unknown) => void
}

interface Props {
  field: Field
  error: string | undefined
  /** Read before the error by screen readers, because the focus skips the summary. */
  ahead?: string | undefined
  children: ReactNode
}

/** Label, help and error around one input. */
export const Frame = ({ field, error, ahead, children }: Props) => (
  <div className="field" data-wrong={error !== undefined}>
    <label id={labelIdOf(field.key)} dir="auto" htmlFor={idOf(field.key)}>
      <Title field={field} />
    </label>
    <Texts field={field} error={error} ahead={ahead} />
    {children}
  </div>
)

/** The same around several inputs that are one answer. */
export function Group({ field, error, ahead, children }: Props) {
  const { key, type, required } = field
  const radios: readonly FieldType[] = ['radio', 'yes_no', 'rating']
  // ARIA allows aria-required and aria-invalid on a radio group, not on a group of check boxes.
  const state = radios.includes(type)
    ? { role: 'radiogroup', 'aria-required': required, 'aria-invalid': error !== undefined }
    : {}
  return (
    <fieldset
      className="field"
      data-wrong={error !== undefined}
      aria-labelledby={labelIdOf(key)}
      aria-describedby={describedBy(field, error)}
      {...state}
    >
      <legend id={labelIdOf(key)} dir="auto">
        <Title field={field} />
      </legend>
      <Texts field={field} error={error} ahead={ahead} />
      {children}
    </fieldset>
  )
}

const Title = ({ field: { label, required } }: { field: Field }) => (
  <>
    {label} {required && <span className="required">required</span>}
  </>
)

const Texts = ({ field: { key, help }, error, ahead }: Omit<Props, 'children'>) => (
  <>
    {help !== undefined && (
      <p className="help" id={helpIdOf(key)} dir="auto">
        {help}
      </p>
    )}
    {error !== undefined && (
      <p className="error" id={errorIdOf(key)}>
        {ahead !== undefined && <span className="unseen">{ahead}. </span>}
        {error}
      </p>
    )}
  </>
)

export function describedBy(field: Field, error: string | undefined): string | undefined {
  const { key, help } = field
  // The error says the limit too.
  const ofText = error !== undefined ? errorIdOf(key) : choicesHint(field) !== undefined && limitIdOf(key)
  const ids = [help !== undefined && helpIdOf(key), ofText].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** The id and ARIA attributes of an input. */
export const ariaProps = (field: Field, error: string | undefined) => ({
  id: idOf(field.key),
  'aria-describedby': describedBy(field, error),
  'aria-required': field.required,
  'aria-invalid': error !== undefined,
})
