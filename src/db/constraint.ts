/** PostgreSQL's messages for a violated constraint, which end with its name. */
const inMessage = /violates (?:foreign key|check|unique|exclusion) constraint "([^"]+)"/

/**
 * The name of the constraint that a statement has violated. On a distributed database the constraints of a table end with
 * the number of a shard. Rows that Citus copies to a shard come back with an error that has its message alone.
 */
export function violatedConstraint(error: { constraint?: string; message?: string }): string | undefined {
  const name = error.constraint ?? inMessage.exec(error.message ?? '')?.[1]
  return name?.replace(/_\d+$/, '')
}
