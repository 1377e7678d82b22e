import { type Clue, scored } from '../lib/planted.ts'
import { line } from '../lib/report.ts'
import type { Arena, Part } from './environment.ts'
import { Findings, told } from './findings.ts'
import { halfSent } from './half-sent.ts'
import { pipelines } from './pipelines.ts'
import { single } from './single-requests.ts'

interface Fault {
  plant: string
  part: Part
  /** What of the trial it takes. */
  only: string
  /** Words of what gives it away: what a busy machine breaks finds nothing. */
  breaks: string
}

/** Faults put into the node from outside (node-faults.js). */
const faults: Record<string, Fault> = {
  'a quadratic pattern over a query parameter': {
    plant: 'quadratic',
    part: single,
    only: 'GET /clients',
    breaks: 'query query',
  },
  'a page made anew for each request': {
    plant: 'anew',
    part: single,
    only: 'openapi.json',
    breaks: 'openapi.json, a valid request',
  },
  'an unbounded pipeline': { plant: 'pipeline', part: pipelines, only: 'GET /forms', breaks: 'of memory' },
  'a body read before the token is checked': {
    plant: 'body-first',
    part: halfSent,
    only: 'POST /clients',
    breaks: 'without its body',
  },
}

/** Each must be found, and nothing where there is none. */
export const plantFaults = (arena: Arena, postgres: string) =>
  scored({
    ...{ section: 'cost-planted', command: 'npm run test:cost -- --planted', postgres, only: arena.options.only },
    names: Object.keys(faults),
    attempt: async (name): Promise<Clue | undefined> => {
      const fault = name === undefined ? undefined : faults[name]!
      arena.planted = fault?.plant
      arena.options = { ...arena.options, quick: true, only: fault?.only ?? '' }
      await arena.node(true)
      const findings = new Findings()
      const tell = (text: string) => line(`${name ?? 'no fault'}: ${text}`)
      for (const part of fault ? [fault.part] : [single, pipelines, halfSent]) await part(arena, findings, tell)
      const clue = findings.broken.map(told).find((text) => text.includes(fault?.breaks ?? ''))
      return clue === undefined ? undefined : { short: clue, long: clue }
    },
  })
