import { relative } from 'node:path'

/**
 * One line of JSON for each test that failed or was skipped, and how many passed, for the trial to read. JavaScript,
 * because the test runner loads its reporters before any TypeScript loader.
 */
export default async function* results(events) {
  let passed = 0
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { name, file = '', skip, details } = data
    if (details.type === 'suite') continue
    const what = { name, file: relative(process.cwd(), file) }
    if (type === 'test:fail') yield line({ failed: what, why: String(details.error?.cause ?? details.error) })
    else if (skip !== undefined) yield line({ skipped: what, why: String(skip) })
    else if (++passed % 25 === 0) yield line({ passed })
  }
  yield line({ passed })
}

const line = (value) => `${JSON.stringify(value)}\n`
