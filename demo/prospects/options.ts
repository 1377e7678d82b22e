import type { StoredOptions } from '../../src/prospects/options/options.ts'
import { mobilities, sources, times } from './enquiries.ts'

/** In the order in which it is done. */
export const intake = ['Consent signed', 'Funding sighted', 'Home risk check', 'Emergency contact', 'Care plan agreed']

/** The way of an enquiry, in order; it may be lost from anywhere. */
export const openStages = ['New', 'Contacted', 'Home visit booked', 'Quote sent', 'Waiting on funding'] as const
export type Stage = (typeof openStages)[number] | 'Won' | 'Lost'

/** What the demo's prospects can be; those who see to them are staff. */
export const prospectOptionsOf = (consultants: string[]): StoredOptions => ({
  stages: [
    ...openStages.map((name) => ({ name, category: 'open' as const })),
    { name: 'Won', category: 'won' },
    { name: 'Lost', category: 'lost' },
  ],
  sources: sources.map(({ name }) => name),
  consultants,
  attributes: [
    { key: 'preferred_times', label: 'Preferred times', type: 'multiselect', options: times },
    { key: 'mobility', label: 'Mobility', type: 'select', options: mobilities },
    { key: 'has_pets', label: 'Pets at home', type: 'boolean', options: [] },
    { key: 'plan_end_date', label: 'Plan ends on', type: 'date', options: [] },
    { key: 'budget', label: 'Budget a week, in dollars', type: 'number', options: [] },
    { key: 'intake_checklist', label: 'Intake', type: 'checklist', options: intake },
    { key: 'referrer', label: 'Referred by', type: 'text', options: [] },
  ],
})
