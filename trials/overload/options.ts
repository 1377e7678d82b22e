import { parseArgs } from 'node:util'

export const parts = ['flood', 'neighbour', 'drips', 'counts'] as const
export type Part = (typeof parts)[number]

export interface Options {
  only: Part[]
  quick: boolean
  planted: boolean
}

const usage = `npm run test:overload -- [--quick] [--only PART]... [--planted]

  --quick      shorter rounds, to see the direction; nothing is written to docs/reliability.md
  --only PART  ${parts.join(', ')}; may be repeated
  --planted    puts faults in, one after the other, and fails unless each is found
`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      planted: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const unknown = values.only.find((name) => !parts.includes(name as Part))
  if (values.help || unknown !== undefined) {
    process.stdout.write(usage)
    process.exit(values.help ? 0 : 1)
  }
  const only = (values.only.length > 0 ? values.only : parts) as Part[]
  return { only, quick: values.quick, planted: values.planted }
}
