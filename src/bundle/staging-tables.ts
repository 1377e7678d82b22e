/** The staging tables of imports, for commands that create them on a distributed database. Most runs need none. */
export const stagingTables = async (): Promise<{ name: string; createSql: string }[]> =>
  (await import('./staging.ts')).permanentTables()
