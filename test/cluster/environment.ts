/** What the trial of several nodes tells the tests about the cluster that they run through. */
export interface Cluster {
  /** The poolers' ports on this machine. */
  primary: number
  replica: number
  /** Where each test file notes what went through. */
  notes: string
  /** Where balancers have their folders. */
  folder: string
}

/** Set by trials/cluster alone; elsewhere tests run in one process on one PostgreSQL. */
export function clusterOfRun(): Cluster | undefined {
  const text = process.env.WATTLE_TEST_CLUSTER
  return text ? (JSON.parse(text) as Cluster) : undefined
}

/** A fault that the trial puts in on purpose, to see that it is found. */
export const planted = (fault: string): boolean => process.env.WATTLE_TEST_PLANT === fault

/** PgBouncer before 1.21 loses statements that have names. */
export const pooled = { namedStatements: planted('named statements') }

/** For the few tests that look at what only one process can have: skipped in a cluster, and the reason is listed. */
export const inOneProcess = (why: string): string | false => (clusterOfRun() ? why : false)
