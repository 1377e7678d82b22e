import type { FormIssue } from '../forms/forms.schema.ts'
import { type Field, type FieldType, isAsked, type Step } from '../logic/form.ts'
import { issue } from './issues-when.ts'
import type { ClientPrefill, Incident, ProspectMapping } from './parts.ts'

/** What of a form is judged. */
export interface Parts {
  steps: readonly Step[]
  incident: Incident | null
  prospect: ProspectMapping | null
  client_prefill: ClientPrefill | null
}

/** Fields that incident, prospect and client_prefill name and that are not there, or cannot be what they are named for. */
export function partIssues({ steps, incident, prospect, client_prefill: prefill }: Parts): FormIssue[] {
  const asked = new Map<string, Field>()
  for (const field of steps.flatMap(({ fields }) => fields).filter(isAsked)) {
    if (!asked.has(field.key)) asked.set(field.key, field)
  }
  const named = (key: string | undefined, path: string, types?: readonly FieldType[]): FormIssue[] => {
    const field = key === undefined ? undefined : asked.get(key)
    if (key === undefined || (field && (types?.includes(field.type) ?? true))) return []
    const what = types ? `field of type ${types.join(' or ')}` : 'field that is asked'
    return [issue('dangling_reference', path, `No ${what} has the key ${key}.`)]
  }
  const mapped = (map: Record<string, string>, path: string) =>
    Object.keys(map).flatMap((key) => named(key, `${path}.${key}`))

  return [
    ...named(incident?.severity_field, 'incident.severity_field'),
    ...named(incident?.client_field, 'incident.client_field', ['client']),
    ...named(incident?.occurred_field, 'incident.occurred_field', ['date', 'datetime']),
    ...mapped(prospect?.map ?? {}, 'prospect.map'),
    ...missingNames(prospect, asked),
    ...named(prefill?.client_field, 'client_prefill.client_field', ['client']),
    ...mapped(prefill?.map ?? {}, 'client_prefill.map'),
    ...(prefill?.enabled && prefill.client_field === undefined
      ? [issue('missing_mapping', 'client_prefill.client_field', 'Say which field names the client.')]
      : []),
  ]
}

/** A prospect has two names, so both are needed from fields that are there. */
function missingNames(prospect: ProspectMapping | null, asked: ReadonlyMap<string, Field>): FormIssue[] {
  if (!prospect?.enabled) return []
  const filled = Object.entries(prospect.map).flatMap(([key, target]) => (asked.has(key) ? [target] : []))
  const missing = ['first_name', 'last_name'].filter((name) => !filled.includes(name))
  if (missing.length === 0) return []
  return [issue('missing_mapping', 'prospect.map', `Map a field to ${missing.join(' and one to ')}.`)]
}
