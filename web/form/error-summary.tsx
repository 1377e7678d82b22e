import type { Field } from '../../src/forms/logic/form.ts'
import { idOf } from './ids.ts'

interface Props {
  errors: ReadonlyMap<string, string>
  fields: readonly Field[]
}

export const wrongOf = (errors: ReadonlyMap<string, string>, fields: readonly Field[]): Field[] =>
  fields.filter(({ key }) => errors.has(key))
export const toLookAt = (count: number): string =>
  count === 1 ? 'One answer needs another look' : `${count} answers need another look`

/** What stands in the way, said at once, each with a way to it. */
export function ErrorSummary({ errors, fields }: Props) {
  const wrong = wrongOf(errors, fields)
  if (wrong.length === 0) return null
  return (
    <div className="summary" role="alert">
      <h3>{toLookAt(wrong.length)}</h3>
      <ul>
        {wrong.map(({ key, label }) => (
          <li key={key}>
            <a
              dir="auto"
              href={`#${idOf(key)}`}
              onClick={(event) => {
                // The address stays as it is: it may be a link that is signed.
                event.preventDefault()
                document.getElementById(idOf(key))?.focus()
              }}
            >
              {label}
            </a>
            : {errors.get(key)}
          </li>
        ))}
      </ul>
    </div>
  )
}
