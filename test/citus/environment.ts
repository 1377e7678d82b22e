import type { Address } from '../../src/db/connect/pool.ts'

/** The Citus cluster that trials/citus starts for the tests. The coordinator is the test database. */
export interface TestCitus {
  workers: Address[]
}

/** Undefined where tests run on one PostgreSQL. */
export function testCitus(): TestCitus | undefined {
  const text = process.env.WATTLE_TEST_CITUS
  return text ? (JSON.parse(text) as TestCitus) : undefined
}

/** For tests that look into PostgreSQL itself: the reason to skip them on Citus. */
export const onOnePostgres = (why: string): string | false => (testCitus() ? why : false)
