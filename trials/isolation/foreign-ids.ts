import type { Document } from '../../test/harness/declared.ts'
import { type Known, type Recipe, requestOf } from '../lib/recipes.ts'
import type { Received } from '../lib/transport.ts'
import { above, idAt, idPlaces, type Place, withId } from './id-locations.ts'
import { foreignAbove, missingAbove, type Pair } from './pair.ts'

/** Places that no valid request reaches, with one that reaches them. */
const reaching: Record<string, Recipe> = {
  // A card's id is of a dashboard that is there already, so a new one knows cards by the keys of its own request.
  'POST /reports/dashboards body operations.[].card_id': {
    body: { name: 'Board', operations: [{ op: 'remove_card', card_id: 2 }] },
  },
  // The segments of a new shift get ids; one that is sent is of no shift.
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

/** Another organisation's id is answered, byte for byte, like one that nobody has; and one's own is not, or the probe proves nothing. */
export async function foreignIds(pair: Pair, progress: (text: string) => void): Promise<number> {
  const { service, a, b, findings } = pair
  const document = service.app.openapiDocument() as Document
  let probed = 0
  for (const known of pair.known) {
    for (const place of idPlaces(known.operation, document)) {
      const what = `${known.name} ${place.in} ${place.path}`
      progress(`${what}, ${findings.wrong.length} wrong`)
      const recipe = reaching[what] ?? reachingRecipe(known, place)
      if (!recipe) {
        findings.harness(what, 'takes an id that no example has: add one to the operation')
        continue
      }
      probed++
      const own = idAt(recipe, place)!
      const makes = known.operation.method !== 'GET'
      const [foreign, missing] = [above(own, foreignAbove), above(own, missingAbove)]
      const ask = async (id: string | number) => {
        const sent = requestOf(known.operation, withId(recipe, place, id), a.token)
        return { sent, received: await pair.watched(what, sent, a, b) }
      }
      const [of, none, mine] = [await ask(foreign), await ask(missing), await ask(own)]
      const [first, second] = [plain(of.received, foreign, makes), plain(none.received, missing, makes)]
      if (first !== second)
        findings.add(
          what,
          `tells that ${foreign} is somebody’s: ${first.slice(0, 200)} but ${second.slice(0, 200)}`,
          of.sent,
        )
      if (!reaching[what] && plain(mine.received, own, makes) === second)
        findings.harness(what, `one’s own id is answered like a missing one: ${second.slice(0, 200)}`)
    }
  }
  return probed
}

/** Paths use a recipe up, so what is inside a body is tried with the last one that has it. */
const reachingRecipe = ({ recipes }: Known, place: Place): Recipe | undefined => {
  const having = recipes.filter((one) => idAt(one, place) !== undefined)
  return place.in === 'path' ? having[0] : having.at(-1)
}

/** An answer without what differs by nature: the id that was asked for, and in what was made, new ids and times. */
function plain({ status, headers, text }: Received, id: string | number, wasMade: boolean): string {
  const { 'x-request-id': _, 'content-length': __, date: ___, ...others } = headers
  const echoed = new RegExp(`(?<![0-9])${id}(?![0-9])`, 'g')
  const body =
    wasMade && status < 300 ? text.replace(echoed, '‹id›').replace(/imp_\w+|\d+/g, 'N') : text.replace(echoed, '‹id›')
  return `${status} ${JSON.stringify(others)} ${body}`
}
