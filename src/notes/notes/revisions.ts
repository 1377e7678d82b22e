import type { ChunkRow } from '../../db/chunk.ts'
import { pipeline, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found } from '../../http/contract/errors.ts'
import * as notes from './notes.sql.ts'
import { parseRef } from './record.ts'

/** The states of a note before each of its edits, oldest first, to be sent in parts. */
export async function revisionsOf(db: Queryable, orgId: number, ref: string) {
  const { kind, id } = parseRef(ref)
  const ids = await pipeline(db, function* () {
    const [[note], general, ofTask] = yield* sendLast(
      notes.find[kind].call(orgId, id),
      kind === 1 ? notes.revisionsOfGeneral.call(orgId, id) : undefined,
      kind === 2 ? notes.revisionsOfTask.call(orgId, id) : undefined,
    )
    found(note, 'Note')
    return [...general, ...ofTask].map((revision) => revision.id)
  })
  const numbers = new Map(ids.map((id, index) => [id, index + 1]))
  const read = (some: number[]) => notes.revisionsPart.rows(db, orgId, some)
  const record = ({
    id,
    template_id,
    template,
    bytes_before: _,
    found: __,
    ...revision
  }: ChunkRow<notes.Revision>) => ({
    revision: numbers.get(id)!,
    ...revision,
    ...(template_id !== null && { template: { id: template_id, name: template! } }),
  })
  return { ids, read, record }
}
