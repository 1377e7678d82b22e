import type { claimTypes } from '../../src/clients/funding.ts'
import type { Work } from './prices.ts'

type ClaimType = (typeof claimTypes)[number]

/** A task of coordinators or nurses, for a client or for the office. */
export interface Errand {
  title: string
  minutes: readonly number[]
  /** The kind of work, which has a price code for some funding types. Office work is not charged. */
  work?: Work
  /** The claim type for the NDIS, if it is not time with the client. */
  claim?: ClaimType
  /** A further charge after completion. */
  extra?: 'travel' | 'report'
  isOffice?: boolean
  /** Notes after completion. */
  results: readonly string[]
  /** Notes before the task's day; they fit any day. */
  plans: readonly string[]
  document?: string
}

type Notes = Pick<Errand, 'results' | 'plans'>
export const errand = (
  title: string,
  minutes: readonly number[],
  notes: Notes,
  more: Partial<Omit<Errand, keyof Notes>> = {},
): Errand => ({ title, minutes, ...notes, ...more })

/** Notes of a failed attempt. */
export const attempts = {
  client: [
    'Left a message, will try again.',
    'No answer today. Will try again tomorrow morning.',
    'Not a good day for it, asked to come back to it next week.',
  ],
  office: ['Ran out of time, will finish it this week.'],
} as const

/** Notes mention no seasons, days or months, and no he or she, because first names do not imply a gender. */
export const reviews: Notes = {
  results: [
    'Met at home with the family. Wants more time in the garden and a later start on weekends.',
    'Funds last another four months at the present rate. Talked about fewer short visits.',
    'Goals from last year reached but one. Report to follow by the end of the month.',
  ],
  plans: [
    'The daughter would like to be there. Offered a morning and an afternoon.',
    'Asked the team leader for a summary of the last three months.',
  ],
}

export const once: readonly Errand[] = [
  errand('Plan review', [60, 75, 90], reviews, { work: 'coordination', extra: 'report', document: 'plan-review.pdf' }),
  errand(
    'Medication audit',
    [45, 50, 60],
    {
      results: [
        'Webster pack matches the chart. PRN book signed.',
        'Two entries without initials on the chart; talked to the team.',
      ],
      plans: ['Asked the pharmacy to send the new pack before the audit.', 'Asked the GP for the current chart.'],
    },
    { work: 'nursing', extra: 'travel', document: 'medication-audit.pdf' },
  ),
  errand(
    'Call family',
    [15, 20, 25],
    {
      results: [
        'Spoke with the daughter for a while. Happy with the morning carers, and asked about respite next month.',
        'The son wants the Thursday visit moved to the afternoon. Asked rostering.',
        'All well at home. The family will be away for a week and can be reached by email.',
      ],
      plans: ['Best reached after lunch.', 'The son asked for a call about the visit times.'],
    },
    { work: 'coordination', claim: 'Non-face-to-face' },
  ),
  errand(
    'Equipment quote',
    [30, 40, 50],
    {
      results: [
        'Two quotes in for the shower chair, and a third to come.',
        'Supplier can deliver the rollator next week.',
      ],
      plans: ['Asked two suppliers for a time to measure.', 'The OT will send the measurements before the quote.'],
    },
    { work: 'equipment', extra: 'travel', document: 'equipment-quote.pdf' },
  ),
  errand(
    'Update care plan',
    [45, 60],
    {
      results: [
        'New transfer instructions from the physio are in the plan.',
        'Goals updated; copy sent to the family.',
      ],
      plans: ['Asked the physio for the new transfer instructions.', 'Evening team has a few changes to bring up.'],
    },
    { work: 'coordination', document: 'care-plan.pdf' },
  ),
  errand(
    'Hospital discharge follow-up',
    [35, 45],
    {
      results: [
        'Home and settled. Extra evening visits for two weeks, then review.',
        'Discharge summary came from the ward; GP appointment is made.',
      ],
      plans: ['The ward will ring with the day of discharge.', 'Evening visits are held until we know more.'],
    },
    { work: 'coordination', claim: 'Telehealth', document: 'discharge-summary.pdf' },
  ),
  errand(
    'Renew service agreement',
    [30],
    {
      results: ['Went through the agreement, signed and filed.', 'Signed by the family and sent back by email.'],
      plans: ['Sent the new agreement ahead to read.', 'The family asked for a copy in large print.'],
    },
    { document: 'service-agreement.pdf' },
  ),
  errand(
    'Check supplier invoice',
    [15, 20],
    {
      results: [
        'Physio billed two visits; we have one on the roster. Asked for a credit note.',
        'Matches the order. Passed on for payment.',
      ],
      plans: ['Asked the supplier for the order number.', 'Invoice is to come at the end of the month.'],
    },
    { document: 'invoice.pdf' },
  ),
  errand(
    'Prepare team meeting',
    [30, 45],
    {
      results: ['Falls, the new leave form, who is on call.', 'Agenda and last minutes sent to everybody.'],
      plans: ['Topics so far: falls, the new leave form.', 'Booked the big room.'],
    },
    { isOffice: true },
  ),
]
