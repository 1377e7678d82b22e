import { type Evidence, findPlantedFaults } from '../lib/planted.ts'
import type { Environment, Finding } from './environment.ts'
import { flood } from './flood.ts'
import { neighbour } from './neighbour.ts'
import { type Part, parts } from './options.ts'
import { sharedLimit } from './shared-limit.ts'
import { slowConnections } from './slow-connections.ts'

interface Fault {
  what: string
  part: Part
  /** Text of the target that it breaks. Other targets, which a busy machine may break, do not count. */
  breaks: string
  run(environment: Environment): Promise<Finding[]>
}

/** A short queue, so that there are rejections on any machine. */
const shortQueue = { WATTLE_MAX_WAITING: '100' }

/** Faults from trials/lib/node-faults.js, the environment or the nginx configuration. */
const faults: Fault[] = [
  {
    what: 'every request is admitted',
    part: 'flood',
    breaks: 'another organisation',
    run: (environment) => flood(environment, { env: { WATTLE_MAX_WAITING: '0' } }),
  },
  {
    what: 'rejections without Retry-After',
    part: 'flood',
    breaks: 'rejected properly',
    run: (environment) => flood(environment, { planted: 'no-retry-after', env: shortQueue }),
  },
  {
    what: 'connections reset instead of a response',
    part: 'flood',
    breaks: 'gets a response',
    run: (environment) => flood(environment, { planted: 'cut-off', env: shortQueue }),
  },
  {
    what: 'no limit for the noisy organisation',
    part: 'neighbour',
    breaks: 'rejected with 429',
    run: (environment) => neighbour(environment, { env: { WATTLE_RATE_LIMIT: '0' } }),
  },
  {
    what: 'rejections of nginx without Retry-After',
    part: 'flood',
    breaks: 'rejected properly',
    run: (environment) => flood(environment, { way: 'behind nginx', changes: [[/ *add_header Retry-After.*\n/, '']] }),
  },
  {
    what: 'no timeouts',
    part: 'drips',
    breaks: 'are closed',
    run: (environment) => slowConnections(environment, 'no-time-limits'),
  },
  {
    what: 'each node counts for itself',
    part: 'counts',
    breaks: 'round-robin',
    run: (environment) => sharedLimit(environment, 'alone'),
  },
]

const evidenceIn = (findings: Finding[], breaks = ''): Evidence | undefined => {
  const broken = findings.find(({ what, isMet }) => !isMet && what.includes(breaks))
  return broken && { short: `${broken.what}: ${broken.measured}`, long: `${broken.what}: ${broken.measured}` }
}

/** Every fault must be found, and nothing in the control run. */
export const runPlanted = (environment: Environment, postgres: string) =>
  findPlantedFaults({
    section: 'overload-planted',
    command: `npm run test:overload -- --planted${environment.options.quick ? ' --quick' : ''}`,
    postgres,
    isComplete: environment.options.only.length === parts.length,
    names: faults.filter(({ part }) => environment.options.only.includes(part)).map(({ what }) => what),
    attempt: async (name) => {
      if (name === undefined) {
        const all = [
          await flood(environment),
          await neighbour(environment),
          await slowConnections(environment),
          await sharedLimit(environment),
        ]
        return evidenceIn(all.flat())
      }
      const { breaks, run } = faults.find(({ what }) => what === name)!
      return evidenceIn(await run(environment), breaks)
    },
  })
