import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { exportBundle } from '../src/bundle/export.ts'
import { type ImportResult, importBundle } from '../src/bundle/import.ts'
import { BundleProblems } from '../src/bundle/problems.ts'

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
