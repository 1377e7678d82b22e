import type { StoredOptions } from '../../src/prospects/options/options.ts'
import { mobilities, needs, sources, times } from './enquiries.ts'

/** The steps of the intake, in order. */
export const intake = ['Consent signed', 'Funding sighted', 'Home risk check', 'Emergency contact', 'Care plan agreed']

/** The open stages in order. An enquiry can be lost from any of them. */
export const openStages = ['New', 'Contacted', 'Home visit booked', 'Quote sent', 'Waiting on funding'] as const
export type Stage = (typeof openStages)[number] | 'Won' | 'Lost'

/** The options of the demo's prospects. Consultants are staff. */
export const prospectOptionsOf = (consultants: string[]): StoredOptions => ({
  stages: [
    ...openStages.map((name) => ({ name, category: 'open' as const })),
    { name: 'Won', category: 'won' },
    { name: 'Lost', category: 'lost' },
  ],
  sources: sources.map(({ name }) => name),
  consultants,
  tags: [...new Set(needs.flatMap(({ tags }) => tags))],
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
