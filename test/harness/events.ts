import assert from 'node:assert/strict'
import type pg from 'pg'
import { type TokenEvent, tokenEvents } from '../../src/access/tokens.sql.ts'
import { type EventType, eventKinds } from '../../src/events/catalogue.ts'
import { makeAjv } from '../../src/http/contract/validation.ts'

const ajv = makeAjv()
const checks = new Map([...eventKinds].map(([type, { detail }]) => [type, ajv.compile(detail)]))

/** Fails if an event of the tests has a type or detail that the catalogue does not declare, or lacks its ref. */
export async function assertEventsAreDeclared(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ type: EventType | TokenEvent; detail: object | null; has_ref: boolean }>(
    'select distinct type, detail, ref is not null as has_ref from event limit 5000',
  )
  for (const { type, detail, has_ref } of rows) {
    if (tokenEvents.some((one) => one === type)) continue
    const check = checks.get(type as EventType)
    assert.ok(check, `the catalogue has no ${type}`)
    assert.ok(check(detail), `the detail of ${type}, ${JSON.stringify(detail)}: ${ajv.errorsText(check.errors)}`)
    assert.equal(has_ref, type.startsWith('shift.') || type.startsWith('note.'), `the ref of ${type}`)
  }
}
