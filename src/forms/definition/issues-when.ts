import type { FormIssue } from '../forms/forms.schema.ts'
import { fold } from '../logic/conditions.ts'
import { type Condition, type Field, hasOptions, kinds, type Operator, type When } from '../logic/form.ts'
import { clean } from '../logic/values.ts'

export const issue = (code: FormIssue['code'], path: string, message: string): FormIssue => ({
  code,
  path,
  message,
  severity: 'error',
})

/** Fields that are asked so far, each with what a condition can compare it with, where that is a list. */
export type AskedFields = Map<string, { field: Field; choices?: () => ReadonlySet<unknown> }>

/** Of fields with one key the first is meant, as by operations. */
export function addAsked(asked: AskedFields, field: Field): void {
  if (asked.has(field.key)) return
  const isChoice = hasOptions(field.type) && field.options?.length
  let choices: ReadonlySet<unknown> | undefined
  asked.set(field.key, {
    field,
    ...(isChoice && {
      choices: () => {
        choices ??= new Set(field.options!.map(fold)) // most choices have no condition about them
        return choices
      },
    }),
  })
}

/** Conditions about something that is not asked before them, or about a choice that it does not offer: both say nothing. */
export const danglingConditions = ({ conditions }: When, path: string, asked: AskedFields): FormIssue[] =>
  conditions.flatMap((condition, i) => {
    const about = asked.get(condition.field)
    const at = `${path}.conditions.${i}`
    if (!about) {
      const message = `No field with the key ${condition.field} is asked before this.`
      return [issue('dangling_reference', `${at}.field`, message)]
    }
    const { field, choices } = about
    const missing = choices ? wantedOf(condition, field).filter((one) => !choices().has(fold(one))) : []
    if (missing.length === 0) return []
    const message = `${listed(missing)} is no option of ${field.key}; its options are ${listed(field.options!)}.`
    return [issue('dangling_reference', `${at}.value`, message)]
  })

const ofWholeChoices: readonly Operator[] = ['is', 'is_not', 'includes_any', 'includes_all']
const ofLists: readonly Operator[] = ['contains', 'does_not_contain']

/** The choices that a condition speaks of. Of one choice `contains` and the like look for a part, which need be no option. */
function wantedOf({ operator, value }: Condition, field: Field): unknown[] {
  const isWhole = ofWholeChoices.includes(operator) || (ofLists.includes(operator) && kinds[field.type] === 'choices')
  return isWhole ? [clean(field, value)].flat() : []
}

/** Texts in a row, as far as they fit: a form can have thousands of conditions about hundreds of options. */
function listed(texts: readonly unknown[], most = 300): string {
  let length = 0
  const shown = texts.filter((text, i) => {
    length += String(text).length + 2
    return i === 0 || length <= most
  })
  const rest = texts.length - shown.length
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
