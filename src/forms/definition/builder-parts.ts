import type { Findings } from './findings.ts'
import type {
  ClientPrefillBody,
  FormSettingsChange,
  FormTag,
  IncidentBody,
  ProspectBody,
  TagsBody,
} from './form.schema.ts'
import { type ClientPrefill, type Incident, type ProspectMapping, type Settings, usualSettings } from './parts.ts'

/** Stored objects of those that were sent. Each has its properties in one order, so that equal ones are equal as text. */
const settingNames = [
  ...(['allow_step_navigation', 'show_step_numbers', 'submit_button_text'] as const),
  ...(['success_message', 'redirect_url', 'assignee_id', 'closes_at'] as const),
]

/** What is sent laid over what there is; null clears. */
export function buildSettings(sent: FormSettingsChange, before: Settings = usualSettings): Settings {
  const laid: Record<string, unknown> = { ...usualSettings, ...before, ...sent }
  const set = settingNames.filter((name) => laid[name] !== undefined && laid[name] !== null && laid[name] !== '')
  return Object.fromEntries(set.map((name) => [name, laid[name]])) as unknown as Settings
}

const isSet = ([, value]: [string, unknown]) => value !== undefined
const withoutUnset = <T extends object>(object: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(object).filter(isSet)) as T

export function buildIncident(sent: IncidentBody): Incident | null {
  if (sent === null) return null
  const { enabled = true, severity_field, client_field, occurred_field } = sent
  return withoutUnset<Incident>({ enabled, severity_field, client_field, occurred_field } as Incident)
}

export function buildProspect(sent: ProspectBody): ProspectMapping | null {
  if (sent === null) return null
  const { enabled = true, stage, source, map = {} } = sent
  return withoutUnset<ProspectMapping>({ enabled, stage, source, map } as ProspectMapping)
}

export function buildClientPrefill(sent: ClientPrefillBody): ClientPrefill | null {
  if (sent === null) return null
  const { enabled = true, client_field, map = {} } = sent
  return withoutUnset<ClientPrefill>({ enabled, client_field, map } as ClientPrefill)
}

/** Tags in the order in which they are sent, each once; one is another's repeat whatever its case and colour. */
export function buildTags(sent: TagsBody, path: string, findings: Findings): FormTag[] {
  const kept = new Map<string, FormTag>()
  for (const [i, each] of sent.entries()) {
    const { name, ...color } = typeof each === 'string' ? { name: each } : each
    const tag = { name: name.trim(), ...color }
    const folded = tag.name.toLowerCase()
    if (kept.has(folded)) findings.addNote('duplicate_tag', `${path}.${i}`, `The tag ${tag.name} was there already.`)
    else kept.set(folded, tag)
  }
  return [...kept.values()]
}
