import type { fundingTypes } from '../../src/prospects/options/options.ts'

export type Funding = (typeof fundingTypes)[number]

/** Where enquiries come from, whom they come with, and what is written first. */
export interface Source {
  name: string
  share: number
  funding: readonly Funding[]
  openings: readonly string[]
  referrers?: readonly string[]
  /** Who enters them, where it is not the consultant. */
  by?: string
}

const aged = ['HCP', 'CHSP'] as const
const all = ['HCP', 'NDIS', 'CHSP', 'Private'] as const

export const sources: readonly Source[] = [
  {
    name: 'Website',
    share: 26,
    funding: all,
    openings: ['Wrote through the website.', 'Web form, asked to be rung back.', 'Filled in the web form.'],
    by: 'Website form',
  },
  {
    name: 'Phone call',
    share: 20,
    funding: all,
    openings: ['Rang the office.', 'Rang twice, spoke on the second call.', 'Left a message, rang back the same day.'],
  },
  {
    name: 'My Aged Care',
    share: 16,
    funding: aged,
    openings: ['Referral accepted in the portal.', 'Came through My Aged Care.', 'Assessed at home, then sent to us.'],
    by: 'Referral portal',
  },
  {
    name: 'GP or hospital',
    share: 12,
    funding: ['HCP', 'CHSP', 'Private'],
    openings: [
      'The ward rang about a discharge.',
      'Letter from the clinic.',
      'The social worker asked what we have free.',
    ],
    referrers: ['Social worker on the ward', 'Practice nurse', 'Discharge planner', 'GP clinic'],
  },
  {
    name: 'Support coordinator',
    share: 14,
    funding: ['NDIS'],
    openings: ['Email from the coordinator with the plan goals.', 'The coordinator rang about openings.'],
    referrers: ['Support coordinator', 'Local area coordinator', 'Plan manager'],
  },
  {
    name: 'Friend or family',
    share: 8,
    funding: all,
    openings: ['Heard of us from a neighbour.', 'A client’s family passed on our number.'],
    referrers: ['A neighbour', 'Family of a client', 'Church group'],
  },
  {
    name: 'Expo',
    share: 4,
    funding: ['NDIS', 'Private', 'HCP'],
    openings: ['Met at our stand at the expo.', 'Took a brochure at the expo and left a number.'],
  },
]

/** What is asked for. Texts name no months, and never say he or she: names do not tell. */
export interface Need {
  funding: readonly Funding[]
  texts: readonly string[]
  tags: readonly string[]
  mobility: readonly string[]
  /** Times of the day that go with it. */
  times: readonly string[]
}

const [walks, frame, chair, hoist] = ['Walks unaided', 'Stick or frame', 'Wheelchair', 'Needs a hoist']
export const mobilities = [walks!, frame!, chair!, hoist!]
export const times = ['Mornings', 'Afternoons', 'Evenings', 'Weekends', 'Overnight']
const [mornings, afternoons, evenings, weekends, overnight] = times as [string, string, string, string, string]
const need = (
  funding: readonly Funding[],
  tags: readonly string[],
  mobility: readonly (string | undefined)[],
  times: readonly string[],
  ...texts: string[]
): Need => ({ funding, tags, mobility: mobility as string[], times, texts })

export const needs: readonly Need[] = [
  need(
    ['HCP', 'Private'],
    ['personal care'],
    [frame, chair],
    [mornings],
    'Needs help with showering three mornings a week; the daughter does it now and has a bad back.',
    'Wants a hand getting up and dressed. Would like the same carer each time.',
  ),
  need(
    ['CHSP', 'HCP', 'Private'],
    ['domestic'],
    [walks, frame],
    [mornings, afternoons],
    'After two hours of cleaning a fortnight; the vacuum has become too heavy.',
    'Washing and floors, and somebody to change the bed. Managed alone until now.',
  ),
  need(
    ['HCP', 'Private', 'CHSP'],
    ['hospital discharge', 'urgent'],
    [frame, chair],
    [mornings, evenings],
    'Home from hospital this week after a fall, hip repaired. Meals and showering for six weeks at least.',
    'Going home on oxygen. The ward would like daily visits to begin with.',
  ),
  need(
    ['HCP', 'Private'],
    ['dementia', 'respite'],
    [walks, frame],
    [afternoons, evenings],
    'Husband and wife; one has dementia and wanders in the evening. The carer at home is worn out.',
    'Early dementia. Looking for company in the afternoons, cards and walks, and later more.',
  ),
  need(
    ['HCP'],
    ['nursing'],
    [frame, chair],
    [mornings],
    'Leg ulcer that needs dressing twice a week; the clinic is an hour away by bus.',
    'Insulin each morning, and the hands shake too much now. Asks whether a nurse can come.',
  ),
  need(
    ['CHSP', 'HCP'],
    ['transport'],
    [walks, frame],
    [mornings, afternoons],
    'No longer drives. Shopping on one day and the specialist once a month.',
    'Wants to get back to the choir; the son used to drive and has moved away.',
  ),
  need(
    ['CHSP', 'HCP', 'Private'],
    ['meals'],
    [walks, frame],
    [evenings],
    'Lost eight kilos since living alone. Somebody to cook together with would be best.',
    'Evening meals on weekdays; the family cooks on weekends.',
  ),
  need(
    ['NDIS'],
    ['community access'],
    [walks, chair],
    [afternoons, weekends],
    'Goal in the plan is to go out without family: swimming, the library, later a course at TAFE.',
    'Twenty-two, loves trains and football. Two outings a week with somebody of a similar age.',
  ),
  need(
    ['NDIS'],
    ['SIL', 'complex care'],
    [hoist],
    [overnight, evenings],
    'Looking for a place in a shared house; lives with ageing parents. Active nights.',
    'Current house closes soon. Two-person transfers, PEG feeds, a calm house wanted.',
  ),
  need(
    ['NDIS'],
    ['daily living'],
    [walks, chair],
    [mornings],
    'Wants to cook and budget for the first flat of their own. Ten hours a week in the plan.',
    'Morning routine on workdays, so that the bus to work is not missed again.',
  ),
  need(
    ['NDIS'],
    ['behaviour support', 'complex care'],
    [walks],
    [afternoons, weekends],
    'Has a behaviour plan and two providers behind them. The family asks for a small, steady team.',
    'Autistic, no loud places. Wants to meet the workers before anything is signed.',
  ),
  need(
    ['NDIS'],
    ['respite'],
    [walks, chair],
    [weekends, overnight],
    'One weekend a month of respite; the other children need some time too.',
    'Parents are both to have surgery this year. Short stays, and overnight at home.',
  ),
  need(
    ['Private'],
    ['overnight'],
    [frame, chair],
    [overnight],
    'The family is overseas for three weeks and wants somebody in the house at night.',
    'Sleepovers from Friday to Sunday, as long as the sister is away.',
  ),
  need(
    ['HCP', 'Private'],
    ['garden'],
    [walks, frame],
    [mornings, afternoons],
    'Lawns and gutters, and rails for the back steps. There are funds put aside for it.',
    'The garden has got away. Asks for a tidy-up, then once a month.',
  ),
  need(
    ['HCP'],
    ['change of provider'],
    [walks, frame, chair],
    [mornings, afternoons, evenings],
    'Level 3 package with another provider; a new carer each week and nobody says who comes.',
    'Wants to move a package to us. Exit date is agreed, statement to follow.',
  ),
  need(
    ['HCP', 'CHSP'],
    ['couple'],
    [walks, frame],
    [mornings, afternoons],
    'A couple, both assessed, one approval so far. Would like visits for both on the same days.',
    'Both in their eighties, still managing. Wants to know what there is before it is needed.',
  ),
]

/** What is good to know, which fits anybody. */
export const details: readonly string[] = [
  'Mornings are best to ring.',
  'Please speak slowly, hearing aids.',
  'Would like everything in large print.',
  'The family would like to be at the first meeting.',
  'Has asked two other providers too.',
  'The neighbour has a key.',
  'Asked whether we are there on public holidays.',
  'Let it ring for a while, the phone is in the hall.',
  'Wants a price in writing first.',
  'Street parking only.',
]
