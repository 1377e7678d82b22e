import { requestOf } from '../lib/recipes.ts'
import type { Tenant } from '../lib/service.ts'
import type { Pair } from './pair.ts'

/** Answers in which nothing is written by people, so no word of the organisation can be expected there. */
const withoutText = new Set([
  'GET /shifts/{ref}/conflicts',
  'GET /notes/{ref}/revisions',
  'GET /prospects/{id}/stage-history',
])

/**
 * Every operation by each of the two, with ids that both have: the answer holds words of whoever asks, where it holds any, and none of the other,
 * whose rows stay as they are.
 */
export async function checkEqualIds(pair: Pair, progress: (text: string) => void): Promise<void> {
  const { a, b, findings } = pair
  for (const { name, operation, recipes } of pair.operations) {
    progress(`${name}, ${findings.violations.length} wrong`)
    let sawMarker = false
    for (const example of recipes) {
      for (const [own, other] of [
        [a, b],
        [b, a],
      ] as [Tenant, Tenant][]) {
        const request = requestOf(operation, example, own.token)
        const { status, text } = await pair.sendChecked(name, request, own, other)
        if (status >= 300)
          findings.addTrialError(name, `a valid request of ${own.marker} was answered ${status} ${text.slice(0, 200)}`)
        sawMarker ||= text.includes(own.marker)
      }
    }
    if (operation.method === 'GET' && !sawMarker && !withoutText.has(name))
      findings.addTrialError(name, 'no answer had a word of its organisation')
    for (const parameter of operation.parameters.filter((one) => one.name === 'per_page'))
      for (const [own, other] of [
        [a, b],
        [b, a],
      ] as [Tenant, Tenant][]) {
        const { query: _, ...bare } = recipes[0]
        const whole = { ...bare, query: { per_page: String(parameter.schema.maximum) } }
        await pair.sendChecked(name, requestOf(operation, whole, own.token), own, other)
      }
  }
}
