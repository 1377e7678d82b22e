import type { Command } from 'commander'
import { runChecks } from '../process/doctor.ts'
import { jsonOption, print } from './output.ts'

const help = `
Examples:
  wattle doctor
  wattle doctor --json

Changes nothing. Exit code 1 means that at least one check found a problem.`

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check Node, disk, database, migrations, events, webhooks, clock and port, and report what to do')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run({ json }: { json?: boolean }): Promise<void> {
  const checks = await runChecks(process.env)
  const ok = checks.every((check) => check.ok)
  const lines = checks.map((check) => `${check.ok ? 'ok     ' : 'problem'}  ${check.name.padEnd(13)} ${check.message}`)
  print(json, { ok, checks }, () => lines.join('\n'))
  if (!ok) process.exitCode = 1
}
