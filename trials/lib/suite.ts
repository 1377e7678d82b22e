import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Harness, progress } from '../../bench/harness.ts'
import { bundleTests } from '../../test/harness/bundle.ts'

interface Test {
  name: string
  file: string
}
export interface SuiteResults {
  passed: number
  failed: { test: Test; reason: string }[]
  skipped: { test: Test; reason: string }[]
}

/** Runs test files with the test runner, two at a time, and reports failures as they happen. */
export async function runTestFiles(harness: Harness, files: string[], env: NodeJS.ProcessEnv): Promise<SuiteResults> {
  const reporter = fileURLToPath(new URL('reporter.js', import.meta.url))
  const bundle = await bundleTests(files)
  harness.defer(bundle.remove)
  const options = [
    '--enable-source-maps',
    '--test',
    `--test-reporter=${reporter}`,
    '--test-concurrency=2',
    '--test-timeout=900000',
  ]
  const child = spawn(process.execPath, [...options, ...bundle.files], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env, ...bundle.env },
  })
  harness.defer(() => child.kill('SIGTERM'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const results: SuiteResults = { passed: 0, failed: [], skipped: [] }
  for await (const line of createInterface(child.stdout)) {
    const { passed, failed, skipped, reason } = JSON.parse(line)
    if (failed) {
      results.failed.push({ test: failed, reason })
      progress(`  failed: ${failed.file}: ${failed.name}: ${reason.split('\n')[0]}`)
    } else if (skipped) results.skipped.push({ test: skipped, reason })
    else if (passed > results.passed) {
      results.passed = passed
      if (passed % 250 === 0) progress(`  ${passed} tests passed, ${results.failed.length} failed`)
    }
  }
  const code = await ended
  if (code !== 0 && results.failed.length === 0)
    throw new Error(`the test runner exited with ${code}, and ${results.passed} tests of ${files.length} files passed`)
  return results
}

/** The skipped tests by their reason, in Markdown. A file with many of them is one entry. */
export function skippedTests(skipped: SuiteResults['skipped']): string[] {
  return [...grouped(skipped, ({ reason }) => reason)].map(([reason, tests]) => {
    const named = [...grouped(tests, ({ test }) => test.file)].map(([file, those]) =>
      those.length > 3
        ? `\`${file}\` (${those.length} tests)`
        : those.map(({ test }) => `\`${file}\`: ${test.name}`).join('; '),
    )
    return `- ${reason}: ${named.join('; ')}`
  })
}

function grouped<Item>(all: Item[], by: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of all) groups.set(by(item), [...(groups.get(by(item)) ?? []), item])
  return groups
}
