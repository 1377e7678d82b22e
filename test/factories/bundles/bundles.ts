import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { exportBundle } from '../../../src/bundle/export.ts'
import { type ImportResult, importBundle } from '../../../src/bundle/import.ts'
import { BundleProblems } from '../../../src/bundle/problems.ts'

/** An organisation with nothing in it. */
export async function emptyOrganisation(pool: pg.Pool): Promise<number> {
  const slug = `org-${randomBytes(6).toString('hex')}`
  return (await pool.query(`insert into organisation (slug, name) values ($1, 'Acme Care') returning id`, [slug]))
    .rows[0].id
}

/** A document as a source; a text or bytes pass as they are. */
export async function* sourceOf(bundle: object | string | Uint8Array) {
  yield typeof bundle === 'string' || bundle instanceof Uint8Array ? bundle : JSON.stringify(bundle)
}

export const importTo = (pool: pg.Pool, orgId: number, bundle: object | string | Uint8Array): Promise<ImportResult> =>
  importBundle(pool, orgId, sourceOf(bundle))

export async function exportOf(pool: pg.Pool, orgId: number): Promise<string> {
  let text = ''
  await exportBundle(pool, orgId, (chunk) => {
    text += chunk
  })
  return text
}

/** The problems that keep a bundle out, each as `path: message`. */
export async function problemsOf(
  pool: pg.Pool,
  orgId: number,
  bundle: object | string | Uint8Array,
): Promise<string[]> {
  try {
    await importTo(pool, orgId, bundle)
  } catch (error) {
    if (error instanceof BundleProblems) return error.problems.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  throw new Error('the bundle was imported')
}

/** A row of an export; tests look into rows of every list. */
export type Row = Record<string, any>
export const exportedBy = async (pool: pg.Pool, orgId: number): Promise<Row> => JSON.parse(await exportOf(pool, orgId))
export const undated = ({ created_at, updated_at, ...row }: Row) => row

/** An export gives an empty organisation the same bytes again, and imported once more it changes nothing, and records nothing. */
export async function comesBack(pool: pg.Pool, bundle: object): Promise<void> {
  const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
  await importTo(pool, first, bundle)
  const bytes = await exportOf(pool, first)
  await importTo(pool, second, bytes)
  assert.equal(await exportOf(pool, second), bytes)
  for (const again of [bytes, bundle]) {
    const { counts } = await importTo(pool, second, again)
    const changed = Object.entries(counts).filter(([, { created, updated }]) => created + updated > 0)
    assert.deepEqual(changed, [])
  }
  assert.equal(await exportOf(pool, second), bytes)
  const { rowCount } = await pool.query('select from event where org_id = $1', [second])
  assert.equal(rowCount, 1)
}
