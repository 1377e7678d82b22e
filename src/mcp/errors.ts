import type { FieldErrors } from '../http/contract/field-errors.ts'
import { clean, oneLine } from './words.ts'

/** What a model reads when a call fails: its text is all that the model has to go on. */
export class ToolError extends Error {}

/** An answer of the API that is an answer to the HTTP request as a whole: invalid token, quota used up, no service. */
export class HttpAnswer extends Error {
  readonly status: number
  readonly body: { message: string }
  readonly headers: Record<string, string>

  constructor(status: number, body: { message: string }, headers: Record<string, string>) {
    super(body.message)
    this.status = status
    this.body = body
    this.headers = headers
  }

  /** For a client of the 2025 protocol, which gets the answer as the result of a tool. */
  get text(): string {
    const seconds = this.headers['retry-after']
    return (
      clean(this.body.message) + (seconds ? ` Wait ${seconds} seconds, then call again with the same arguments.` : '')
    )
  }
}

/** Errors by argument as lines. A name in one cannot begin a line. */
export const errorLines = (errors: FieldErrors): string =>
  Object.entries(errors)
    .flatMap(([field, messages]) => messages.map((message) => `- ${oneLine(field)}: ${oneLine(message)}`))
    .join('\n')
