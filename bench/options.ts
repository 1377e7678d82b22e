import { parseArgs } from 'node:util'

export interface Options {
  /** Only the cases whose name has one of these texts in it; empty means all. */
  only: string[]
  /** Writes a CPU profile of the service, which slows it down: such a run is not for comparing. */
  profile: boolean
  rounds: number
  roundSeconds: number
  warmUpSeconds: number
  /** All cases at full length: what bench/results.md is made of. */
  full: boolean
}

const usage = `npm run bench -- [--quick] [--only TEXT]... [--profile]

  --quick      short rounds, under a minute, to see the direction
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
  // A service runs for days, so what is compared is code that V8 has compiled: in its first seconds a third of the CPU that a
  // write takes is V8's compiler, of which the service has much more to do than the floor.
  const pace = quick
    ? { rounds: 3, roundSeconds: 0.6, warmUpSeconds: 0.5 }
    : { rounds: 5, roundSeconds: 1, warmUpSeconds: 4 }
  return { only, profile, ...pace, full: !quick && !profile && only.length === 0 }
}
