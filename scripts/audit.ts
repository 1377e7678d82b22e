import { spawnSync } from 'node:child_process'

/**
 * Runs `npm audit` over all dependencies, those for development included, and fails on any known vulnerability. Some mirrors
 * of the registry do not serve audits: then it prints that nothing was audited and succeeds.
 */
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' })
const audit = JSON.parse(stdout || '{}') as {
  error?: { summary?: string }
  message?: string
  vulnerabilities?: Record<string, { severity: string; range: string }>
}
if (!audit.vulnerabilities) {
  const reason = audit.error?.summary || audit.message || 'no reason given'
  console.log(`NOT AUDITED: the registry does not serve audits (${reason}).`)
} else {
  const vulnerabilities = Object.entries(audit.vulnerabilities)
  for (const [name, { severity, range }] of vulnerabilities)
    console.error(`${name} ${range}: ${severity}. See npm audit.`)
  if (vulnerabilities.length > 0) process.exit(1)
  console.log('no known vulnerability in any dependency')
}
