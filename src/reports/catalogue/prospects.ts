import { fundingTypes } from '../../prospects/options/options.ts'
import { age, records, type Source } from './source.ts'

/** A prospect without a date of lead counts only if there is no date range. */
export const prospects: Source = {
  label: 'Prospects',
  area: 'prospects',
  rows: 'prospect r',
  where: 'r.org_id = $1',
  dated: 'date_of_lead',
  metrics: {
    records: records('Prospects'),
    converted: records('Converted prospects', { sql: 'r.client_id' }),
    conversion_rate: {
      ...{ label: 'Conversion rate', aggregations: ['avg'], style: 'percent' },
      sql: 'case when r.client_id is null then 0 else 100 end',
    },
    days_since_lead: age('Days since lead', ':today - r.date_of_lead'),
  },
  fields: {
    stage: { label: 'Stage', type: 'text', sql: 'r.stage', values: 'prospect stages' },
    source: { label: 'Source', type: 'text', sql: 'r.source' },
    consultant: { label: 'Consultant', type: 'text', sql: 'r.consultant' },
    funding_type: {
      ...{ label: 'Funding type', type: 'choice', sql: 'r.funding_type', values: fundingTypes },
      nullable: true,
    },
    suburb: { label: 'Suburb', type: 'text', sql: 'r.suburb' },
    converted: { label: 'Converted', type: 'boolean', sql: 'r.client_id is not null' },
    date_of_lead: { label: 'Date of lead', type: 'date', sql: 'r.date_of_lead', kind: 'date', nullable: true },
    followup_date: { label: 'Follow-up date', type: 'date', sql: 'r.followup_date', kind: 'date', nullable: true },
  },
}
