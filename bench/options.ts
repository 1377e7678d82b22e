import { parseArgs } from 'node:util'

export interface Options {
  /** Runs only cases whose name contains one of these texts; empty means all. */
  only: string[]
  /** Writes a CPU profile of the service. Profiling slows it down, so the ratios are not comparable. */
  profile: boolean
  rounds: number
  roundSeconds: number
  warmUpSeconds: number
  /** All cases at full length. Only such a run writes bench/results.md. */
  full: boolean
}

const usage = `npm run bench -- [--quick] [--only TEXT]... [--profile]

  --quick      short rounds, for a first impression
  --only TEXT  the cases with this text in their name, such as "staff" or "PATCH"; may be repeated
  --profile    also write a CPU profile of the service to bench/profiles
`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      profile: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  const { quick, only, profile } = values
  // The warm-up gives V8 time to compile: in the first seconds compilation takes a third of the CPU time of a write, and the
  // service has more code to compile than the baseline.
  const pace = quick
    ? { rounds: 3, roundSeconds: 0.6, warmUpSeconds: 0.5 }
    : { rounds: 5, roundSeconds: 1, warmUpSeconds: 4 }
  return { only, profile, ...pace, full: !quick && !profile && only.length === 0 }
}
