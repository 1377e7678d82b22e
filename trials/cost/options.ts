import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

export interface Options {
  quick: boolean
  planted: boolean
  /** Only what has this text in its name. */
  only: string
}

const usage = `npm run test:cost -- [--quick] [--only TEXT] [--planted]

  What one request, one packet and one connection can cost: time of the main thread, memory, and the p99 of another caller.

  --quick      every operation and page with its worst inputs, the pipelines and half-sent requests shortened; about a minute
  --only TEXT  operations, pages and cases with this text in their name, such as 'GET /clients', 'page /docs' or 'half-sent';
               with --planted, such faults
  --planted    puts faults in, one after the other, and fails unless each is found
`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      ...{ quick: { type: 'boolean', default: false }, planted: { type: 'boolean', default: false } },
      ...{ only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  if (!existsSync('/proc/self/schedstat')) {
    process.stderr.write('This trial needs Linux: it reads the time of a thread from /proc.\n')
    process.exit(1)
  }
  return { quick: values.quick, planted: values.planted, only: values.only }
}
