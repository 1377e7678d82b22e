import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Caller } from '../../access/tokens.ts'
import { runAndRollBack, transaction } from '../../db/transaction.ts'
import { recordEvent } from '../../events/outbox.ts'
import { invalid, unauthenticated } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { applyOperation, OperationError, type OptionOperation, type ProspectChange } from './operations.ts'
import type { ProspectOptionsEdit } from './options.schema.ts'
import * as sql from './options.sql.ts'
import { optionsOf, type StoredOptions } from './options.ts'

export interface EditedOptions {
  options: StoredOptions
  usedTags: { tag: string }[]
  /** How many prospects have another value now. */
  prospects: number
}

/**
 * Applies operations to the options in order, all or none, with the prospects that have them. A request that sets an option waits
 * for the lock and is then checked against the new ones.
 */
export function editOptions(
  db: pg.Pool | pg.PoolClient,
  caller: Caller,
  { operations, dry_run }: ProspectOptionsEdit,
): Promise<EditedOptions> {
  return (dry_run ? runAndRollBack : transaction)(db, (tx) => applyAll(tx, caller, operations))
}

async function applyAll(
  tx: pg.PoolClient,
  caller: Caller,
  operations: readonly OptionOperation[],
): Promise<EditedOptions> {
  const { orgId, connectionId } = caller
  const { stages, sources, consultants, attributes, tags } = optionsOf(undefined)
  await sql.insertStandard.rows(tx, orgId, ...asJson({ stages, sources, consultants, attributes, tags }))
  const [stored] = await sql.lockForEdit.rows(tx, orgId)
  // They went with the organisation, after its token was checked.
  if (!stored) throw unauthenticated()
  const before = optionsOf(stored)
  const errors: FieldErrors = {}
  const prospects = new Set<number>()
  let options = before
  const reached = { uses: 0, bytes: 0 }
  for (const [index, operation] of operations.entries()) {
    try {
      const applied = applyOperation(options, operation, await tagsInUse(tx, orgId, operation))
      const mayWrite = Object.keys(errors).length === 0
      if (applied.change) {
        const ids = await changeProspects(tx, caller, applied.change, { reached, mayWrite })
        for (const id of ids) prospects.add(id)
      }
      checkSize(options, applied.options)
      options = applied.options
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      const field = `operations.${index}.${error.field}`
      errors[field] = [`${field} ${error.message}.`]
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const lists = Object.keys(options) as (keyof StoredOptions)[]
  const fields = lists.filter((list) => !isDeepStrictEqual(options[list], before[list]))
  if (fields.length > 0) {
    await sql.store.rows(tx, orgId, ...asJson(options))
    await recordEvent.rows(tx, orgId, connectionId, 'prospect_options.updated', orgId, fields, null)
  }
  return { options, usedTags: await sql.tagsInUse.rows(tx, orgId), prospects: prospects.size }
}

/** How much the options may be as JSON: every request that sets an option of a prospect reads all of them. */
const maxBytes = 256 * 1024

/** Those of a bundle may be larger, and may then only become smaller. */
function checkSize(before: StoredOptions, after: StoredOptions): void {
  const sizeOf = (options: StoredOptions) => Buffer.byteLength(JSON.stringify(options))
  if (sizeOf(after) <= maxBytes || sizeOf(after) <= sizeOf(before)) return
  throw new OperationError('op', `must not be more: all options together have at most ${maxBytes / 1024} KB`)
}

const asJson = ({ stages, sources, consultants, attributes, tags }: StoredOptions) =>
  [stages, sources, consultants, attributes, tags].map((list) => JSON.stringify(list)) as sql.OptionLists

/** Tags need not be listed: those of prospects can be renamed and removed too, and replace others. */
async function tagsInUse(tx: pg.PoolClient, orgId: number, operation: OptionOperation): Promise<string[]> {
  const tags: string[] = []
  if (operation.kind !== 'tag') return tags
  for (const tag of [operation.name, operation.replace_with]) {
    if (tag !== undefined && (await sql.countUses.tag.one(tx, orgId, tag)).uses > 0) tags.push(tag)
  }
  return tags
}

/** How many prospects all operations of a request may change. It takes about three seconds. */
const maxProspects = 10_000
/** How large their records may be together: all of a record is written again. This too takes about three seconds. */
const maxRecordMegabytes = 32

/**
 * Changes the prospects that have an option, with an event for each. Adds them to those reached, and returns the ids of those
 * changed. After an error of an earlier operation nothing is written, because all of it would be rolled back.
 */
async function changeProspects(
  tx: pg.PoolClient,
  caller: Caller,
  change: ProspectChange,
  { reached, mayWrite }: { reached: { uses: number; bytes: number }; mayWrite: boolean },
): Promise<number[]> {
  const { orgId, connectionId, connection } = caller
  const { kind, from } = change
  if (change.change === 'narrow') {
    const { uses } = await sql.countChoices.one(tx, orgId, from, change.options)
    if (uses > 0)
      throw new OperationError(
        'options',
        `must keep the options that ${people(uses)}: ${change.options.join(', ')} cannot all go`,
      )
    return []
  }
  const { uses, bytes } = await sql.countUses[kind].one(tx, orgId, from)
  if (uses > 0 && change.to === undefined) {
    throw new OperationError(
      'name',
      `must not be in use: ${people(uses)} ${from}. Send replace_with to give them another`,
    )
  }
  if (reached.uses + uses > maxProspects) {
    throw new OperationError('name', `must reach fewer prospects: one request changes at most ${maxProspects}`)
  }
  if (reached.bytes + bytes > maxRecordMegabytes * 1024 * 1024) {
    const limit = `those that one request changes have at most ${maxRecordMegabytes} MB`
    throw new OperationError('name', `must reach fewer prospects: ${limit}`)
  }
  reached.uses += uses
  reached.bytes += bytes
  if (change.to === undefined || !mayWrite) return []
  await sql.renameInForms[kind]?.rows(tx, orgId, from, change.to, connectionId)
  await sql.renameInVersions[kind]?.rows(tx, orgId, from, change.to)
  if (uses === 0) return []
  const isMove = change.change === 'remove' && kind === 'stage'
  if (isMove) await sql.moveHistory.rows(tx, orgId, from, change.to, connection)
  const detail = isMove ? { from, to: change.to } : null
  const type = isMove ? 'prospect.stage_changed' : 'prospect.updated'
  const changed = await sql.replace[kind].rows(tx, orgId, from, change.to, connectionId, type, detail)
  return changed.map(({ id }) => id)
}

const people = (uses: number) => (uses === 1 ? '1 prospect has' : `${uses} prospects have`)
