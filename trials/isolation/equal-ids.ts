import { requestOf } from '../lib/recipes.ts'
import type { Tenant } from '../lib/service.ts'
import type { Pair } from './pair.ts'

/** Answers in which nothing is written by people, so no word of the organisation can be expected there. */
const withoutWords = new Set([
  'GET /shifts/{ref}/conflicts',
  'GET /notes/{ref}/revisions',
  'GET /prospects/{id}/stage-history',
])

/**
 * Every operation by each of the two, with ids that both have: the answer holds words of whoever asks, where it holds any, and none of the other,
 * whose rows stay as they are.
 */
export async function equalIds(pair: Pair, progress: (text: string) => void): Promise<void> {
  const { a, b, findings } = pair
  for (const { name, operation, recipes } of pair.known) {
    progress(`${name}, ${findings.wrong.length} wrong`)
    let spoke = false
    for (const recipe of recipes) {
      for (const [own, other] of [
        [a, b],
        [b, a],
      ] as [Tenant, Tenant][]) {
        const sent = requestOf(operation, recipe, own.token)
        const { status, text } = await pair.watched(name, sent, own, other)
        if (status >= 300)
          findings.harness(name, `a valid request of ${own.word} was answered ${status} ${text.slice(0, 200)}`)
        spoke ||= text.includes(own.word)
      }
    }
    if (operation.method === 'GET' && !spoke && !withoutWords.has(name))
      findings.harness(name, 'no answer had a word of its organisation')
    for (const parameter of operation.parameters.filter((one) => one.name === 'per_page'))
      for (const [own, other] of [
        [a, b],
        [b, a],
      ] as [Tenant, Tenant][]) {
        const { query: _, ...bare } = recipes[0]
        const whole = { ...bare, query: { per_page: String(parameter.schema.maximum) } }
        await pair.watched(name, requestOf(operation, whole, own.token), own, other)
      }
  }
}
