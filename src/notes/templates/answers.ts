import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { Note, NotePatch } from '../notes/notes.schema.ts'
import type { NoteTemplate as Template } from './templates.schema.ts'

/** The answers of a body with the labels of the template's questions. Problems are added to `errors`. */
export function labelledAnswers(
  body: Pick<NotePatch, 'answers'>,
  template: Template | undefined,
  errors: FieldErrors,
): Note['answers'] {
  const labels = new Map(template?.questions.map(({ key, label }) => [key, label]))
  const answered = new Set<string>()
  return (body.answers ?? []).map(({ key, label, value }, index) => {
    const field = `answers.${index}.key`
    if (answered.has(key)) errors[field] = [`${field} ${key} is answered twice; answer it once.`]
    else if (labels.size > 0 && !labels.has(key)) {
      errors[field] = [`${field} must be a question of ${template!.name}: ${[...labels.keys()].join(', ')}.`]
    }
    answered.add(key)
    return { key, label: labels.get(key) ?? label ?? key, value: value ?? null }
  })
}

/** The answers of a note that another template has a question for, with that template's labels. */
export function answersUnder(answers: Note['answers'], { questions }: Template): Note['answers'] {
  if (questions.length === 0) return answers
  const labels = new Map(questions.map(({ key, label }) => [key, label]))
  return answers.flatMap((answer) => (labels.has(answer.key) ? { ...answer, label: labels.get(answer.key)! } : []))
}

/** The template with an id; an unknown id is added to `errors`. */
export function templateOf(id: number | null, templates: Template[], errors: FieldErrors): Template | undefined {
  if (id === null) return undefined
  const template = templates.find((one) => one.id === id)
  if (!template) {
    const list = templates.slice(0, 50).map((one) => `${one.id} (${one.name})`)
    errors.template_id = [
      list.length > 0
        ? `template_id must be one of ${list.join(', ')}.`
        : 'template_id must be null: there are no templates.',
    ]
  }
  return template
}
