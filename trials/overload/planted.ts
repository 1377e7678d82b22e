import { type Clue, scored } from '../lib/planted.ts'
import type { Arena, Finding } from './environment.ts'
import { flood } from './flood.ts'
import { neighbour } from './neighbour.ts'
import { type Part, parts } from './options.ts'
import { counts } from './shared-limit.ts'
import { drips } from './slow-connections.ts'

interface Fault {
  what: string
  part: Part
  /** The promise that it breaks, by words of it: another that a busy machine breaks finds nothing. */
  breaks: string
  run(arena: Arena): Promise<Finding[]>
}

/** A queue that is full at once, so that there are refusals on any machine. */
const short = { WATTLE_MAX_WAITING: '100' }

/** Faults put in from outside. */
const faults: Fault[] = [
  {
    what: 'every request is admitted',
    part: 'flood',
    breaks: 'another organisation',
    run: (arena) => flood(arena, { env: { WATTLE_MAX_WAITING: '0' } }),
  },
  {
    what: 'refusals without Retry-After',
    part: 'flood',
    breaks: 'refused cleanly',
    run: (arena) => flood(arena, { planted: 'no-retry-after', env: short }),
  },
  {
    what: 'connections cut in place of an answer',
    part: 'flood',
    breaks: 'gets an answer',
    run: (arena) => flood(arena, { planted: 'cut-off', env: short }),
  },
  {
    what: 'no limit for the noisy organisation',
    part: 'neighbour',
    breaks: 'refused with 429',
    run: (arena) => neighbour(arena, { env: { WATTLE_RATE_LIMIT: '0' } }),
  },
  {
    what: 'refusals of nginx without Retry-After',
    part: 'flood',
    breaks: 'refused cleanly',
    run: (arena) => flood(arena, { way: 'behind nginx', changes: [[/ *add_header Retry-After.*\n/, '']] }),
  },
  { what: 'no time limits', part: 'drips', breaks: 'cut off', run: (arena) => drips(arena, 'no-time-limits') },
  { what: 'each node counts for itself', part: 'counts', breaks: 'in turn', run: (arena) => counts(arena, 'alone') },
]

const clueIn = (findings: Finding[], breaks = ''): Clue | undefined => {
  const broken = findings.find(({ what, holds }) => !holds && what.includes(breaks))
  return broken && { short: `${broken.what}: ${broken.measured}`, long: `${broken.what}: ${broken.measured}` }
}

/** Each must be found, and nothing where there is none. */
export const plantFaults = (arena: Arena, postgres: string) =>
  scored({
    section: 'overload-planted',
    command: `npm run test:overload -- --planted${arena.options.quick ? ' --quick' : ''}`,
    postgres,
    isWhole: arena.options.only.length === parts.length,
    names: faults.filter(({ part }) => arena.options.only.includes(part)).map(({ what }) => what),
    attempt: async (name) => {
      if (name === undefined) {
        const all = [await flood(arena), await neighbour(arena), await drips(arena), await counts(arena)]
        return clueIn(all.flat())
      }
      const { breaks, run } = faults.find(({ what }) => what === name)!
      return clueIn(await run(arena), breaks)
    },
  })
