import { exampleRequest } from '../lib/examples.ts'
import type { Tenant } from '../lib/service.ts'
import type { Pair } from './pair.ts'

/** Operations whose responses contain no free text, so no marker is expected. */
const withoutText = new Set([
  'GET /events/types',
  'GET /shifts/{ref}/conflicts',
  'GET /notes/{ref}/revisions',
  'GET /prospects/{id}/stage-history',
  'GET /external-ids/{system}/{type}/{external_id}',
  'GET /staff/{id}/calendar',
])

/**
 * Sends every operation for both organisations, with ids that both have. The response must contain only the caller's texts,
 * and the other organisation's rows must not change.
 */
export async function checkEqualIds(pair: Pair, progress: (text: string) => void): Promise<void> {
  const { a, b, findings } = pair
  for (const { name, operation, examples } of pair.operations) {
    progress(`${name}, ${findings.violations.length} violations`)
    let sawMarker = false
    for (const example of examples) {
      for (const [own, other] of [
        [a, b],
        [b, a],
      ] as [Tenant, Tenant][]) {
        const request = exampleRequest(operation, example, own.token)
        const { status, text } = await pair.sendChecked(name, request, own, other)
        if (status >= 300)
          findings.addTrialError(name, `a valid request of ${own.marker} returned ${status} ${text.slice(0, 200)}`)
        sawMarker ||= text.includes(own.marker)
      }
    }
    if (operation.method === 'GET' && !sawMarker && !withoutText.has(name))
      findings.addTrialError(name, 'no response contained the marker of its organisation')
    for (const parameter of operation.parameters.filter((one) => one.name === 'per_page'))
      for (const [own, other] of [
        [a, b],
        [b, a],
      ] as [Tenant, Tenant][]) {
        const { query: _, ...bare } = examples[0]
        const whole = { ...bare, query: { per_page: String(parameter.schema.maximum) } }
        await pair.sendChecked(name, exampleRequest(operation, whole, own.token), own, other)
      }
  }
}
