import type { Step } from '../logic/form.ts'
import type { FormTag } from './form.schema.ts'

/** The stored objects of a form beside its steps. */
export interface Settings {
  allow_step_navigation: boolean
  show_step_numbers: boolean
  submit_button_text: string
  success_message?: string
  redirect_url?: string
  assignee_id?: number
  /** The key of the field whose answer names the submitter. */
  submitter_field?: string
  /** Local time of the organisation at which the form closes. */
  closes_at?: string
}
export const defaultSettings: Settings = {
  allow_step_navigation: false,
  show_step_numbers: true,
  submit_button_text: 'Submit',
}

/** Makes submissions incidents, and names the fields with the facts of the incident. */
export interface Incident {
  enabled: boolean
  severity_field?: string
  client_field?: string
  occurred_field?: string
}

/** Creates a prospect from each submission. `map` has the prospect's fields by the keys of the form's fields. */
export interface ProspectMapping {
  enabled: boolean
  stage?: string
  source?: string
  map: Record<string, string>
}

/** Prefills fields from the record of the client that another field names. */
export interface ClientPrefill {
  enabled: boolean
  client_field?: string
  map: Record<string, string>
}

/** The parts of a form that can be edited. */
export interface Draft {
  name: string
  description: string
  tags: FormTag[]
  settings: Settings
  steps: Step[]
  incident: Incident | null
  prospect: ProspectMapping | null
  client_prefill: ClientPrefill | null
  /** The readable end of the page's URL. Without one it is the form's key. */
  address: string | null
}
export const draftFields = [
  ...(['name', 'description', 'tags', 'settings', 'steps'] as const),
  ...(['incident', 'prospect', 'client_prefill', 'address'] as const),
]
