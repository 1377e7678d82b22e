import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { exportBundle } from '../../../src/bundle/export.ts'
import { type ImportOptions, type ImportResult, importBundle } from '../../../src/bundle/import.ts'
import { BundleProblems } from '../../../src/bundle/problems.ts'

/** Creates an empty organisation and returns its id. */
export async function emptyOrganisation(pool: pg.Pool): Promise<number> {
  const slug = `org-${randomBytes(6).toString('hex')}`
  return (await pool.query(`insert into organisation (slug, name) values ($1, 'Acme Care') returning id`, [slug]))
    .rows[0].id
}

/** A document as an import source; strings and bytes are passed unchanged. */
export async function* sourceOf(bundle: object | string | Uint8Array) {
  yield typeof bundle === 'string' || bundle instanceof Uint8Array ? bundle : JSON.stringify(bundle)
}

export const importTo = (
  pool: pg.Pool,
  orgId: number,
  bundle: object | string | Uint8Array,
  options?: ImportOptions,
): Promise<ImportResult> => importBundle(pool, orgId, sourceOf(bundle), options)

export async function exportText(pool: pg.Pool, orgId: number): Promise<string> {
  let text = ''
  await exportBundle(pool, orgId, (chunk) => {
    text += chunk
  })
  return text
}

/** Imports an invalid bundle and returns its problems, each as `path: message`. */
export async function problemsOf(
  pool: pg.Pool,
  orgId: number,
  bundle: object | string | Uint8Array,
  options?: ImportOptions,
): Promise<string[]> {
  try {
    await importTo(pool, orgId, bundle, options)
  } catch (error) {
    if (error instanceof BundleProblems) return error.problems.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  throw new Error('the bundle was imported')
}

/** A row of an export, of any list. */
export type Row = Record<string, any>
export const exportedBundle = async (pool: pg.Pool, orgId: number): Promise<Row> =>
  JSON.parse(await exportText(pool, orgId))
export const withoutTimestamps = ({ created_at, updated_at, ...row }: Row) => row

/** Asserts that an export, imported into an empty organisation, exports the same bytes, and that importing it again changes nothing. */
export async function assertRoundTrip(pool: pg.Pool, bundle: object): Promise<void> {
  const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
  await importTo(pool, first, bundle, { withSettings: true })
  const bytes = await exportText(pool, first)
  await importTo(pool, second, bytes, { withSettings: true })
  assert.equal(await exportText(pool, second), bytes)
  for (const again of [bytes, bundle]) {
    const { counts } = await importTo(pool, second, again, { withSettings: true })
    const changed = Object.entries(counts).filter(([, { created, updated }]) => created + updated > 0)
    assert.deepEqual(changed, [])
  }
  assert.equal(await exportText(pool, second), bytes)
  const { rowCount } = await pool.query(`select from event where org_id = $1 and type = 'organisation.imported'`, [
    second,
  ])
  assert.equal(rowCount, 1)
}
