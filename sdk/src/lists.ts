import { type CallOptions, List, type ListOptions, type WithResponse } from './calls.ts'
import { WattleError } from './errors.ts'
import type { ListRule } from './operation.ts'

type Input = Record<string, unknown>
type Page = Record<string, unknown> & { meta?: Record<string, unknown> }
type Send = (input: Input | undefined, options: CallOptions) => Promise<WithResponse<Page>>

/** A list that sends nothing before it is awaited or iterated over. */
export function listOf(
  send: Send,
  rule: ListRule,
  input: Input | undefined,
  given: ListOptions = {},
): List<Page, unknown> {
  const { limit = Number.POSITIVE_INFINITY, ...options } = given
  const pages = () => pagesOf((input) => send(input, options), rule, input ?? {}, limit)
  async function* items() {
    let left = limit
    for await (const page of pages()) {
      for (const item of page[rule.items] as unknown[]) {
        if (left-- <= 0) return
        yield item
      }
      if (left <= 0) return
    }
  }
  return new List<Page, unknown>(() => send(input, options), pages, items)
}

/** One page is in memory at a time. Records that change meanwhile move no others where the list goes by id or cursor. */
async function* pagesOf(
  send: (input: Input) => Promise<WithResponse<Page>>,
  { items, by, size, chooser }: ListRule,
  input: Input,
  limit: number,
): AsyncGenerator<Page, void, undefined> {
  if (limit <= 0) return
  // A program that names a page goes on from it.
  const way = chooser && input[chooser] ? undefined : by === 'after_id' && input.page !== undefined ? 'page' : by
  const next: Input = { ...input }
  // The largest pages are the fewest requests. Page numbers count pages of one size, so that stays as it is.
  if (way && size) next[size.parameter] ??= way === 'page' ? size.maximum : Math.min(size.maximum, limit)
  if (way === 'after_id') next.after_id ??= 0
  if (way === 'page') next.page ??= 1
  let left = limit
  for (;;) {
    const { body } = await send(next)
    yield body
    left -= (body[items] as unknown[]).length
    const before = way && next[way]
    if (left <= 0 || !goOn(next, body, way)) return
    if (way && next[way] === before)
      throw new WattleError(
        `The service gave a page whose next page is itself: ${way} is ${JSON.stringify(before)} again.`,
      )
  }
}

/** Changes the input to that of the next page. Returns whether there is one. */
function goOn(input: Input, { meta = {}, ...body }: Page, by: ListRule['by']): boolean {
  switch (by) {
    case 'after_id':
      input.after_id = meta.next_after_id
      return isThere(input.after_id)
    case 'cursor':
      input.cursor = meta.next_cursor ?? body.next_cursor
      return isThere(input.cursor)
    case 'page':
      input.page = Number(input.page) + 1
      return Number(input.page) <= Number(meta.last_page)
    case 'after':
      input.after = meta.next
      input.feed = meta.feed
      return Number(meta.next) < Number(meta.latest)
    default:
      return false
  }
}

const isThere = (value: unknown) => value !== undefined && value !== null
