import type { Findings } from './findings.ts'
import type {
  ClientPrefillBody,
  FormSettingsChange,
  FormTag,
  IncidentBody,
  ProspectBody,
  TagsBody,
} from './form.schema.ts'
import { type ClientPrefill, defaultSettings, type Incident, type ProspectMapping, type Settings } from './parts.ts'

/** Builds the stored objects from bodies. Properties have a fixed order, so that equal objects are equal as text. */
const settingNames = [
  ...(['allow_step_navigation', 'show_step_numbers', 'submit_button_text'] as const),
  ...(['success_message', 'redirect_url', 'assignee_id', 'submitter_field', 'closes_at'] as const),
]

/** Applies the body to the stored settings; null clears a setting. */
export function buildSettings(body: FormSettingsChange, before: Settings = defaultSettings): Settings {
  const merged: Record<string, unknown> = { ...defaultSettings, ...before, ...body }
  const set = settingNames.filter((name) => merged[name] !== undefined && merged[name] !== null && merged[name] !== '')
  return Object.fromEntries(set.map((name) => [name, merged[name]])) as unknown as Settings
}

const isSet = ([, value]: [string, unknown]) => value !== undefined
const withoutUnset = <T extends object>(object: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(object).filter(isSet)) as T

export function buildIncident(body: IncidentBody): Incident | null {
  if (body === null) return null
  const { enabled = true, severity_field, client_field, occurred_field } = body
  return withoutUnset<Incident>({ enabled, severity_field, client_field, occurred_field } as Incident)
}

export function buildProspect(body: ProspectBody): ProspectMapping | null {
  if (body === null) return null
  const { enabled = true, stage, source, map = {} } = body
  return withoutUnset<ProspectMapping>({ enabled, stage, source, map } as ProspectMapping)
}

export function buildClientPrefill(body: ClientPrefillBody): ClientPrefill | null {
  if (body === null) return null
  const { enabled = true, client_field, map = {} } = body
  return withoutUnset<ClientPrefill>({ enabled, client_field, map } as ClientPrefill)
}

/** The tags in the order of the body, without duplicates. Case and colour do not distinguish tags. */
export function buildTags(body: TagsBody, path: string, findings: Findings): FormTag[] {
  const distinct = new Map<string, FormTag>()
  for (const [i, each] of body.entries()) {
    const { name, ...color } = typeof each === 'string' ? { name: each } : each
    const tag = { name: name.trim(), ...color }
    const lowerName = tag.name.toLowerCase()
    if (distinct.has(lowerName))
      findings.addNote('duplicate_tag', `${path}.${i}`, `The tag ${tag.name} was there already.`)
    else distinct.set(lowerName, tag)
  }
  return [...distinct.values()]
}
