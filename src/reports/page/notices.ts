import type { ErrorKind } from '../../http/contract/errors.ts'
import type { Brand } from '../../http/pages/brand.ts'
import { type ErrorPage, secondsText } from '../../http/pages/page.ts'
import { linkDays } from './links.ts'

/** The pages shown in place of a report. Without a valid link they say nothing about the report. */
export const unknownReport: ErrorPage = {
  error: 'NotFound',
  title: 'There is no report here',
  texts: [
    'Check the address: a part of it may be missing. The long code at its end belongs to it.',
    'If it came with a message, open it from there once more.',
  ],
}

export const expiredLink = (brand: Brand): ErrorPage => ({
  error: 'Gone',
  title: 'This link has ended',
  brand,
  texts: [`Links to reports work for ${linkDays} days.`, 'Ask the person who sent it to you for a new one.'],
})

/** The token was disabled or can no longer read reports. The viewer does not learn which. */
export const withdrawnLink = (brand: Brand): ErrorPage => ({
  error: 'Gone',
  title: 'This link no longer works',
  brand,
  texts: ['The access that it was made with has been taken back.', 'Ask the person who sent it to you for a new one.'],
})

export const goneReport = (brand: Brand): ErrorPage => ({
  error: 'NotFound',
  title: 'This report is not there any more',
  brand,
  texts: ['It was deleted after the link to it was made.'],
})

export const switchedOff = (brand: Brand): ErrorPage => ({
  error: 'Unavailable',
  retryAfter: 3600,
  title: 'Reports are switched off',
  brand,
  texts: [`${brand.organisation} has switched its integrations off for now. The link works again once they are on.`],
})

/** Why there are no results, as a message or as a response. */
export interface NoResults {
  error: ErrorKind
  message: string
  /** Seconds after which a retry may succeed. */
  retryAfter?: number
}

/** In place of a download. */
export const noResults = (brand: Brand, { message, ...rest }: NoResults): ErrorPage => ({
  ...rest,
  title: 'There are no figures this time',
  brand,
  texts: [message],
})

export const tooManyViews = (seconds: number): ErrorPage => ({
  error: 'TooManyRequests',
  retryAfter: seconds,
  title: 'Please wait a moment',
  texts: [`Reports were opened very often from your network. Load the page again in ${secondsText(seconds)}.`],
})
