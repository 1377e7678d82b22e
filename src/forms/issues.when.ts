import type { FormIssue } from './forms.schema.ts'
import type { When } from './logic/form.ts'

export const issue = (code: FormIssue['code'], path: string, message: string): FormIssue => ({
  code,
  path,
  message,
  severity: 'error',
})

/** Conditions about something that is not asked before them: they would never have an answer. */
export const danglingConditions = ({ conditions }: When, path: string, asked: ReadonlySet<string>): FormIssue[] =>
  conditions.flatMap(({ field }, i) =>
    asked.has(field)
      ? []
      : [
          issue(
            'dangling_reference',
            `${path}.conditions.${i}.field`,
            `No field with the key ${field} is asked before this.`,
          ),
        ],
  )
