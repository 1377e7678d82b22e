import { type InputHTMLAttributes, useState } from 'react'
import { checkValue } from '../../src/forms/logic/check.ts'
import type { Field, FieldType } from '../../src/forms/logic/form.ts'
import { clean, numberOf } from '../../src/forms/logic/values.ts'
import { ariaProps, type FieldProps } from './frame.tsx'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type Hints = InputHTMLAttributes<HTMLInputElement>
const usual: Hints = { type: 'text', autoComplete: 'off' }
const hints: Partial<Record<FieldType, Hints>> = {
  text: { type: 'text' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false, autoCapitalize: 'none' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
}

export const TextInput = ({ field, value, error, set, isReadOnly = false }: FieldProps & { isReadOnly?: boolean }) => (
  <input
    {...ariaProps(field, error)}
    {...(hints[field.type] ?? usual)}
    dir="auto"
    placeholder={field.placeholder}
    readOnly={isReadOnly}
    value={textOf(value)}
    onChange={({ target }) => set(target.value)}
  />
)

export const TextArea = ({ field, value, error, set }: FieldProps) => (
  <textarea
    {...ariaProps(field, error)}
    dir="auto"
    rows={field.type === 'address' ? 3 : 5}
    autoComplete={field.type === 'address' ? 'street-address' : undefined}
    placeholder={field.placeholder}
    value={textOf(value)}
    onChange={({ target }) => set(target.value)}
  />
)

/** Keeps the text as typed. The answer is its number, or the text if it is no number. */
export function NumberInput({ field, value, error, set }: FieldProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  // The decimal keyboard of some phones has no minus sign.
  const isPositive = typeof field.validation?.min === 'number' && field.validation.min >= 0
  return (
    <input
      {...ariaProps(field, error)}
      type="text"
      inputMode={isPositive ? 'decimal' : 'text'}
      autoComplete="off"
      className="short"
      placeholder={field.placeholder}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        set(numberOf(target.value))
      }}
    />
  )
}

const times = { date: 'date', time: 'time', datetime: 'datetime-local' } as const

/**
 * The browser's own input, uncontrolled, because it reports no value for a partly typed date. Leaving a partly typed date is
 * an invalid answer, not a missing one.
 */
export function TimeInput({ field, value, error, set }: FieldProps) {
  const { min, max } = field.validation ?? {}
  const [initial] = useState(() => (fits(field, value) ? forBrowser(field, value) : ''))
  return (
    <input
      {...ariaProps(field, error)}
      type={times[field.type as keyof typeof times]}
      className="short"
      min={forBrowser(field, min)}
      max={forBrowser(field, max)}
      defaultValue={initial}
      onChange={({ target }) => set(target.value || undefined)}
      onBlur={({ target }) => {
        if (target.validity.badInput) set('unfinished')
        else if (value === 'unfinished') set(target.value || undefined)
      }}
    />
  )
}
const fits = ({ type }: Field, value: unknown): boolean =>
  checkValue({ type, label: '', key: '', required: true }, clean({ type }, value)) === undefined
/** Browsers expect a time with a T and without seconds. */
const forBrowser = (field: Field, value: unknown): string | undefined =>
  typeof value === 'string'
    ? (clean(field, value) as string).replace(' ', 'T').replace(/(T\d\d:\d\d):\d\d$/, '$1')
    : undefined

export const Select = ({ field, value, error, set }: FieldProps) => (
  <select
    {...ariaProps(field, error)}
    dir="auto"
    value={textOf(value)}
    onChange={({ target }) => set(target.value || undefined)}
  >
    <option value="">{field.placeholder ?? 'Choose…'}</option>
    {field.options?.map((option) => (
      <option key={option} value={option}>
        {option}
      </option>
    ))}
  </select>
)
