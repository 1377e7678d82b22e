import type { Rule } from '../../src/recurrence/recurrence.ts'
import { type Errand, errand, reviews } from './errands.ts'

/** A repeating task. */
export interface Routine {
  errand: Errand
  rule: Rule
  /** The number of clients with this task; 1 for office work. */
  clients: number
}

const calls = {
  results: [
    'All well. Next appointment is with the podiatrist.',
    'A bit down this week; arranged company for Saturday.',
    'Rang twice, then reached the neighbour. Was in the garden.',
  ],
  plans: ['Ask how the new carer is getting on.', 'Remind about the podiatrist.'],
}
const audits = {
  results: ['Chart and pack agree.', 'One tablet over; told the pharmacy.'],
  plans: ['Asked the pharmacy to have the new pack there in time.', 'New chart from the GP is on its way; bring it.'],
}
const budgets = {
  results: ['On track.', 'Over by three hours, because of the hospital stay.'],
  plans: ['Look at the extra evening visits.', 'The family asked for the figures by email.'],
}
const invoices = {
  results: ['Eleven invoices, one sent back.', 'Seven invoices, all passed on for payment.'],
  plans: ['The physio will send a corrected one.', 'Two credit notes are still to come.'],
}
const openShifts = {
  results: ['Four open, two of them in Newcastle.', 'One left; a casual will take it.'],
  plans: ['Ask the two new carers about mornings.', 'One carer is on leave from Monday.'],
}

export const routines: readonly Routine[] = [
  {
    errand: errand('Weekly check-in call', [20], calls, { work: 'coordination', claim: 'Non-face-to-face' }),
    rule: { every: 1, unit: 'Week', on_days: ['Tue'] },
    clients: 3,
  },
  {
    errand: errand('Support meeting', [60], reviews, { work: 'coordination', extra: 'travel' }),
    rule: { every: 2, unit: 'Week', on_days: ['Thu'] },
    clients: 2,
  },
  {
    errand: errand('Monthly medication audit', [45], audits, { work: 'nursing' }),
    rule: { every: 1, unit: 'Month', month_on_the: 'First Wednesday' },
    clients: 3,
  },
  {
    errand: errand('Check budget and hours', [30], budgets, { work: 'coordination' }),
    rule: { every: 1, unit: 'Month', month_on_the: 'Last Friday' },
    clients: 2,
  },
  {
    errand: errand('Check supplier invoices', [45], invoices, { isOffice: true }),
    rule: { every: 1, unit: 'Week', on_days: ['Mon'] },
    clients: 1,
  },
  {
    errand: errand('Open shifts of next week', [30], openShifts, { isOffice: true }),
    rule: { every: 1, unit: 'Week', on_days: ['Wed'] },
    clients: 1,
  },
]
