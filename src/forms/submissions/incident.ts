import { type KeptAnswer, textOf } from '../definition/kept.ts'
import type { Incident } from '../definition/parts.ts'
import { isEmpty } from '../logic/values.ts'
import type { IncidentFacts } from './submissions.schema.ts'

interface Answered {
  type: string
  answers: readonly KeptAnswer[]
  incident: Incident | null
}

/** What the answers to an incident form say where its version, as it was answered, says to look; nothing of other forms. */
export function incidentFacts({ type, answers, incident }: Answered): IncidentFacts | undefined {
  if (type !== 'incident' || !incident?.enabled) return undefined
  const answerTo = (field: string | undefined) =>
    answers.find(({ key, value }) => field !== undefined && key === field && !isEmpty(value))
  const severity = answerTo(incident.severity_field)
  const occurred = answerTo(incident.occurred_field)
  const client = answerTo(incident.client_field)
  const facts: IncidentFacts = {
    ...(severity && { severity: textOf(severity.value) }),
    ...(occurred && { occurred_at: textOf(occurred.value) }),
    // What an import brought under this key may be anything.
    ...(client?.type === 'client' && { client: client.value as IncidentFacts['client'] & object }),
  }
  return Object.keys(facts).length > 0 ? facts : undefined
}
