import type { Settings } from '../definition/parts.ts'
import type { Step } from '../logic/form.ts'

/** What the page gets to know of a form. This is everything that leaves: who is told, and of what becomes of answers, nothing. */
export interface FormPageData {
  organisation: string
  name: string
  version: number
  settings: Pick<Settings, 'allow_step_navigation' | 'show_step_numbers' | 'submit_button_text'>
  steps: Step[]
  known?: PrefillData
}

/** What a signed link tells about the client it was made for. */
export interface PrefillData {
  /** The field that holds the client, where the form has one: their name is shown there and cannot be changed. */
  fixed?: string
  answers: Record<string, unknown>
}

/** What the service answers when it has taken answers. */
export interface SubmitResponse {
  success_message?: string
  redirect_url?: string
}
