import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { Note, NotePatch } from './notes.schema.ts'
import type { Template } from './notes.sql.ts'

type Sent = Pick<NotePatch, 'template_id' | 'answers'>

/** The answers of a note as they are kept: with the labels of the template's questions. Problems go into `errors`. */
export function answersOf(sent: Sent, template: Template | undefined, errors: FieldErrors): Note['answers'] {
  const questions = new Map(template?.questions.map(({ key, label }) => [key, label]))
  const seen = new Set<string>()
  return (sent.answers ?? []).map(({ key, label, value }, place) => {
    const field = `answers.${place}.key`
    if (seen.has(key)) errors[field] = [`${field} ${key} is answered twice; answer it once.`]
    else if (questions.size > 0 && !questions.has(key)) {
      errors[field] = [`${field} must be a question of ${template!.name}: ${[...questions.keys()].join(', ')}.`]
    }
    seen.add(key)
    return { key, label: questions.get(key) ?? label ?? key, value: value ?? null }
  })
}

/** What is left of a note's answers under another template: those to questions that it has too. */
export function answersUnder(answers: Note['answers'], { questions }: Template): Note['answers'] {
  if (questions.length === 0) return answers
  const labels = new Map(questions.map(({ key, label }) => [key, label]))
  return answers.flatMap((answer) => (labels.has(answer.key) ? { ...answer, label: labels.get(answer.key)! } : []))
}

export function templateOf(id: number | null, known: Template[], errors: FieldErrors): Template | undefined {
  if (id === null) return undefined
  const found = known.find((template) => template.id === id)
  if (!found) {
    const list = known.slice(0, 50).map((template) => `${template.id} (${template.name})`)
    errors.template_id = [
      list.length > 0
        ? `template_id must be one of ${list.join(', ')}.`
        : 'template_id must be null: there are no templates.',
    ]
  }
  return found
}
