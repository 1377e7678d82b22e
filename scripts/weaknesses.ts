import { spawnSync } from 'node:child_process'

/**
 * Asks the registry for known weaknesses of what is installed, development included, and fails on any. Where the registry does
 * not answer such questions, as mirrors often do not, this says so and lets the build go on: a mirror is no weakness.
 */
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' })
const answer = JSON.parse(stdout || '{}') as {
  error?: { summary?: string }
  message?: string
  vulnerabilities?: Record<string, { severity: string; range: string; via: unknown[] }>
}
if (!answer.vulnerabilities) {
  console.log(
    `NOT AUDITED: the registry does not answer (${answer.error?.summary || answer.message || 'no reason given'}).`,
  )
} else {
  const found = Object.entries(answer.vulnerabilities)
  for (const [name, { severity, range }] of found) console.error(`${name} ${range}: ${severity}. See npm audit.`)
  if (found.length > 0) process.exit(1)
  console.log('no known weakness in any dependency')
}
