import { relative } from 'node:path'

/**
 * One line of JSON for each test that failed or was skipped, and how many passed, for the trial to read. JavaScript,
 * because the test runner loads its reporters before any TypeScript loader.
 */
export default async function* results(events) {
  let passed = 0
  const stderr = new Map()
  for await (const { type, data } of events) {
    // A file that breaks off outside its tests says why there and nowhere else.
    if (type === 'test:stderr') stderr.set(data.file, (stderr.get(data.file) ?? '') + data.message)
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { name, file = '', skip, details } = data
    if (details.type === 'suite') continue
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
