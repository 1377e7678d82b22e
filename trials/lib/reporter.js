import { relative } from 'node:path'

/**
 * Prints one JSON line for each failed or skipped test, and the number of passed tests. JavaScript, because the test runner
 * loads reporters before a TypeScript loader.
 */
export default async function* results(events) {
  let passed = 0
  const stderr = new Map()
  for await (const { type, data } of events) {
    // An error outside the tests of a file is reported only on stderr.
    if (type === 'test:stderr') stderr.set(data.file, (stderr.get(data.file) ?? '') + data.message)
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { name, file = '', skip, details } = data
    // A suite counts by its tests, unless it is left out as a whole or one of its hooks failed.
    const isOwn = type === 'test:pass' ? skip !== undefined : details.error?.failureType !== 'subtestsFailed'
    if (details.type === 'suite' && !isOwn) continue
    const what = { name, file: relative(process.cwd(), file) }
    const error = String(details.error?.cause ?? details.error)
    if (type === 'test:fail')
      yield line({ failed: what, reason: error === 'test failed' ? `${error}: ${stderr.get(file)}` : error })
    else if (skip !== undefined) yield line({ skipped: what, reason: String(skip) })
    else if (++passed % 25 === 0) yield line({ passed })
  }
  yield line({ passed })
}

const line = (value) => `${JSON.stringify(value)}\n`
