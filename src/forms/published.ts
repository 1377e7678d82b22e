import type { Queryable } from '../db/statement.ts'
import { type FormAtAddress, findPublished, type Said } from './published.sql.ts'

const mostRemembered = 200

/**
 * Finds forms by their ids, and remembers what their published versions say: a version is never changed, and to send and read
 * it took a quarter of the time of a submission. Whether a form is published, and which version, is asked each time.
 */
export class PublishedForms {
  readonly #remembered = new Map<string, { seal: string; said: Said }>()

  async find(db: Queryable, orgId: number, id: number): Promise<FormAtAddress | undefined> {
    const key = `${orgId}:${id}`
    const known = this.#remembered.get(key)
    const row = await findPublished.first(db, orgId, id, known?.seal ?? null)
    if (!row) return undefined
    const { seal, said: sent, ...state } = row
    if (seal === null) return state as FormAtAddress
    if (sent) this.#remember(key, seal, frozen(sent))
    return { ...state, ...(sent ?? known!.said) }
  }

  #remember(key: string, seal: string, said: Said): void {
    this.#remembered.delete(key) // so that the map's order is that of their versions
    this.#remembered.set(key, { seal, said })
    if (this.#remembered.size > mostRemembered) this.#remembered.delete(this.#remembered.keys().next().value!)
  }
}

/** All the way down, because every request that answers the form shares it. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
