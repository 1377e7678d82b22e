import type { claimTypes } from '../../funding.ts'
import type { Rule } from '../../recurrence/recurrence.ts'

type ClaimType = (typeof claimTypes)[number]
type Work = 'coordination' | 'nursing' | 'equipment'

/** What the coordinators do for clients and for the office. */
export interface Errand {
  title: string
  minutes: readonly number[]
  /** What it is charged as, where the client's funding has a code for it; office work is not charged. */
  work?: Work
  claim?: ClaimType
  /** What may be charged beside it. */
  extra?: 'travel' | 'report'
  isOffice?: boolean
  notes: readonly string[]
  documents?: readonly string[]
}

/** The code of a kind of work for each type of client; none where the funding does not pay for it by itself. */
export const codes: Record<Work, Readonly<Record<string, string>>> = {
  coordination: { NDIS: '07_002_0106_8_3', SaH: 'SERV-0063', HCP: 'HCP-CM', Private: 'PRV-COORD' },
  nursing: { NDIS: '15_406_0114_1_3', SaH: 'SERV-0021', HCP: 'HCP-RN' },
  equipment: { NDIS: '07_001_0106_8_3', SaH: 'SERV-0088', HCP: 'HCP-CM', Private: 'PRV-COORD' },
}

const errand = (title: string, minutes: readonly number[], notes: readonly string[], more: Partial<Errand> = {}) => ({
  title,
  minutes,
  notes,
  ...more,
})

export const once: readonly Errand[] = [
  errand('Plan review', [60, 75, 90], planReview(), {
    work: 'coordination',
    extra: 'report',
    documents: ['plan-review.pdf'],
  }),
  errand(
    'Medication audit',
    [45, 50, 60],
    [
      'Webster pack matches the chart. PRN book signed.',
      'Two entries without initials on the chart; talked to the team.',
    ],
    { work: 'nursing', extra: 'travel', documents: ['medication-audit.pdf'] },
  ),
  errand(
    'Call family',
    [15, 20, 25],
    [
      'Spoke with her daughter for a while. She is happy with the morning carers and asked about respite in January.',
      'Left a message, will try again after five.',
      'His son wants the Thursday visit moved to the afternoon. Asked rostering.',
    ],
    { work: 'coordination', claim: 'Non-face-to-face' },
  ),
  errand(
    'Equipment quote',
    [30, 40, 50],
    ['Two quotes in for the shower chair, the third by Friday.', 'Supplier can deliver the rollator next week.'],
    { work: 'equipment', extra: 'travel', documents: ['quote-shower-chair.pdf', 'quote-rollator.pdf'] },
  ),
  errand(
    'Update care plan',
    [45, 60],
    ['New transfer instructions from the physio are in the plan.', 'Goals updated with him; copy sent to the family.'],
    {
      work: 'coordination',
      documents: ['care-plan.pdf'],
    },
  ),
  errand(
    'Hospital discharge follow-up',
    [35, 45],
    [
      'Home since Tuesday. Extra evening visits for two weeks, then review.',
      'Discharge summary came from the ward; GP appointment on Monday.',
    ],
    { work: 'coordination', claim: 'Telehealth', extra: 'travel', documents: ['discharge-summary.pdf'] },
  ),
  errand('Renew service agreement', [30], ['Went through the agreement, signed and filed.'], {
    documents: ['service-agreement.pdf'],
  }),
  errand(
    'Check supplier invoice',
    [15, 20],
    [
      'Physio billed two visits; we have one on the roster. Asked for a credit note.',
      'Matches the order. Passed on for payment.',
    ],
    {
      documents: ['invoice.pdf'],
    },
  ),
  errand('Prepare team meeting', [30, 45], ['Falls, hot weather plan, new leave form.'], { isOffice: true }),
]

function planReview(): string[] {
  return [
    'Met at home with the family. Wants more time in the garden and a later start on weekends.',
    'Funds last until March at the present rate. Talked about fewer short visits.',
    'Goals from last year reached but one. Report to the planner by the end of the month.',
  ]
}

export interface Routine {
  errand: Errand
  rule: Rule
  /** How many clients have it; office work has one for all. */
  clients: number
}

const calls = [
  'All well. Next appointment is with the podiatrist.',
  'A bit down this week; arranged company for Saturday.',
  'Rang twice, then reached the neighbour. She was in the garden.',
]

export const routines: readonly Routine[] = [
  {
    errand: errand('Weekly check-in call', [20], calls, { work: 'coordination', claim: 'Non-face-to-face' }),
    rule: { every: 1, unit: 'Week', on_days: ['Tue'] },
    clients: 3,
  },
  {
    errand: errand('Support meeting', [60], planReview(), { work: 'coordination', extra: 'travel' }),
    rule: { every: 2, unit: 'Week', on_days: ['Thu'] },
    clients: 2,
  },
  {
    errand: errand('Monthly medication audit', [45], ['Chart and pack agree.', 'One tablet over; told the pharmacy.'], {
      work: 'nursing',
    }),
    rule: { every: 1, unit: 'Month', month_on_the: 'First Wednesday' },
    clients: 3,
  },
  {
    errand: errand(
      'Check budget and hours',
      [30],
      ['On track.', 'Over by three hours, because of the hospital stay.'],
      { work: 'coordination' },
    ),
    rule: { every: 1, unit: 'Month', month_on_the: 'Last Friday' },
    clients: 2,
  },
  {
    errand: errand('Check supplier invoices', [45], ['Eleven invoices, one sent back.'], { isOffice: true }),
    rule: { every: 1, unit: 'Week', on_days: ['Mon'] },
    clients: 1,
  },
  {
    errand: errand('Open shifts of next week', [30], ['Four open, two of them in Newcastle.'], { isOffice: true }),
    rule: { every: 1, unit: 'Week', on_days: ['Wed'] },
    clients: 1,
  },
]
