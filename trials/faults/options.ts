import { parseArgs } from 'node:util'

export interface Options {
  seed: number
  /** Of each scenario; left out: as many as the scenario says. */
  rounds: number | undefined
  quick: boolean
  only: string[]
  planted: boolean
}

const usage = (names: string[]) => `npm run test:faults -- [--quick] [--seed N] [--rounds N] [--only NAMES] [--planted]

  --quick        a few rounds of each, about half a minute
  --seed N       the same random choices again; where a process is hit also depends on the machine
  --rounds N     so many rounds of each
  --only NAMES   of ${names.join(', ')}; separated by commas
  --planted      puts known faults into copies of the service and fails unless each of them is found; --only names the faults
`

export function readOptions(args: string[], names: string[], faults: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage(names))
    process.exit(0)
  }
  const { quick, planted } = values
  const known = planted ? faults : names
  const only = values.only.flatMap((text) => text.split(','))
  const unknown = only.find((name) => !known.includes(name))
  if (unknown) throw new Error(`There is no ${unknown}: use ${known.join(', ')}.`)
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1e6) : wholeNumber(values.seed)
  return { seed, rounds: values.rounds === undefined ? undefined : wholeNumber(values.rounds), quick, planted, only }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${text} is no whole number.`)
  return Number(text)
}
