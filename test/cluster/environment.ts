/** The cluster that trials/cluster starts for the tests. */
export interface Cluster {
  /** The ports of the poolers. */
  primary: number
  replica: number
  /** The file to which each test file appends its counts. */
  reportFile: string
  /** The parent folder of the load balancers' folders. */
  folder: string
}

/** The cluster of trials/cluster. Elsewhere it is undefined, and tests run in one process on one PostgreSQL. */
export function testCluster(): Cluster | undefined {
  const text = process.env.WATTLE_TEST_CLUSTER
  return text ? (JSON.parse(text) as Cluster) : undefined
}

/** Whether the trial injects this fault, to prove that the tests find it. */
export const isFaultInjected = (fault: string): boolean => process.env.WATTLE_TEST_PLANT === fault

/** PgBouncer before 1.21 does not support named statements. */
export const poolerOptions = { namedStatements: isFaultInjected('named statements') }

/** For tests of what only exists in one process: the reason to skip them in a cluster. */
export const inOneProcess = (why: string): string | false => (testCluster() ? why : false)
