import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found, rejected } from '../../http/contract/errors.ts'
import { issuesOf } from '../definition/issues.ts'
import { freeze, frozenFields, latestVersion, lock, publish, setPublished } from './forms.sql.ts'
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
    const version = isNew ? (form.version ?? 0) + 1 : form.version!
    if (isOpened) {
      yield* sendLast(
        isNew ? publish.call(orgId, id, version) : setPublished.call(orgId, id, 'on'),
        isNew ? freeze.call(orgId, id, connection) : undefined,
        recordEvent.call(orgId, connectionId, 'form.published', id, ['published'], { version }),
      )
    }
    return { published: 'on' as const, url: urlOf({ ...form, version }, origin)!, version }
  })
}

/** Closes a form. Its URL and its submissions stay. */
export function unpublishForm(db: Queryable, { orgId, connectionId }: Caller, origin: string, id: number) {
  return pipeline(db, function* () {
    const [[row]] = yield* send(lock.call(orgId, id))
    const form = found(row, 'Form')
    const { version } = form
    if (form.published === 'on') {
      yield* sendLast(
        setPublished.call(orgId, id, 'off'),
        recordEvent.call(orgId, connectionId, 'form.unpublished', id, ['published'], { version }),
      )
    }
    return { published: 'off' as const, url: urlOf(form, origin), version }
  })
}
