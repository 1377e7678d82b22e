import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, rejected } from '../../http/contract/errors.ts'
import { issuesOf } from '../definition/issues.ts'
import { close, frozenFields, latestVersion, lock, publishVersion, reopen } from './forms.sql.ts'
import { urlOf } from './record.ts'

export const hasIssues = 'This form has issues to fix before it can be published.'

/**
 * Publishes a form. Creates a version unless the form equals the latest one, so two concurrent requests create one version.
 */
export function publishForm(db: Queryable, caller: Caller, origin: string, id: number) {
  const { orgId, connectionId, connection } = caller
  return pipeline(db, function* () {
    // The second statement starts after the lock, so it reads the latest version.
    const [[row], [latest]] = yield* send(lock.call(orgId, id), latestVersion.call(orgId, id))
    const form = found(row, 'Form')
    const issues = issuesOf(form)
    if (issues.length > 0) throw rejected(hasIssues, { issues })

    const isNew = !latest || frozenFields.some((field) => !isDeepStrictEqual(form[field], latest[field]))
    const isOpened = isNew || form.published === 'off'
    const [[next], [again]] = yield* sendLast(
      isNew ? publishVersion.call(orgId, connectionId, id, connection) : undefined,
      isOpened && !isNew ? reopen.call(orgId, connectionId, id) : undefined,
    )
    const { version } = next ?? again ?? form
    return { published: 'on' as const, url: urlOf({ ...form, version }, origin)!, version: version! }
  })
}

/** Closes a form. Its URL and its submissions stay. */
export function unpublishForm(db: Queryable, { orgId, connectionId }: Caller, origin: string, id: number) {
  return pipeline(db, function* () {
    const [[row]] = yield* send(lock.call(orgId, id))
    const form = found(row, 'Form')
    yield* sendLast(form.published === 'on' ? close.call(orgId, connectionId, id) : undefined)
    return { published: 'off' as const, url: urlOf(form, origin), version: form.version }
  })
}
