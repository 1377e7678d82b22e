import { rejected } from '../../http/contract/errors.ts'
import { instantOf } from '../../time/local-time.ts'
import type { FormAtAddress, PublishedForm } from '../forms/published.sql.ts'

/** Whether a form still accepts answers. Its closing time is in the organisation's time zone. */
export function openState({ settings, timezone }: PublishedForm, now: number): 'open' | 'closed' {
  const { closes_at } = settings
  return closes_at !== undefined && Date.parse(instantOf(closes_at, timezone)) <= now ? 'closed' : 'open'
}

export const isPublished = (form: FormAtAddress): form is FormAtAddress & PublishedForm =>
  form.published === 'on' && form.version !== null

export const notPublished = () => rejected('This form is not published.')

/** Returns the form if it is published and open; otherwise throws a 422 with the reason. */
export function requireOpen(form: FormAtAddress, now: number): PublishedForm {
  if (!isPublished(form)) throw notPublished()
  if (openState(form, now) === 'closed') throw rejected('This form is closed.')
  return form
}
