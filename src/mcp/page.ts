import type { Session } from './session.ts'
import type { Arguments, Data } from './tool.ts'
import { integer } from './tool.ts'

/** The most characters of a result. */
export const maxCharacters = 32_000
export const pageSize = 25
/** The most records of one request to the API. */
const maxRead = 100

export const paging = { page: integer(), per_page: { ...integer(), minimum: 1, maximum: pageSize } }

/** Page sizes that are tried until the result is small enough. Each divides the one before, so that pages stay aligned. */
function sizesOf(largest: number): number[] {
  const fewer = [5, 4, 3, 2].find((size) => size < largest && largest % size === 0)
  return [...new Set([largest, fewer ?? 1, 1])]
}

interface Page {
  query: Record<string, unknown>
  row?: (record: any) => Data
  /** What stands beside the rows. */
  also?: Data
  /** The order of the records, where it is not that of the API. */
  order?: (a: any, b: any) => number
}

/** A page of a list, small enough for a model, and the arguments of the next one. */
export async function pageOf(
  session: Session,
  id: string,
  args: Arguments,
  { query, row = (record) => record, also = {}, order }: Page,
): Promise<{ rows: Data[]; total: number; next?: Data; hint?: string }> {
  const { page = 1, per_page: largest = pageSize } = args
  const whole = order && (await listInOrder(session, id, query, order))
  for (const size of sizesOf(largest)) {
    const first = ((page - 1) * largest) / size + 1
    const { shown, total } = whole?.isWhole
      ? { shown: whole.show((first - 1) * size, first * size), total: whole.total }
      : await listPage(session, id, { ...query, page: first, per_page: size }, order)
    const rows = shown.map(row)
    if (size > 1 && JSON.stringify([rows, also]).length > maxCharacters) continue
    const next = first * size < total && {
      ...args,
      page: first + 1,
      ...(size !== pageSize && { per_page: size }),
    }
    return { rows, total, ...(next && { next }), ...(order && !whole?.isWhole && { hint: unordered }) }
  }
  throw new Error(`A page of ${largest} has no size`)
}

const unordered = `There are more than ${maxRead}: each page is in order by itself, and a later page may have earlier ones. Ask for less to have all in order.`

async function listPage(
  session: Session,
  id: string,
  query: Record<string, unknown>,
  order: Page['order'],
): Promise<{ shown: any[]; total: number }> {
  const { data, meta } = await session.get(id, { query })
  return { shown: order ? data.sort(order) : data, total: meta.total }
}

interface OrderedList {
  total: number
  /** Whether these are all that there are. */
  isWhole: boolean
  /** Records of this part, for a model. */
  show(from: number, to: number): any[]
}

/** The first hundred of a list in an order that the API does not have. */
export async function listInOrder(
  session: Session,
  id: string,
  query: Record<string, unknown>,
  order: (a: any, b: any) => number,
): Promise<OrderedList> {
  const answer = await session.send(id, { query: { ...query, per_page: maxRead } })
  const { data, meta } = answer.body
  const ordered = (data as any[]).sort(order)
  return {
    total: meta.total,
    isWhole: meta.total <= maxRead,
    show: (from, to) => session.show({ ...answer, body: { ...answer.body, data: ordered.slice(from, to) } }).data,
  }
}
