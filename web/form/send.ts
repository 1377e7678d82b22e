import type { Answers } from '../../src/forms/logic/form.ts'
import type { SubmitResponse } from '../../src/forms/page/page-data.ts'

export type Outcome =
  | { kind: 'sent'; sent: SubmitResponse }
  /** What the service found wrong, by the key of the field. */
  | { kind: 'refused'; errors: Map<string, string> }
  /** The form was published anew since it was opened. */
  | { kind: 'changed'; text: string }
  /** `isUnknown` when the answers may have arrived all the same. */
  | { kind: 'failed'; text: string; isUnknown: boolean }

export interface Sending {
  answers: Answers
  sending: string
  version: number
  link?: string | undefined
}

const longestWait = 30_000
const kept = 'Your answers are kept on this device.'
export const ourFault = `Something went wrong on our side. Wait a little, then press the button again. ${kept}`

/** Sends answers, and says in words what came of it. */
export async function sendAnswers(address: string, sending: Sending): Promise<Outcome> {
  // Not by `AbortSignal.timeout`, which phones that people still use lack.
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), longestWait)
  let answer: Response
  let body: { message?: string; errors?: Record<string, string[]> } & SubmitResponse
  try {
    answer = await fetch(`${address}/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sending),
      signal: patience.signal,
    })
    body = await answer.json()
  } catch {
    const text = `Your answers could not be sent. Check that you are online, then press the button again. ${kept}`
    return { kind: 'failed', text, isUnknown: true }
  } finally {
    clearTimeout(timer)
  }
  if (answer.status === 201) return { kind: 'sent', sent: body }
  const errors = answersOf(body.errors)
  if (answer.status === 422 && errors.size > 0) return { kind: 'refused', errors }
  if (answer.status === 409) {
    return { kind: 'changed', text: `${body.message} Load the page again: the answers that still fit are kept.` }
  }
  if (answer.status === 413) {
    const text = `All answers together are too long to send. Shorten a text, or type a signature instead of drawing it. ${kept}`
    return { kind: 'failed', text, isUnknown: false }
  }
  if ([404, 410, 429].includes(answer.status)) {
    return { kind: 'failed', text: `${body.message} ${kept}`, isUnknown: false }
  }
  return { kind: 'failed', text: ourFault, isUnknown: answer.status >= 500 }
}

const prefix = 'answers.'
const answersOf = (errors: Record<string, string[]> = {}): Map<string, string> =>
  new Map(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, texts]) => [path.slice(prefix.length).split('.')[0]!, texts.join(' ')]),
  )
