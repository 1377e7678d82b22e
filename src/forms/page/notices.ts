import { inWords, type Refusal } from '../../http/pages/page.ts'
import type { FormAtAddress, PublishedForm } from '../forms/published.sql.ts'
import { openState } from '../submissions/open.ts'

const touch = (organisation: string) => `If you have a question, get in touch with ${organisation} as you usually do.`

export const unknownForm: Refusal = {
  error: 'NotFound',
  title: 'There is no form here',
  texts: [
    'Check the address: a letter may be missing at its end. If it came with a message, open it from there once more.',
  ],
}

const closedForm = ({ organisation, name }: PublishedForm): Refusal => ({
  error: 'Gone',
  title: 'This form is closed',
  organisation,
  texts: [`“${name}” does not take answers any more.`, touch(organisation)],
})

const withdrawnForm = ({ organisation, name }: PublishedForm): Refusal => ({
  error: 'Gone',
  title: 'This form is not open',
  organisation,
  texts: [`“${name}” does not take answers at the moment.`, touch(organisation)],
})

/** Why a form that was published once takes no answers; undefined for one that does. */
export function refusalOf(form: FormAtAddress & PublishedForm, now: number): Refusal | undefined {
  if (form.published === 'off') return withdrawnForm(form)
  return openState(form, now) === 'closed' ? closedForm(form) : undefined
}

/** A refusal for whoever is filling in the form already: what is so, and whom to turn to. */
export const inOneLine = ({ title, organisation, texts }: Refusal): string =>
  `${title}. ${organisation === undefined ? texts[0] : touch(organisation)}`

export const deadLink = (organisation: string, to: string): Refusal => ({
  error: 'Gone',
  title: 'This link no longer works',
  organisation,
  texts: [
    'It was made for one person and for some days only, or a part of it is missing.',
    `Ask ${organisation} for a new one, or fill in the form without it.`,
  ],
  link: { to, text: 'Open the form without the link' },
})

export const tooManyViews = (seconds: number): Refusal => ({
  error: 'TooManyRequests',
  retryAfter: seconds,
  title: 'Please wait a moment',
  texts: [`This form was opened very often from your network. Load the page again in ${inWords(seconds)}.`],
})
