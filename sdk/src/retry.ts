/** What a client does after a try; sdk/cases/retries.json has it as cases, which clients in other languages run too. */
export const maxTries = 4
const maxRetryAfterSeconds = 60
const retried = [408, 409, 429, 500, 502, 503, 504]

interface Try {
  /** Whether it may be sent again: it only reads, or has an `Idempotency-Key`. */
  isRepeatable: boolean
  hasKey: boolean
  /** From 1. */
  count: number
  /** Undefined when the connection broke, or the try timed out. */
  answer: { status: number; headers: Headers } | undefined
}

/** Milliseconds until the next try; undefined when the call ends with this one. */
export function nextTryAfter({ isRepeatable, hasKey, count, answer }: Try, random: number, now: number) {
  if (!isRepeatable || count >= maxTries) return undefined
  if (answer && !retried.includes(answer.status)) return undefined
  if (answer?.status === 409 && !hasKey) return undefined
  const seconds = answer && retryAfterSeconds(answer.headers, now)
  if (seconds !== undefined) return seconds > maxRetryAfterSeconds ? undefined : seconds * 1000
  return Math.min(500 * 2 ** (count - 1), 8000) * (1 - random / 4)
}

/** The seconds of Retry-After, which may also be a date. That counts from the time of the response: clocks differ. */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  // A number that is no length of time would be read as a year.
  const at = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return undefined
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, (at - (Number.isNaN(sent) ? now : sent)) / 1000)
}
