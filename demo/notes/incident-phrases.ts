/** What went wrong in a shift, by its service, and what was done about it. */
export interface Incident {
  title: string
  what: string
  action: string
  /** First aid was given. */
  isHurt?: true
  /** What is done for somebody who has no frame. */
  unaided?: string
}

const slip: Incident[] = [
  {
    title: 'Slipped in the bathroom',
    what: 'NAME slipped while turning to the towel rail and was lowered to the floor by the carer. No knock to the head.',
    action:
      'Checked for injuries and pain, none. Helped up in stages with the frame and kept an eye on things for half an hour.',
    unaided:
      'Checked for injuries and pain, none. Helped up in stages with a chair and kept an eye on things for half an hour.',
  },
  {
    title: 'Skin tear on the shin',
    what: 'NAME brushed the left shin against the bed frame; a small skin tear.',
    action: 'Cleaned, silicone dressing put on, photo for the nurse.',
    isHurt: true,
  },
]
const kitchen: Incident[] = [
  {
    title: 'Coughing at dinner',
    what: 'NAME coughed for about a minute at dinner and cleared it without help.',
    action: 'Stopped the meal, sat upright, small sips later. Speech pathologist asked for a review.',
  },
  {
    title: 'Small burn on the hand',
    what: 'NAME touched the hot pan with the side of the hand.',
    action: 'Twenty minutes under cool running water. Skin a little red, no blister.',
    isHurt: true,
  },
]
const out: Incident[] = [
  {
    title: 'Stumble on the kerb',
    what: 'NAME stumbled on a kerb and went down on one knee, holding the carer’s arm.',
    action: 'Rested on a bench, knee cleaned. Walked on without pain and went home by car.',
    isHurt: true,
  },
  {
    title: 'Lost wallet',
    what: 'NAME’s wallet was missing after the shops.',
    action: 'Went back together; it was at the counter with everything in it.',
  },
]
const tablets: Incident[] = [
  {
    title: 'Tablet found on the floor',
    what: 'A tablet from the day before was on the floor by the bed.',
    action: 'Not given. Rang the nurse on call, who said to go on with the usual dose. Put on the chart.',
  },
  {
    title: 'Late dose',
    what: 'NAME did not want the tablets at the usual time and took them forty minutes later.',
    action: 'Stayed until they were taken and told the nurse on call. Within the time on the chart.',
  },
]
const house: Incident[] = [
  {
    title: 'Argument between housemates',
    what: 'NAME and a housemate argued about the television, with shouting and a thrown cushion.',
    action: 'Offered each a room of their own for a while. Both calm within ten minutes and shook hands.',
  },
  {
    title: 'Left the house without letting staff know',
    what: 'NAME went out the front gate without letting anyone know and was found at the corner shop.',
    action: 'Walked back together and talked about it. Door chime turned on again.',
  },
]
const night: Incident[] = [
  {
    title: 'Found sitting on the floor',
    what: 'NAME was sitting on the floor beside the bed at the four o’clock check and said it was a slide, not a fall.',
    action: 'No pain, no marks. Up with help, checked every half hour until the morning.',
  },
]
const cleaning: Incident[] = [
  {
    title: 'Broken vase',
    what: 'A vase fell from the shelf while dusting and broke.',
    action:
      'NAME was in another room. Swept up at once, told NAME, who took it well. The office offered to replace it.',
  },
]

export const incidentsByService: Readonly<Record<string, readonly Incident[]>> = {
  'Personal care': slip,
  'Domestic assistance': cleaning,
  'Community access': out,
  'Meal preparation': kitchen,
  'Medication prompt': tablets,
  'Daily living': house,
  'Overnight support': night,
  'Group activity': out.slice(0, 1),
}

export const followUps = [
  'None needed so far.',
  'Team leader looks in within the week.',
  'Risk assessment updated.',
  'On the list for the next team meeting.',
  'GP told by phone.',
] as const
