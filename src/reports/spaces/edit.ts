import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found, invalid, rejected } from '../../http/contract/errors.ts'
import { maxSubfolders, type Space, type Subfolder, type SubfolderCreate } from './spaces.schema.ts'
import * as sql from './spaces.sql.ts'

/** How much all spaces of an organisation may be as JSON: `GET /reports/options` returns all of them. */
const maxBytes = 256 * 1024

/**
 * Checks the size of all spaces before a name is stored in place of another. Those of a bundle may be larger, and may then only
 * become smaller. Of two requests at the limit both may succeed.
 */
export function checkSize(bytes: number, before: string | Subfolder | null, after: string | Subfolder): void {
  const growth = sizeOf(after) - (before === null ? 0 : sizeOf(before))
  if (growth <= 0 || bytes + growth <= maxBytes) return
  throw invalid({
    name: [
      `name must be shorter, or other spaces and subfolders deleted: all of an organisation together have at most ${maxBytes / 1024} KB.`,
    ],
  })
}
const sizeOf = (value: string | Subfolder) => Buffer.byteLength(JSON.stringify(value))

/** Insights and dashboards lock their space while they are put into it, so they wait for each of these changes. */
export function deleteSpace(db: Queryable, { orgId, connectionId }: Caller, id: number): Promise<{ deleted: number }> {
  return pipeline(db, function* () {
    const [[space], [content]] = yield* send(sql.lock.call(orgId, id), sql.countContent.call(orgId, id, null))
    found(space, 'Space')
    rejectContent('space', content!)
    yield* sendLast(sql.remove.call(orgId, id), recordEvent.call(orgId, connectionId, 'space.deleted', id, [], null))
    return { deleted: id }
  })
}

export function createSubfolder(
  db: Queryable,
  caller: Caller,
  spaceId: number,
  body: SubfolderCreate,
): Promise<Subfolder> {
  return pipeline(db, function* () {
    const { subfolders, bytes } = yield* lockSpace(caller.orgId, spaceId)
    if (subfolders.length >= maxSubfolders) throw rejected(`A space has at most ${maxSubfolders} subfolders.`)
    const isTaken = (id: string) => subfolders.some((each) => each.id === id)
    if (body.id !== undefined && isTaken(body.id)) {
      throw invalid({ id: [`id must not be ${body.id}: the space has a subfolder with this id.`] })
    }
    const subfolder = { id: body.id ?? freeId(body.name, isTaken), name: body.name.trim() }
    checkSize(bytes, null, subfolder)
    yield* store(caller, spaceId, [...subfolders, subfolder])
    return subfolder
  })
}

export function renameSubfolder(
  db: Queryable,
  caller: Caller,
  spaceId: number,
  id: string,
  name: string | undefined,
): Promise<Subfolder> {
  return pipeline(db, function* () {
    const { subfolders, bytes } = yield* lockSpace(caller.orgId, spaceId)
    const before = found(
      subfolders.find((each) => each.id === id),
      'Subfolder',
    )
    const after = { id, name: name?.trim() ?? before.name }
    if (after.name === before.name) return before
    checkSize(bytes, before, after)
    yield* store(
      caller,
      spaceId,
      subfolders.map((each) => (each === before ? after : each)),
    )
    return after
  })
}

export function deleteSubfolder(
  db: Queryable,
  caller: Caller,
  spaceId: number,
  id: string,
): Promise<{ deleted: string }> {
  return pipeline(db, function* () {
    const [[space], [content]] = yield* send(
      sql.lock.call(caller.orgId, spaceId),
      sql.countContent.call(caller.orgId, spaceId, id),
    )
    const { subfolders } = found(space, 'Space')
    found(
      subfolders.find((each) => each.id === id),
      'Subfolder',
    )
    rejectContent('subfolder', content!)
    yield* store(
      caller,
      spaceId,
      subfolders.filter((each) => each.id !== id),
    )
    return { deleted: id }
  })
}

/** A space, and the size of all. */
function* lockSpace(orgId: number, id: number): Pipeline<Space & { bytes: number }> {
  const [[space], [all]] = yield* send(sql.lock.call(orgId, id), sql.countBytes.call(orgId))
  return { ...found(space, 'Space'), ...all! }
}

function* store({ orgId, connectionId }: Caller, id: number, subfolders: readonly Subfolder[]): Pipeline<void> {
  yield* sendLast(
    sql.setSubfolders.call(orgId, id, JSON.stringify(subfolders)),
    recordEvent.call(orgId, connectionId, 'space.updated', id, ['subfolders'], null),
  )
}

function rejectContent(what: string, { insights, dashboards }: sql.Content): void {
  const parts = [...countOf(insights, 'insight'), ...countOf(dashboards, 'dashboard')]
  if (parts.length > 0) throw rejected(`This ${what} has ${parts.join(' and ')}: move or delete them first.`)
}

const countOf = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]

/** `Yearly review` is `yearly-review`, or `yearly-review-2` if that is taken. */
function freeId(name: string, isTaken: (id: string) => boolean): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const base =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-|-$/g, '') || 'subfolder'
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!isTaken(id)) return id
  }
}
