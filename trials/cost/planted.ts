import { type Evidence, findPlantedFaults } from '../lib/planted.ts'
import { statusLine } from '../lib/report.ts'
import type { CostTrial, Environment } from './environment.ts'
import { describeMeasurement, Findings } from './findings.ts'
import { testHalfSent } from './half-sent.ts'
import { testPipelines } from './pipelines.ts'
import { testSingleRequests } from './single-requests.ts'

interface Fault {
  plant: string
  part: CostTrial
  /** The part of the trial that is run. */
  only: string
  /** Text of the expected finding. Other findings, such as those of a busy machine, do not count. */
  breaks: string
}

/** Faults from node-faults.js. */
const faults: Record<string, Fault> = {
  'a quadratic pattern over a query parameter': {
    plant: 'quadratic',
    part: testSingleRequests,
    only: 'GET /clients',
    breaks: 'query query',
  },
  'a page built again for each request': {
    plant: 'anew',
    part: testSingleRequests,
    only: 'openapi.json',
    breaks: 'openapi.json, a valid request',
  },
  'an unbounded pipeline': { plant: 'pipeline', part: testPipelines, only: 'GET /forms', breaks: 'memory above' },
  'a body read before the token is checked': {
    plant: 'body-first',
    part: testHalfSent,
    only: 'POST /clients',
    breaks: 'without its body',
  },
}

/** Every fault must be found, and nothing in the control run. */
export const plantFaults = (environment: Environment, postgres: string) =>
  findPlantedFaults({
    ...{ section: 'cost-planted', command: 'npm run test:cost -- --planted', postgres, only: environment.options.only },
    names: Object.keys(faults),
    attempt: async (name): Promise<Evidence | undefined> => {
      const fault = name === undefined ? undefined : faults[name]!
      environment.planted = fault?.plant
      environment.options = { ...environment.options, quick: true, only: fault?.only ?? '' }
      await environment.node(true)
      const findings = new Findings()
      const report = (text: string) => statusLine(`${name ?? 'no fault'}: ${text}`)
      for (const part of fault ? [fault.part] : [testSingleRequests, testPipelines, testHalfSent])
        await part(environment, findings, report)
      const evidence = findings.exceeded.map(describeMeasurement).find((text) => text.includes(fault?.breaks ?? ''))
      return evidence === undefined ? undefined : { short: evidence, long: evidence }
    },
  })
