import { useState } from 'react'
import { DrawingPad } from './drawing-pad.tsx'
import type { FieldProps } from './field.tsx'
import { describedBy } from './frame.tsx'
import { idOf } from './ids.ts'

const isDrawing = (value: unknown): boolean => typeof value === 'string' && value.startsWith('data:')

/** A name that is typed, or a drawing. Typing works with every device, so it comes first. */
export function Signature({ field, value, error, set }: FieldProps) {
  const [way, setWay] = useState<'type' | 'draw'>(isDrawing(value) ? 'draw' : 'type')
  // What was made the other way is still there when people go back to it.
  const [other, setOther] = useState<unknown>(undefined)
  const choose = (chosen: 'type' | 'draw') => {
    if (chosen === way) return
    setWay(chosen)
    setOther(value)
    set(other)
  }
  return (
    <>
      <div className="choices row">
        <Way name={field.key} label="Type it" isOn={way === 'type'} choose={() => choose('type')} />
        <Way
          name={field.key}
          label="Draw it"
          isOn={way === 'draw'}
          choose={() => choose('draw')}
          id={way === 'draw' ? idOf(field.key) : undefined}
        />
      </div>
      {way === 'type' ? (
        <input
          type="text"
          id={idOf(field.key)}
          dir="auto"
          className="signed"
          autoComplete="name"
          aria-label={`${field.label}: your full name`}
          aria-required={field.required}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(field, error)}
          placeholder={field.placeholder ?? 'Your full name'}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => set(target.value)}
        />
      ) : (
        <DrawingPad label={field.label} drawing={isDrawing(value) ? (value as string) : undefined} set={set} />
      )}
    </>
  )
}

interface WayProps {
  name: string
  label: string
  isOn: boolean
  choose: () => void
  id?: string | undefined
}
const Way = ({ name, label, isOn, choose, id }: WayProps) => (
  <label className="choice">
    <input type="radio" name={`way-${name}`} id={id} checked={isOn} onChange={choose} />
    <span>{label}</span>
  </label>
)
