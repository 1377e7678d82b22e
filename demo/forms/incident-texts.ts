import type { Incident } from '../notes/incident-phrases.ts'
import type { Random } from '../random.ts'
import type { Severity } from './incident.ts'

interface Detail {
  severity: Severity
  nature: string[]
  /** What the carer adds to it: no two tell the same story. */
  also: readonly [string, string]
  injuries?: readonly string[]
  /** What the carer would do about it; some say nothing. */
  prevents: readonly string[]
}

/** What a report says beside what the office wrote down, by the title of the note. */
const details: Readonly<Record<string, Detail>> = {
  'Slipped in the bathroom': {
    severity: 'Moderate',
    nature: ['Fall or slip'],
    also: ['The mat had been taken out for cleaning.', 'The floor was wet from washing hair.'],
    prevents: ['A second mat by the basin.', 'The towel rail should be within reach of the shower.'],
  },
  'Skin tear on the shin': {
    severity: 'Moderate',
    nature: ['Injury'],
    also: ['The frame has a sharp corner on that side.', 'We were putting on the second sock.'],
    injuries: ['Left shin, about two centimetres, clean edges.', 'Small flap on the left shin, hardly any blood.'],
    prevents: ['Foam on the corner of the bed frame.', 'Long trousers before getting up.'],
  },
  'Coughing at dinner': {
    severity: 'High',
    nature: ['Swallowing'],
    also: ['It was a large piece of chicken.', 'We were in the middle of a story.'],
    prevents: ['Smaller pieces until the speech pathologist has been.', 'No talking while chewing, and more time.'],
  },
  'Small burn on the hand': {
    severity: 'Moderate',
    nature: ['Injury'],
    also: ['The pan stood at the front with the handle outward.', 'The stove was off, but the pan was still hot.'],
    injuries: ['Side of the right hand, red, the size of a coin.', 'Outer edge of the hand, pink, no blister.'],
    prevents: ['Pans to the back of the stove.', 'An induction plate would stay cool.'],
  },
  'Stumble on the kerb': {
    severity: 'Moderate',
    nature: ['Fall or slip', 'Injury'],
    also: ['We were crossing between parked cars.', 'The sole of one shoe caught on the edge.'],
    injuries: ['Graze on one knee, skin broken, no swelling.', 'Knee grazed, a little dirt, cleaned at once.'],
    prevents: ['Cross at the lights, where the kerb is flat.', 'Other shoes; these have no grip left.'],
  },
  'Lost wallet': {
    severity: 'Low',
    nature: ['Property'],
    also: ['We noticed at the bus stop.', 'We noticed in the car park, with the bags already in the boot.'],
    prevents: ['A strap for the wallet.', 'Count things together before leaving a shop.'],
  },
  'Tablet found on the floor': {
    severity: 'Moderate',
    nature: ['Medication'],
    also: ['It was half under a slipper.', 'I saw it when I picked up the blanket.'],
    prevents: ['Stay until they are swallowed, every time.', 'A brighter lamp at the bedside.'],
  },
  'Late dose': {
    severity: 'Low',
    nature: ['Medication'],
    also: ['NAME had slept badly and asked to be left alone first.', 'The cricket was on, and NAME asked to wait.'],
    prevents: ['Ask the GP whether the time can be later.', 'Offer them with yoghurt.'],
  },
  'Argument between housemates': {
    severity: 'Low',
    nature: ['Behaviour'],
    also: [
      'One wanted the football and the other a film.',
      'The remote was missing and each thought the other had it.',
    ],
    prevents: ['A list of who chooses the program on which day.', 'Two televisions.'],
  },
  'Left the house without letting staff know': {
    severity: 'High',
    nature: ['Missing person'],
    also: ['The gate had been left open by a delivery.', 'NAME had the money for an ice cream in one hand.'],
    prevents: ['Check the chime at each handover.', 'A walk before the time of day when it happens.'],
  },
  'Found sitting on the floor': {
    severity: 'Moderate',
    nature: ['Fall or slip'],
    also: [
      'The blanket was on the floor as well.',
      'One slipper was on, so it may have been on the way to the bathroom.',
    ],
    prevents: ['A sensor mat on that side of the bed.', 'The bed a notch lower at night.'],
  },
  'Broken vase': {
    severity: 'Low',
    nature: ['Property'],
    also: ['It was the blue one from the hall.', 'It had stood close to the edge, and my cloth caught it.'],
    prevents: ['Take breakables down before dusting.'],
  },
}

/** How many reports there can be of one kind of incident. */
export const maxOfKind = 2

/** Says in turn what there is to say of each kind of incident. */
export function reportDetails(random: Random) {
  const uses = new Map<string, number>()
  return ({ title, isHurt }: Incident) => {
    const { severity, nature, injuries = [], prevents, also } = details[title]!
    const useCount = uses.get(title) ?? 0
    uses.set(title, useCount + 1)
    const prevent = random.chance(0.8) ? prevents[useCount] : undefined
    return { severity, nature, also: also[useCount]!, injury: isHurt && injuries[useCount]!, prevent }
  }
}
