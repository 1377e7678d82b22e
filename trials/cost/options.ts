import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

export interface Options {
  quick: boolean
  planted: boolean
  /** Tests only operations, pages and cases whose name contains this text. */
  only: string
}

const usage = `npm run test:cost -- [--quick] [--only TEXT] [--planted]

  Measures what one request, one packet and one connection can cost: main thread time, memory and the p99 of another caller.

  --quick      every operation and page with its worst inputs; shorter pipelines and half-sent requests; about a minute
  --only TEXT  operations, pages and cases with this text in their name, such as 'GET /clients', 'page /docs' or 'half-sent';
               with --planted, such faults
  --planted    plants faults, one at a time, and fails unless each is found
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
    process.stderr.write('This trial needs Linux: it reads thread times from /proc.\n')
    process.exit(1)
  }
  return { quick: values.quick, planted: values.planted, only: values.only }
}
