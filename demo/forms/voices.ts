import { needs } from '../prospects/enquiries.ts'
import { wishes } from './intake.ts'

/** What somebody typed into the enquiry form, and who it was. NAME is the person in need. */
export interface Voice {
  by: 'myself' | 'family' | 'professional'
  text: string
  wishes: string[]
}

const [showering, cleaning, meals, shopping, nursing, company, night, house, garden] = wishes as [
  ...[string, string, string, string, string, string, string, string, string],
]
const me = (text: string): Omit<Voice, 'wishes'> => ({ by: 'myself', text })
const kin = (text: string): Omit<Voice, 'wishes'> => ({ by: 'family', text })
const pro = (text: string): Omit<Voice, 'wishes'> => ({ by: 'professional', text })

/** In the order of the needs: each text that the office wrote, as it was before the office wrote it. */
const voicesByNeed: readonly (readonly [wishes: string[], ...Omit<Voice, 'wishes'>[]])[] = [
  [
    [showering],
    kin(
      'NAME needs a hand in the shower three mornings a week. I do it at the moment, and my back will not take it much longer.',
    ),
    me('Getting up and dressed takes me until eleven. I would love the same face at the door each time.'),
  ],
  [
    [cleaning],
    me('Two hours of cleaning every second week would do. The vacuum and I no longer get along.'),
    me('I have always managed on my own. Now it is the washing, the floors, and the bed I cannot lift.'),
  ],
  [
    [showering, meals],
    kin(
      'NAME comes home from hospital this week after a fall, with a repaired hip. Meals and showers for six weeks at least, please ring soon.',
    ),
    pro('NAME is going home on oxygen. The ward would like to see daily visits for the first while.'),
  ],
  [
    [company, night],
    kin(
      'They are married, and one of them has dementia and walks off in the evenings. The other is at the end of their strength.',
    ),
    kin('It is early dementia. For now NAME would enjoy cards and walks in the afternoon; later it will be more.'),
  ],
  [
    [nursing],
    me('I have a leg ulcer that needs dressing twice a week, and the clinic is an hour on the bus.'),
    me('My hands shake too much for the insulin now. Can one of your nurses come in the mornings?'),
  ],
  [
    [shopping],
    me('I gave up the car. Shopping once a week and the specialist once a month is all I need driving for.'),
    me('I miss my choir. My son used to take me and has moved to Queensland.'),
  ],
  [
    [meals],
    kin('NAME has lost eight kilos living alone. Cooking together would be better than a box at the door.'),
    kin('We cook on weekends. What is missing is a warm dinner from Monday to Friday.'),
  ],
  [
    [company],
    me('I want to do things without my parents: swimming, the library, and a course at TAFE next year.'),
    kin(
      'NAME is twenty-two and mad about trains and football. Two outings a week with somebody of that age would be wonderful.',
    ),
  ],
  [
    [house, night],
    kin(
      'NAME lives with us and we are both getting old. We are looking for a shared house with somebody awake at night.',
    ),
    pro(
      'The house NAME lives in closes soon. Two people for transfers, PEG feeds, and a calm place are what we are after.',
    ),
  ],
  [
    [meals, company],
    me(
      'I am moving into my first flat and want to learn to cook and keep to a budget. There are ten hours a week in my plan.',
    ),
    me('I keep missing the bus to work. If somebody got me going in the mornings I could keep the job.'),
  ],
  [
    [company],
    kin('There is a behaviour plan, and two providers have given up on us. We need a small team that stays.'),
    me('I am autistic and loud places are hard. I would like to meet people before I sign anything.'),
  ],
  [
    [night],
    kin('One weekend a month of respite would let us do something with our other children.'),
    kin('We both have surgery this year and cannot lift for weeks. Short stays, or somebody overnight here.'),
  ],
  [
    [night],
    kin('We are overseas for three weeks and would sleep better if somebody slept at NAME’s place.'),
    kin('My sister usually stays from Friday to Sunday. While she travels we need sleepovers.'),
  ],
  [
    [garden],
    me('Lawns, gutters, and rails for the back steps. There is money put aside for it.'),
    me('The garden has got away from me. One big tidy-up, and after that once a month.'),
  ],
  [
    [showering, cleaning],
    me('I have a level 3 package elsewhere. Every week somebody new stands in the kitchen and nobody told me who.'),
    me('I would like to bring my package over to you. The exit date is settled and the statement follows.'),
  ],
  [
    [cleaning, meals],
    kin('They are a couple and both were assessed, with one approval so far. Could you come to both on the same days?'),
    me('We are in our eighties and still manage. I want to know what there is before we need it.'),
  ],
]

/** What stands in the office's words for an enquiry, as the enquirer had put it. */
export function voiceOf(comments: string): Voice | undefined {
  for (const [index, need] of needs.entries()) {
    const at = need.texts.findIndex((text) => comments.includes(text))
    const [wanted, ...voices] = voicesByNeed[index]!
    if (at >= 0) return { ...voices[at]!, wishes: wanted }
  }
  return undefined
}

/** Of the time of the first form, when an enquiry was a name, a number and a few lines. */
export const early: readonly string[] = [
  'My neighbour has you for the cleaning and I would like the same, every second Wednesday if possible.',
  'Do you have room in the walking group? I am slow but I get there.',
  'I need someone to take Dad’s bins out and look in on him. He says he is fine.',
  'What does an hour of gardening cost on a weekend?',
  'Looking for a nurse who speaks Greek for my aunt’s dressings.',
  'We have a package approved and no idea what comes next. Could somebody explain it to us?',
  'Transport to dialysis on Mondays, Wednesdays and Fridays, early.',
  'Our regular carer elsewhere has left. We would follow good people more than a good brochure.',
  'Can you help someone with a hoist in a second-floor unit? There is a lift.',
  'I would like a price list, please, by post.',
  'Respite for my wife for the week before Easter, so that I can see my brother.',
  'Somebody to play chess with. I am told that this is not care, but I think it is.',
  'Do your carers drive people in their own cars? I cannot climb into a van.',
  'Mum comes out of rehab on Thursday. She will need showers at first.',
  'Is there a waiting list for Grevillea House?',
  'My plan starts next month and I have never had support workers before. Where do I begin?',
  'I only need help until the plaster comes off.',
  'Could you ring my daughter rather than me? It is her number.',
]
