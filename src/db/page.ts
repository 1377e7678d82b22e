/** A row of a page as its statement gives it: each carries the total of the list. */
export type Paged = { total: number }

export interface PageNumber {
  page?: number
  per_page?: number
}

/** So many rows from either end a page is reached by stepping over rows; beyond, it is worth a look from where. */
export const nearRows = 512

/** How many rows stand before a page. The schema's defaults have filled in both numbers. */
export const offsetOf = ({ page, per_page }: PageNumber): number => (page! - 1) * per_page!

/** The rows without the total they carried, and the total. An empty page has no row to carry it, so it is asked for. */
export async function splitTotal<Row>(
  rows: Paged[],
  ask: () => Promise<Paged>,
): Promise<{ rows: Row[]; total: number }> {
  const { total } = rows[0] ?? (await ask())
  for (const row of rows as { total: number | undefined }[]) row.total = undefined // so that it is not serialised
  return { total, rows: rows as unknown as Row[] }
}
