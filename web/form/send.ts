import type { Answers } from '../../src/forms/logic/form.ts'
import type { SubmitResponse } from '../../src/forms/page/page-data.ts'

export type Outcome =
  | { kind: 'sent'; sent: SubmitResponse }
  /** Errors of the service, by the key of the field. */
  | { kind: 'rejected'; errors: Map<string, string> }
  /** A new version of the form was published since it was opened. */
  | { kind: 'changed'; text: string }
  /** `isUnknown` if the service may have stored the answers. */
  | { kind: 'failed'; text: string; isUnknown: boolean }

export interface Sending {
  answers: Answers
  sending: string
  version: number
  link?: string | undefined
}

const timeoutMs = 30_000
const kept = 'Your answers are kept on this device.'
export const serverFailure = `Something went wrong on our side. Wait a little, then press the button again. ${kept}`

/** Sends answers and returns the outcome with a message for the person. */
export async function sendAnswers(address: string, sending: Sending): Promise<Outcome> {
  // `AbortSignal.timeout` is missing in old phone browsers.
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  let response: Response
  let body: { message?: string; errors?: Record<string, string[]> } & SubmitResponse
  try {
    response = await fetch(`${address}/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sending),
      signal: controller.signal,
    })
    body = await response.json()
  } catch {
    const text = `Your answers could not be sent. Check that you are online, then press the button again. ${kept}`
    return { kind: 'failed', text, isUnknown: true }
  } finally {
    clearTimeout(timer)
  }
  if (response.status === 201) return { kind: 'sent', sent: body }
  const errors = answersOf(body.errors)
  if (response.status === 422 && errors.size > 0) return { kind: 'rejected', errors }
  if (response.status === 409) {
    return { kind: 'changed', text: `${body.message} Load the page again: the answers that still fit are kept.` }
  }
  if (response.status === 413) {
    const text = `All answers together are too long to send. Shorten a text, or type a signature instead of drawing it. ${kept}`
    return { kind: 'failed', text, isUnknown: false }
  }
  if ([404, 410, 429].includes(response.status)) {
    return { kind: 'failed', text: `${body.message} ${kept}`, isUnknown: false }
  }
  return { kind: 'failed', text: serverFailure, isUnknown: response.status >= 500 }
}

const prefix = 'answers.'
const answersOf = (errors: Record<string, string[]> = {}): Map<string, string> =>
  new Map(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, texts]) => [path.slice(prefix.length).split('.')[0]!, texts.join(' ')]),
  )
