import type { Severity } from './form-incident.ts'
import type { Happening } from './incident-phrases.ts'
import type { Random } from './random.ts'

interface Detail {
  severity: Severity
  nature: string[]
  injuries?: readonly string[]
  /** What the carer would do about it; some say nothing. */
  prevents: readonly string[]
}

/** What a report says beside what the office wrote down, by the title of the note. */
const details: Readonly<Record<string, Detail>> = {
  'Slipped in the bathroom': {
    severity: 'Moderate',
    nature: ['Fall or slip'],
    prevents: ['A second mat by the basin.', 'The towel rail should be within reach of the shower.'],
  },
  'Skin tear on the shin': {
    severity: 'Moderate',
    nature: ['Injury'],
    injuries: ['Left shin, about two centimetres, clean edges.', 'Small flap on the left shin, hardly any blood.'],
    prevents: ['Foam on the corner of the bed frame.', 'Long trousers before getting up.'],
  },
  'Coughing at dinner': {
    severity: 'High',
    nature: ['Swallowing'],
    prevents: ['Smaller pieces until the speech pathologist has been.', 'No talking while chewing, and more time.'],
  },
  'Small burn on the hand': {
    severity: 'Moderate',
    nature: ['Injury'],
    injuries: ['Side of the right hand, red, the size of a coin.', 'Outer edge of the hand, pink, no blister.'],
    prevents: ['Pans to the back of the stove.', 'An induction plate would stay cool.'],
  },
  'Stumble on the kerb': {
    severity: 'Moderate',
    nature: ['Fall or slip', 'Injury'],
    injuries: ['Graze on one knee, skin broken, no swelling.', 'Knee grazed, a little dirt, cleaned at once.'],
    prevents: ['Cross at the lights, where the kerb is flat.', 'Other shoes; these have no grip left.'],
  },
  'Lost wallet': {
    severity: 'Low',
    nature: ['Property'],
    prevents: ['A strap for the wallet.', 'Count things together before leaving a shop.'],
  },
  'Tablet found on the floor': {
    severity: 'Moderate',
    nature: ['Medication'],
    prevents: ['Stay until they are swallowed, every time.', 'A brighter lamp at the bedside.'],
  },
  'Late dose': {
    severity: 'Low',
    nature: ['Medication'],
    prevents: ['Ask the GP whether the time can be later.', 'Offer them with yoghurt.'],
  },
  'Argument between housemates': {
    severity: 'Low',
    nature: ['Behaviour'],
    prevents: ['A list of who chooses the program on which day.', 'Two televisions.'],
  },
  'Left the house without letting staff know': {
    severity: 'High',
    nature: ['Missing person'],
    prevents: ['Check the chime at each handover.', 'A walk before the time of day when it happens.'],
  },
  'Found sitting on the floor': {
    severity: 'Moderate',
    nature: ['Fall or slip'],
    prevents: ['A sensor mat on that side of the bed.', 'The bed a notch lower at night.'],
  },
  'Broken vase': {
    severity: 'Low',
    nature: ['Property'],
    prevents: ['Take breakables down before dusting.'],
  },
}

/** Says in turn what there is to say of each kind of incident, and then no more: two reports are not the same. */
export function reportDetails(random: Random) {
  const said = new Map<string, number>()
  return ({ title, isHurt }: Happening) => {
    const { severity, nature, injuries = [], prevents } = details[title]!
    const turn = said.get(title) ?? 0
    said.set(title, turn + 1)
    const prevent = random.chance(0.8) ? prevents[turn] : undefined
    return { severity, nature, injury: isHurt && (injuries[turn] ?? injuries[0]), prevent }
  }
}
