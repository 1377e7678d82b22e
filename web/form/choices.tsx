import { choicesHint, hasTooMany, starsOf } from '../../src/forms/logic/check.ts'
import type { Field } from '../../src/forms/logic/form.ts'
import { describedBy, type FieldProps } from './frame.tsx'
import { idOf, limitIdOf } from './ids.ts'

interface Choice {
  value: unknown
  label: string
}

/** One of several choices. An optional answer can be cleared, which radio buttons alone do not support. */
function OneOf({ field, value, set, choices, isRow = false }: FieldProps & { choices: Choice[]; isRow?: boolean }) {
  return (
    <>
      <div className={isRow ? 'choices row' : 'choices'}>
        {choices.map((choice, i) => (
          <label key={choice.label} className="choice">
            <input
              type="radio"
              id={i === 0 ? idOf(field.key) : undefined}
              name={field.key}
              checked={value === choice.value}
              onChange={() => set(choice.value)}
            />
            <span dir="auto">{choice.label}</span>
          </label>
        ))}
      </div>
      <ClearChoice field={field} value={value} set={set} />
    </>
  )
}

function ClearChoice({ field, value, set }: Pick<FieldProps, 'field' | 'value' | 'set'>) {
  if (field.required || value === undefined) return null
  const clear = () => {
    set(undefined)
    // The button disappears, so the focus moves to the field.
    document.getElementById(idOf(field.key))?.focus()
  }
  return (
    <button type="button" className="link" onClick={clear} aria-label={`Clear my choice: ${field.label}`}>
      Clear my choice
    </button>
  )
}

export const Radios = (props: FieldProps) => (
  <OneOf {...props} choices={(props.field.options ?? []).map((label) => ({ value: label, label }))} />
)

export const YesNo = (props: FieldProps) => (
  <OneOf
    {...props}
    isRow
    choices={[
      { value: true, label: 'Yes' },
      { value: false, label: 'No' },
    ]}
  />
)

/** Stars as radio buttons, each with its number, and words for the first and the last. */
export function Rating({ field, value, set }: FieldProps) {
  const most = starsOf(field.validation)
  const isLit = (star: number) => typeof value === 'number' && star <= value
  const { low_label: low = 'Lowest', high_label: high = 'Highest' } = field
  const words = new Map([
    [1, `: ${low}`],
    [most, `: ${high}`],
  ])
  return (
    <div className="scale">
      <div className="rating">
        {Array.from({ length: most }, (_, i) => i + 1).map((star) => (
          <label key={star} className="star" data-lit={isLit(star)}>
            <input
              type="radio"
              id={star === 1 ? idOf(field.key) : undefined}
              name={field.key}
              aria-label={`${star} of ${most}${words.get(star) ?? ''}`}
              checked={value === star}
              onChange={() => set(star)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 2.5l2.9 6.1 6.6.9-4.8 4.6 1.2 6.6L12 17.5l-5.9 3.2 1.2-6.6L2.5 9.5l6.6-.9z" />
            </svg>
            <span aria-hidden="true">{star}</span>
          </label>
        ))}
      </div>
      <p className="ends" aria-hidden="true">
        <span dir="auto">1: {low}</span>
        <span dir="auto">
          {most}: {high}
        </span>
      </p>
      <ClearChoice field={field} value={value} set={set} />
    </div>
  )
}

/** Any of several choices, in the order of the form. A long multiselect list scrolls in a box. */
const maxUnboxed = 15
export function Checkboxes({ field, value, error, set }: FieldProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const options = field.options ?? []
  const toggle = (option: string, isOn: boolean) => {
    const now = options.filter((one) => (one === option ? isOn : chosen.includes(one)))
    set(now.length > 0 ? now : undefined)
  }
  return (
    <>
      {error === undefined && <Limit field={field} chosen={chosen.length} />}
      <div className={field.type === 'multiselect' && options.length > maxUnboxed ? 'choices box' : 'choices'}>
        {options.map((option, i) => (
          <label key={option} className="choice">
            <input
              type="checkbox"
              id={i === 0 ? idOf(field.key) : undefined}
              aria-invalid={error !== undefined}
              aria-describedby={i === 0 ? errorOf(field, error) : undefined}
              checked={chosen.includes(option)}
              onChange={({ target }) => toggle(option, target.checked)}
            />
            <span dir="auto">{option}</span>
          </label>
        ))}
      </div>
    </>
  )
}

/** How many boxes may be ticked, and how many are. Screen readers read the number again when it changes. */
function Limit({ field, chosen }: { field: Field; chosen: number }) {
  const hint = choicesHint(field)
  if (hint === undefined) return null
  return (
    <p className="help limit" id={limitIdOf(field.key)} data-over={hasTooMany(field, chosen)}>
      {hint} <span role="status">{chosen > 0 && `Chosen: ${chosen}.`}</span>
    </p>
  )
}

/** Screen readers read the error of the group on entry. The first box repeats it, because the focus goes there directly. */
const errorOf = (field: Field, error: string | undefined) =>
  error === undefined ? undefined : describedBy({ ...field, help: undefined } as unknown as Field, error)
