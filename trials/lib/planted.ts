import { progress } from '../../bench/harness.ts'
import { recordFigures, statusLine } from './report.ts'

/** How a planted fault was found: short for the table, long for the log. */
export interface Evidence {
  short: string
  long: string
}

interface PlantedRun {
  section: string
  command: string
  /** A function if the version is known only after the first attempt. */
  postgres: string | (() => string)
  /** Tries only faults whose name contains this text. */
  only?: string
  /** Whether all faults are tried. A partial run has no control run and is not recorded. */
  isComplete?: boolean
  names: string[]
  /** Runs the trial with one fault. Without a name it is the control run, which must find nothing. */
  attempt: (name: string | undefined) => Promise<Evidence | undefined>
}

/** Tests a trial: it must find every planted fault, and nothing in the control run. */
export async function findPlantedFaults(options: PlantedRun): Promise<void> {
  const { section, command, postgres, only = '', isComplete = only === '', names, attempt } = options
  const falseAlarm = isComplete ? await attempt(undefined) : undefined
  statusLine('')
  if (falseAlarm) progress(`FALSE ALARM without any fault: ${falseAlarm.long}`)
  const results: [name: string, evidence: Evidence | undefined][] = []
  for (const name of names.filter((one) => one.includes(only))) {
    const evidence = await attempt(name)
    results.push([name, evidence])
    statusLine('')
    progress(
      `${evidence ? 'found    ' : 'NOT FOUND'} ${name}${evidence ? `: ${evidence.long.replaceAll(/\s+/g, ' ').slice(0, 160)}` : ''}`,
    )
  }
  const foundCount = results.filter(([, evidence]) => evidence).length
  const control = !isComplete
    ? ''
    : falseAlarm
      ? ', and a FALSE ALARM in the control run'
      : ', and nothing in the control run'
  const summary = `${foundCount} of ${results.length} planted faults were found${control}.`
  progress(`\n${summary}`)
  if (falseAlarm || foundCount < results.length) process.exitCode = 1
  if (!isComplete) return
  const rows = results.map(([name, evidence]) => `| ${name} | ${evidence?.short ?? 'NOT FOUND'} |`)
  if (falseAlarm) rows.push(`| none | ${falseAlarm.short} |`)
  recordFigures({
    section,
    command,
    postgres: typeof postgres === 'string' ? postgres : postgres(),
    text: [`${summary}\n`, '| planted fault | found by |', '|---|---|', ...rows].join('\n'),
  })
}
