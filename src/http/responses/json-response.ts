import type { Json, JsonPage, JsonRow } from '../../db/shape.ts'

/**
 * A response that is JSON text already. Parsing 50 rows into objects and serializing them again took two thirds of the
 * time of a page, so where PostgreSQL returns the text, it is sent unchanged.
 */
class JsonText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  static textOf(response: unknown): string {
    return response instanceof JsonText ? response.#text : JSON.stringify(response)
  }

  /** The value, for code that needs it. */
  toJSON(): unknown {
    return JSON.parse(this.#text)
  }
}

/** Serializes every response. */
export const serializeResponse = JsonText.textOf

/** A response from its text, with the type of its value. */
export const jsonResponse = <Response>(text: Json<Response>): Response => new JsonText(text) as unknown as Response

/** `{data}` with the text of one record. */
export const jsonRecordResponse = <Row>({ json }: JsonRow<Row>) => jsonResponse<{ data: Row }>(`{"data":${json}}`)

/** The body of a page whose records are JSON text. */
export const jsonPageResponse = <Row, Meta extends object>({ json }: JsonPage<Row>, meta: Meta) =>
  jsonResponse<{ data: Row[]; meta: Meta }>(`{"data":[${json ?? ''}],"meta":${JSON.stringify(meta)}}`)
