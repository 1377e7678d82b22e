import { spawnSync } from 'node:child_process'

/** For `skip` of a test: the programs that it needs and this machine lacks, as a sentence; false if it has all of them. */
export function without(...programs: string[]): string | false {
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error)
  return missing.length > 0 && `${missing.join(' and ')} must be installed for this test`
}
