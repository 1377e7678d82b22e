import type { PageNumber } from '../../db/list.ts'
import type { Json, JsonPage, Recorded } from '../../db/shape.ts'
import { pageMeta } from './paging.ts'

/**
 * An answer that is JSON text already. To read 50 rows, make objects of them and write those again as text took two thirds of
 * the time of a page, so where PostgreSQL has the text, the text is sent.
 */
class JsonText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  static textOf(answer: unknown): string {
    return answer instanceof JsonText ? answer.#text : JSON.stringify(answer)
  }

  /** For whoever wants the value after all. */
  toJSON(): unknown {
    return JSON.parse(this.#text)
  }
}

/** How every answer becomes text. */
export const serializeResponse = JsonText.textOf

/** An answer from its text, to the type checker what the text says. */
export const rendered = <Answer>(text: Json<Answer>): Answer => new JsonText(text) as unknown as Answer

/** `{data}` of one record's text. */
export const renderedRecord = <Row>({ json }: Recorded<Row>) => rendered<{ data: Row }>(`{"data":${json}}`)

/** The body of a page whose records are text. */
export const renderedPage = <Row>(query: PageNumber, { json, total }: JsonPage<Row>) => {
  const meta = pageMeta(query, total)
  return rendered<{ data: Row[]; meta: typeof meta }>(`{"data":[${json ?? ''}],"meta":${JSON.stringify(meta)}}`)
}
