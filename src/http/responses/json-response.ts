import type { Json, JsonPage, JsonRow } from '../../db/shape.ts'

/**
 * A response that is JSON text already. Parsing 50 rows into objects and serializing them again took two thirds of the
 * time of a page, so where PostgreSQL returns the text, it is sent unchanged.
 */
class JsonText {
  readonly #text: string
  readonly #clients: readonly number[] | null | undefined

  constructor(text: string, clients?: readonly number[] | null) {
    this.#text = text
    this.#clients = clients
  }

  static textOf(response: unknown): string {
    return response instanceof JsonText ? response.#text : JSON.stringify(response)
  }

  static clientsOf(response: unknown): readonly number[] | undefined {
    if (!(response instanceof JsonText) || response.#clients === undefined) return undefined
    return response.#clients ?? []
  }

  /** The value, for code that needs it. */
  toJSON(): unknown {
    return JSON.parse(this.#text)
  }
}

/** Serializes every response. */
export const serializeResponse = JsonText.textOf

/** The ids of the clients of a page, where SQL returned them beside its text. */
export const clientsOf = JsonText.clientsOf

/** The value of a response, whether it is a text or not. */
export function parsedResponse(response: unknown): unknown {
  if (typeof response === 'string') return JSON.parse(response)
  return response instanceof JsonText ? response.toJSON() : response
}

/** A response from its text, with the type of its value. */
export const jsonResponse = <Response>(text: Json<Response>): Response => new JsonText(text) as unknown as Response

/** `{data}` with the text of one record, or `{dry_run, data}`. */
export const jsonRecordResponse = <Row>({ json }: JsonRow<Row>, { dry_run }: { dry_run?: true } = {}) =>
  jsonResponse<{ dry_run?: true; data: Row }>(`{${dry_run ? '"dry_run":true,' : ''}"data":${json}}`)

/** The body of a page whose records are JSON text. */
export const jsonPageResponse = <Row, Meta extends object>({ json, clients }: JsonPage<Row>, meta: Meta) =>
  new JsonText(`{"data":[${json ?? ''}],"meta":${JSON.stringify(meta)}}`, clients) as unknown as {
    data: Row[]
    meta: Meta
  }
