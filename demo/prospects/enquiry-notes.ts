import type { Funding } from './enquiries.ts'

/** What consultants write along the way. Texts name no months, and never say he or she: names do not tell. */
export const contacted: readonly [type: string, text: string][] = [
  ['Phone call', 'Long talk. Went through what we do and what we do not.'],
  ['Phone call', 'Spoke with the family. They will talk it over on the weekend.'],
  ['Email', 'Sent the welcome pack and the list of fees.'],
  ['Phone call', 'Reached on the third try. Friendly, a bit unsure about having strangers in the house.'],
  ['Phone call', 'Happy to hear back so soon. Asked who would come and whether it is always the same person.'],
  ['Email', 'Answered the questions about notice and public holidays.'],
  ['Phone call', 'Short call, was on the way out. Will ring us back.'],
  ['Phone call', 'Explained the waiting time for mornings. Afternoons would do as well.'],
  ['Email', 'Wrote down what we talked about, so that the family can read it together.'],
  ['General', 'Checked the area: two carers close by, one with the right days free.'],
  ['Phone call', 'Asked about our nurses. Passed the medical questions on to the clinical lead.'],
]

export const visits: readonly [type: string, text: string][] = [
  ['Phone call', 'Home visit is booked, the daughter will be there.'],
  ['Phone call', 'Moved the visit by two days, there was a specialist’s appointment.'],
  ['General', 'Visit booked together with the OT, so that there is only one.'],
  ['Email', 'Confirmed day and time, and sent the consent form ahead.'],
  ['Phone call', 'Asked for a visit after lunch, when the house is quiet.'],
  ['General', 'Visit booked with the team leader, who knows the street.'],
  ['Phone call', 'Visit is booked. Would like a reminder the day before.'],
  ['Email', 'Sent a photo of who will come. A sister joins by video.'],
  ['Phone call', 'Visit is booked. Asked us to park round the corner.'],
  ['Email', 'Offered three times, the last one suits.'],
  ['Phone call', 'Will have the papers and the list of medicines ready for the visit.'],
]

export const quotes: readonly [type: string, text: string][] = [
  ['Home visit', 'Good visit. Steps at the back are a risk, rails first. Quote is on its way.'],
  ['Home visit', 'Met everyone, tea and cake. Fewer hours than first thought; quote sent.'],
  ['Home visit', 'Bathroom is narrow, a shower chair will fit. Quote for mornings sent.'],
  ['Email', 'Quote and draft agreement sent, with the two options we talked about.'],
  ['Home visit', 'Showed us the photos on the wall. Would like a carer who likes plants. Quote sent.'],
  ['Email', 'Sent a second quote with one visit less.'],
  ['Home visit', 'Went through a usual day, hour by hour. The quote follows it.'],
  ['Phone call', 'Went through the quote line by line. Will decide with the family.'],
  ['Home visit', 'Calm, wants to keep control of the keys. Agreed on a key safe. Quote sent.'],
]

export const waiting: Record<Exclude<Funding, 'Private'>, readonly [type: string, text: string][]> = {
  HCP: [
    ['Phone call', 'Would sign today; the package is approved and not yet assigned.'],
    ['General', 'Asked for a higher level. Hold the Tuesday place until there is an answer.'],
    ['Phone call', 'Everything is ready on our side, the package is not released yet. Chased it together.'],
    ['Email', 'Family will pay for two visits until the package comes.'],
  ],
  CHSP: [
    ['General', 'Referral code has lapsed, a new one is asked for.'],
    ['Phone call', 'Grant hours in the region are full. On the list, second place.'],
    ['General', 'Waiting for the assessment to be finished.'],
  ],
  NDIS: [
    ['Email', 'Plan review is lodged. The coordinator expects an answer within a month.'],
    ['Phone call', 'Funds are there, in the wrong category. Waiting for the change.'],
    ['Email', 'Service booking is to be made by the plan manager.'],
    ['General', 'OT report went in with the request for more hours.'],
  ],
}

export const wins: readonly [type: string, text: string][] = [
  ['General', 'Agreement signed. First visit is with the team leader.'],
  ['Phone call', 'Said yes. Starts with two visits, more when they know the carer.'],
  ['Email', 'Signed agreement came back. Passed on to rostering.'],
  ['General', 'Signed at the kitchen table. Carer introduced the same day.'],
  ['Phone call', 'Goes ahead, and asked to thank everybody for the patience.'],
  ['General', 'Consent, agreement and emergency contacts are all in.'],
]

/** Why it came to nothing; some reasons are only those of one kind of funding. */
export const losses: readonly { text: string; type: string; funding?: readonly Funding[] }[] = [
  { type: 'Phone call', text: 'Chose another provider, who could start earlier.' },
  { type: 'Phone call', text: 'The family will manage for now and thanked us for the time.' },
  { type: 'Email', text: 'Fees are more than expected. Went with a smaller provider.' },
  { type: 'General', text: 'No answer to four calls and two emails. Closed.' },
  { type: 'Phone call', text: 'Moves in with a sister interstate.' },
  {
    type: 'Phone call',
    text: 'Decided for residential care after a second fall.',
    funding: ['HCP', 'CHSP', 'Private'],
  },
  { type: 'General', text: 'We have nobody free for early mornings there, and said so.' },
  { type: 'Email', text: 'Stays with what they have; the people who help now can do a few more hours.' },
  { type: 'Phone call', text: 'Package is a year away. Asked not to be called before.', funding: ['HCP'] },
  { type: 'Email', text: 'Plan came back with fewer hours than asked for, not enough to begin.', funding: ['NDIS'] },
  { type: 'Phone call', text: 'A neighbour’s niece will help out instead.' },
  { type: 'General', text: 'Is moving to a suburb outside of our area. Gave the names of two other providers.' },
  { type: 'Email', text: 'Found a provider closer to the family.', funding: ['NDIS'] },
  { type: 'Phone call', text: 'Not eligible, and private rates are out of reach.', funding: ['CHSP'] },
  { type: 'Phone call', text: 'Wanted one and the same carer seven days a week, which we cannot promise.' },
]
