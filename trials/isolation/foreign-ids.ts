import { Sequencer } from '../../src/events/sequencer.ts'
import type { Document } from '../../test/harness/specification.ts'
import { exampleRequest, type RequestExample, type TestedOperation } from '../lib/examples.ts'
import type { HttpResponse } from '../lib/transport.ts'
import { type IdLocation, idAt, idLocations, offsetId, withId } from './id-locations.ts'
import { foreignIdOffset, missingIdOffset, type Pair } from './pair.ts'

/** Examples for id locations that no valid request has. */
const extraExamples: Record<string, RequestExample> = {
  // A new dashboard has no card ids yet; its request refers to cards by key.
  'POST /reports/dashboards body operations.[].card_id': {
    body: { name: 'Board', operations: [{ op: 'remove_card', card_id: 2 }] },
  },
  // The segments of a new shift have no ids yet.
  'POST /shifts body segments.[].id': {
    body: {
      ...{
        type: 'single',
        start: '2027-02-01 09:00:00',
        end: '2027-02-01 10:00:00',
        client_ids: [2001],
        staff_ids: [101],
      },
      segments: [{ id: 201, start: '2027-02-01 09:00:00', end: '2027-02-01 10:00:00', service: 'Care' }],
    },
  },
}

/**
 * An id of another organisation must get the same response, byte for byte, as an id that does not exist. The caller's own id
 * must get another response, or the probe proves nothing.
 */
export async function checkForeignIds(pair: Pair, progress: (text: string) => void): Promise<number> {
  const { service, a, b, findings } = pair
  const document = service.app.openapiDocument() as Document
  let probed = 0
  for (const tested of pair.operations) {
    for (const [n, location] of [...idLocations(tested.operation, document)].entries()) {
      const what = `${tested.name} ${location.in} ${location.path}`
      progress(`${what}, ${findings.violations.length} violations`)
      const example = extraExamples[what] ?? exampleWith(tested, location, n === 0)
      if (!example) {
        findings.addTrialError(what, 'takes an id that no example has: add one to the operation')
        continue
      }
      probed++
      // The number of the last event is part of some messages.
      await new Sequencer(service).numberAll()
      const own = idAt(example, location)!
      const isWrite = tested.operation.method !== 'GET'
      const [foreign, missing] = [offsetId(own, foreignIdOffset), offsetId(own, missingIdOffset)]
      const probe = async (id: string | number) => {
        const request = exampleRequest(tested.operation, withId(example, location, id), a.token)
        return { request, response: await pair.sendChecked(what, request, a, b) }
      }
      const [foreignResult, missingResult, ownResult] = [await probe(foreign), await probe(missing), await probe(own)]
      const [first, second] = [
        comparable(foreignResult.response, foreign, isWrite),
        comparable(missingResult.response, missing, isWrite),
      ]
      if (first !== second)
        findings.add(
          what,
          `reveals that ${foreign} exists: ${first.slice(0, 200)} but ${second.slice(0, 200)}`,
          foreignResult.request,
        )
      if (!extraExamples[what] && comparable(ownResult.response, own, isWrite) === second)
        findings.addTrialError(
          what,
          `the caller’s own id gets the same response as a missing one: ${second.slice(0, 200)}`,
        )
    }
  }
  return probed
}

/** The probes of the first id of a path use up the first example, so others use the last one that has the id. */
const exampleWith = (
  { examples }: TestedOperation,
  location: IdLocation,
  isFirst: boolean,
): RequestExample | undefined => {
  const matches = examples.filter((one) => idAt(one, location) !== undefined)
  return location.in === 'path' && isFirst ? matches[0] : matches.at(-1)
}

/** A response without the parts that always differ: the requested id, and new ids and times after a write. */
function comparable({ status, headers, text }: HttpResponse, id: string | number, isWrite: boolean): string {
  const { 'x-request-id': _, 'content-length': __, date: ___, ...others } = headers
  const echoed = new RegExp(`(?<![0-9])${id}(?![0-9])`, 'g')
  const body =
    isWrite && status < 300 ? text.replace(echoed, '‹id›').replace(/imp_\w+|\d+/g, 'N') : text.replace(echoed, '‹id›')
  return `${status} ${JSON.stringify(others)} ${body}`
}
