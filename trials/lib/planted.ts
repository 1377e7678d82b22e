import { progress } from '../../bench/harness.ts'
import { line, record } from './report.ts'

/** What gave a fault away: in a few words for the table, and at length for whoever looks on. */
export interface Clue {
  short: string
  long: string
}

interface Scored {
  section: string
  command: string
  /** A function where it is only known after an attempt. */
  postgres: string | (() => string)
  /** Only faults with this text in their name. */
  only?: string
  /** Whether these are all the faults there are: the score of some is not recorded, and they are tried without a control. */
  isWhole?: boolean
  names: string[]
  /** A run against one fault, or against none, in which nothing may be found. */
  attempt: (name: string | undefined) => Promise<Clue | undefined>
}

/** Tries a harness: it finds every fault that is put in, and nothing where there is none. */
export async function scored(given: Scored): Promise<void> {
  const { section, command, postgres, only = '', isWhole = only === '', names, attempt } = given
  const falseAlarm = isWhole ? await attempt(undefined) : undefined
  line('')
  if (falseAlarm) progress(`FALSE ALARM without any fault: ${falseAlarm.long}`)
  const found: [name: string, clue: Clue | undefined][] = []
  for (const name of names.filter((one) => one.includes(only))) {
    const clue = await attempt(name)
    found.push([name, clue])
    line('')
    progress(
      `${clue ? 'found    ' : 'NOT FOUND'} ${name}${clue ? `: ${clue.long.replaceAll(/\s+/g, ' ').slice(0, 160)}` : ''}`,
    )
  }
  const score = found.filter(([, clue]) => clue).length
  const control = !isWhole ? '' : falseAlarm ? ', and ONE WHERE THERE IS NONE' : ', and nothing where there was none'
  const said = `${score} of ${found.length} planted faults were found${control}.`
  progress(`\n${said}`)
  if (falseAlarm || score < found.length) process.exitCode = 1
  if (!isWhole) return
  const rows = found.map(([name, clue]) => `| ${name} | ${clue?.short ?? 'NOT FOUND'} |`)
  if (falseAlarm) rows.push(`| none | ${falseAlarm.short} |`)
  record({
    section,
    command,
    postgres: typeof postgres === 'string' ? postgres : postgres(),
    text: [`${said}\n`, '| planted fault | found by |', '|---|---|', ...rows].join('\n'),
  })
}
