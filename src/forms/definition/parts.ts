import type { Step } from '../logic/form.ts'
import type { FormTag } from './form.schema.ts'

/** The objects of a form beside its steps, as they are stored and shown. */
export interface Settings {
  allow_step_navigation: boolean
  show_step_numbers: boolean
  submit_button_text: string
  success_message?: string
  redirect_url?: string
  assignee_id?: number
  /** A local time of the organisation; from then on the form is closed. */
  closes_at?: string
}
export const usualSettings: Settings = {
  allow_step_navigation: false,
  show_step_numbers: true,
  submit_button_text: 'Submit',
}

/** Makes submissions incidents, and says which fields hold what is asked about an incident. */
export interface Incident {
  enabled: boolean
  severity_field?: string
  client_field?: string
  occurred_field?: string
}

/** Makes a prospect of each submission: fields by key, and the field of a prospect that each of them fills. */
export interface ProspectMapping {
  enabled: boolean
  stage?: string
  source?: string
  map: Record<string, string>
}

/** Fills fields from the record of the client that another field names. */
export interface ClientPrefill {
  enabled: boolean
  client_field?: string
  map: Record<string, string>
}

/** What of a form can be edited. */
export interface Draft {
  name: string
  description: string
  tags: FormTag[]
  settings: Settings
  steps: Step[]
  incident: Incident | null
  prospect: ProspectMapping | null
  client_prefill: ClientPrefill | null
}
export const draftFields = [
  ...(['name', 'description', 'tags', 'settings', 'steps'] as const),
  ...(['incident', 'prospect', 'client_prefill'] as const),
]
