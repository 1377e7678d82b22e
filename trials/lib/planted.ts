import { progress } from '../../bench/harness.ts'
import { recordFigures, statusLine } from './report.ts'

/** What gave a fault away: in a few words for the table, and at length for whoever looks on. */
export interface Evidence {
  short: string
  long: string
}

interface PlantedRun {
  section: string
  command: string
  /** A function where it is only known after an attempt. */
  postgres: string | (() => string)
  /** Only faults with this text in their name. */
  only?: string
  /** Whether these are all the faults there are: the score of some is not recorded, and they are tried without a control. */
  isComplete?: boolean
  names: string[]
  /** A run against one fault, or against none, in which nothing may be found. */
  attempt: (name: string | undefined) => Promise<Evidence | undefined>
}

/** Tries a harness: it finds every fault that is put in, and nothing where there is none. */
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
  const control = !isComplete ? '' : falseAlarm ? ', and ONE WHERE THERE IS NONE' : ', and nothing where there was none'
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
