import { parseArgs } from 'node:util'

export interface Options {
  seed: number
  requests: number
  only: string
  planted: boolean
  /** What the figures are of; a run that was cut short is not recorded. */
  whole: boolean
}

export const usualSeed = 20261115
const usualRequests = 22_000

const usage = `npm run test:fuzz -- [--planted] [--quick] [--seed N] [--requests N] [--only TEXT]

  Sends valid and hostile requests to every operation and every page, and holds each answer against the specification.

  --planted     tries the harness: puts one fault after the other into the service, and counts those that are found
  --quick       a tenth of the requests
  --seed N      another choice of requests; ${usualSeed} unless told
  --requests N  how many altogether, about; ${usualRequests} unless told
  --only TEXT   operations with this text in their name, such as 'POST /clients'; with --planted, such faults
`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      ...{ seed: { type: 'string' }, requests: { type: 'string' }, only: { type: 'string', default: '' } },
      ...{ planted: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  const { only, planted, quick } = values
  const [seed, requests] = [
    Number(values.seed ?? usualSeed),
    Number(values.requests ?? usualRequests / (quick ? 10 : 1)),
  ]
  if (!Number.isSafeInteger(seed) || !(requests > 0)) throw new Error('--seed and --requests take whole numbers.')
  return { seed, requests, only, planted, whole: only === '' && !quick && requests >= 20_000 }
}
