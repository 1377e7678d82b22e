import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyStep, fill, makeFixture, stepArbitrary } from '../../../test/factories/notes/fixture.ts'
import { assertStream, matches, notesOf, queryOf } from '../../../test/factories/notes/notes.ts'
import { harness } from '../../../test/harness/harness.ts'
import { sealNotes } from './seal.ts'
import type { NotesFilter } from './search.sql.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const { db, organisation } = await harness()

/** Filters that all, few or many notes match. */
const questions: NotesFilter[] = [
  {},
  { search: 'call' },
  { filters: [{ field: 'note_type', operator: 'is', value: 'phone call' }] },
  { filters: [{ field: 'keyword', operator: 'does_not_contain', value: 'e' }], from: '2026-10-01' },
  { from: '2026-11-12', to: '2026-11-15' },
]

test('paging returns every unchanged note once and in order, whatever is stored meanwhile', async () => {
  const between = fc.array(fc.array(stepArbitrary, { maxLength: 2 }), { maxLength: 40 })
  const sizes = fc.constantFrom([40, 0], [200, 130], [520, 0])
  const limits = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
  const property = fc.asyncProperty(
    ...[fc.nat({ max: 10_000 }), sizes, fc.constantFrom(...questions), limits, between],
    async (from, [first, second], question, limits, writes) => {
      const made = await makeFixture(db, await organisation())
      const id = made.clients[1]!
      await fill(db, made, 1, first!, from)
      await sealNotes(db)
      await fill(db, made, 1, second!, from + 1)
      const matching = async () => {
        const notes = (await notesOf(db, made.org, id)).filter((note) => matches(note, question))
        return new Map(notes.map(({ ref, date }) => [ref, date]))
      }
      // Notes that match all the time with one date, and all dates that each note had.
      const start = await matching()
      const steady = new Map(start)
      const dates = new Map([...start].map(([ref, date]) => [ref, new Set([date])]))
      const met: string[] = []
      const pages = writes.values()
      for (let cursor: string | undefined, turn = 0; turn === 0 || cursor !== undefined; turn++) {
        // Paging through all notes one by one would take too long.
        const limit = limits[turn % limits.length]! * (turn < writes.length ? 1 : 14)
        const query = queryOf(question, turn % 2 === 0, { limit, ...(cursor !== undefined && { cursor }) })
        const { status, body, text } = await made.org.get(`/clients/${id}/notes${query}`)
        assert.equal(status, 200, text)
        met.push(...body.notes.map(({ ref }: { ref: string }) => ref))
        cursor = body.next_cursor
        for (const step of pages.next().value ?? []) {
          await applyStep(db, made, step)
          const now = await matching()
          for (const [ref, date] of steady) if (now.get(ref) !== date) steady.delete(ref)
          for (const [ref, date] of now) dates.set(ref, (dates.get(ref) ?? new Set()).add(date))
        }
      }
      const staying = met.filter((ref) => steady.has(ref))
      assert.deepEqual(staying, [...steady.keys()])
      for (const [index, ref] of met.entries()) {
        const isAgain = met.indexOf(ref) < index
        assert.ok(!isAgain || dates.get(ref)!.size > 1, `${ref} is met twice`)
      }
      await assertStream(db, made.org)
    },
  )
  await fc.assert(property, { seed, numRuns: 25, endOnFailure: true })
})
