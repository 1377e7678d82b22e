import { parseArgs } from 'node:util'
import { type Way, ways } from '../lib/node.ts'

export const parts = ['flood', 'neighbour', 'drips', 'counts'] as const
export type Part = (typeof parts)[number]

export interface Options {
  only: Part[]
  /** How requests reach the node, for flood and neighbour. */
  ways: Way[]
  quick: boolean
  planted: boolean
}

const usage = `npm run test:overload -- [--quick] [--only PART]... [--way WAY] [--planted]

  --quick      shorter rounds; writes nothing to trials/results/
  --only PART  ${parts.join(', ')}; may be repeated
  --way WAY    direct or nginx; both by default (nginx needs /usr/sbin/nginx)
  --planted    plants faults, one at a time, and fails unless each is found
`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      way: { type: 'string' },
      planted: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const unknown = values.only.find((name) => !parts.includes(name as Part))
  const chosen = ways.filter((way) => values.way === undefined || way.endsWith(values.way))
  if (values.help || unknown !== undefined || chosen.length === 0) {
    process.stdout.write(usage)
    process.exit(values.help ? 0 : 1)
  }
  const only = (values.only.length > 0 ? values.only : parts) as Part[]
  return { only, ways: chosen, quick: values.quick, planted: values.planted }
}
