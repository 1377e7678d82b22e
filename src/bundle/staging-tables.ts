import type { StagingTables } from '../db/citus/tables.ts'

/** The staging tables of imports, for commands that create them on a distributed database. Most runs need none. */
export const stagingTables: StagingTables = async () => (await import('./staging.ts')).permanentTables()
