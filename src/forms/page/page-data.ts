import type { Settings } from '../definition/parts.ts'
import type { Step } from '../logic/form.ts'

/** The form as the page receives it. Public: it has nothing about assignees or about what happens to answers. */
export interface FormPageData {
  organisation: string
  /** The same at all addresses of the form. */
  key: string
  name: string
  version: number
  settings: Pick<Settings, 'allow_step_navigation' | 'show_step_numbers' | 'submit_button_text'>
  steps: Step[]
  known?: PrefillData
}

/** The answers that a signed link prefills for its client. */
export interface PrefillData {
  /** The key of the field with the client's name, which cannot be changed. */
  fixed?: string
  answers: Record<string, unknown>
}

/** The response to a submission. A retry of the same submission gets the same reference and time. */
export interface SubmitResponse {
  /** The number by which the organisation finds the submission: its id. */
  reference: string
  /** Local time of the organisation. */
  submitted_at: string
  success_message?: string
  redirect_url?: string
}
