import type { Session } from './session.ts'
import type { Arguments, Data } from './tool.ts'
import { integer } from './tool.ts'

/** The most characters of a result. */
export const maxCharacters = 32_000
export const pageSize = 25
/** Page sizes that are tried until the result is small enough. Each divides the one before, so that pages stay aligned. */
const sizes = [pageSize, 5, 1]

export const paging = { page: integer(), per_page: { ...integer(), enum: sizes } }

/** A page of a list, small enough for a model, and the arguments of the next one. */
export async function pageOf(
  session: Session,
  id: string,
  args: Arguments,
  {
    query,
    row = (record) => record,
    also = {},
  }: { query: Record<string, unknown>; row?: (record: any) => Data; also?: Data },
): Promise<{ rows: Data[]; total: number; next?: Data }> {
  const { page = 1, per_page: largest = pageSize } = args
  for (const size of sizes.filter((size) => size <= largest)) {
    const first = ((page - 1) * largest) / size + 1
    const { data, meta } = await session.get(id, { query: { ...query, page: first, per_page: size } })
    const rows = (data as any[]).map(row)
    if (size > 1 && JSON.stringify([rows, also]).length > maxCharacters) continue
    const next = meta.page < meta.last_page && {
      ...args,
      page: first + 1,
      ...(size !== pageSize && { per_page: size }),
    }
    return { rows, total: meta.total, ...(next && { next }) }
  }
  throw new Error(`A page of ${largest} has no size`)
}
