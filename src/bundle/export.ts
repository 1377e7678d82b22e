import type pg from 'pg'
import { disableResponseTimeout } from '../db/connect/response-timeout.ts'
import { readOrganisation } from './organisation.ts'
import type { Parameters, Section } from './section.ts'
import { listNames, sectionsOf } from './sections.ts'

export interface ExportProgress {
  list: string
  rows: number
}

export interface ExportOptions {
  onProgress?: (progress: ExportProgress) => void
}

type Write = (chunk: string) => Promise<void> | void

const batchRows = 2000

/**
 * Writes an organisation as a bundle, from one snapshot of the data. Lists are in dependency order, rows by id, one row a line, so
 * that two exports can be compared line by line. It waits for the writer, and has one batch of rows in memory at a time.
 */
export async function exportBundle(
  pool: pg.Pool,
  orgId: number,
  write: Write,
  { onProgress }: ExportOptions = {},
): Promise<void> {
  const tx = await pool.connect()
  let failed = true
  try {
    await tx.query('begin isolation level repeatable read read only')
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    disableResponseTimeout(tx)
    const organisation = await readOrganisation(tx, orgId)
    const { colour, logo, ...always } = organisation
    const written = { ...always, ...(colour && { colour }), ...(logo && { logo }) }
    await write(`{\n  "organisation": ${JSON.stringify(written)}`)
    const parameters = { orgId, zone: organisation.timezone, ownerId: organisation.owner_id }
    for (const name of listNames) {
      for (const { settings } of sectionsOf(name)) {
        const value = await settings?.read(tx, orgId)
        if (value) await write(`,\n  "${settings!.name}": ${JSON.stringify(value)}`)
      }
      await write(`,\n  "${name}": [`)
      let rows = 0
      for (const section of sectionsOf(name)) {
        rows = await exportRows(
          tx,
          parameters,
          section,
          write,
          (more) => onProgress?.({ list: name, rows: more }),
          rows,
        )
      }
      await write(rows === 0 ? ']' : '\n  ]')
    }
    await tx.query('commit')
    failed = false
    await write('\n}\n')
  } finally {
    // After an error the connection is closed, which ends its transaction.
    tx.release(failed)
  }
}

/** Writes the rows of a section. `before` is the number of the list's rows already written; returns the new number. */
async function exportRows(
  tx: pg.ClientBase,
  { orgId, zone }: Parameters,
  { list, table, exportFields, extras, exportWhere: listed }: Section,
  write: Write,
  onProgress: (rows: number) => void,
  before: number,
): Promise<number> {
  const fields = Object.entries(exportFields).map(([field, sql]) => `${sql} as "${field}"`)
  // The condition uses $2, the zone, for sections that do not.
  const text = `/* bundle.export ${list} */
    select ${['r.id', ...fields, `${extras ?? 'null'} as extras`, 'r.created_at', 'r.updated_at'].join(', ')}
    from ${table} r where r.org_id = $1 and $2::text is not null and r.id > $3${listed ? ` and ${listed}` : ''} order by r.id limit ${batchRows}`
  let count = before
  for (let last = 0; ; ) {
    const { rows } = await tx.query<Row>(text, [orgId, zone, last])
    if (rows.length > 0) {
      const lines = rows.map((row) => `\n    ${JSON.stringify(lineOf(row))}`).join(',')
      await write(count === 0 ? lines : `,${lines}`)
      count += rows.length
      last = rows.at(-1)!.id
      onProgress(count)
    }
    if (rows.length < batchRows) return count
  }
}

interface Row {
  id: number
  extras: object | null
  created_at: string
  updated_at: string
}

const lineOf = ({ extras, created_at, updated_at, ...row }: Row) => ({ ...row, ...extras, created_at, updated_at })
