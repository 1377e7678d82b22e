/** Examples that go on from each other; a test replays them. */
export const createExample = {
  name: 'Hours by month',
  description: 'What was rostered, by type of shift',
  spec: {
    source: 'appointments',
    metric: 'hours::sum',
    visualization: 'bar',
    group_by: 'start:month',
    breakdown_by: 'type',
    filters: { status: ['scheduled', 'started', 'completed'] },
    date_range: { preset: 'this_financial_year' },
    options: { stacked: true },
  },
  space_id: 1,
  subfolder_id: 'monthly',
}

export const linkOf = (id: number) => `https://care.example.org/r/acme-care/insights/${id}?link=zN3bQ0aV5mUe1cYf`
export const insightExample = {
  id: 1,
  name: createExample.name,
  description: createExample.description,
  mode: 'single',
  source: 'appointments',
  visualization: 'bar',
  spec: createExample.spec,
  space: { id: 1, name: 'Operations' },
  subfolder_id: 'monthly',
  protected: false,
  link: linkOf(1),
  created_at: '2026-11-02T09:30:00.000000Z',
  updated_at: '2026-11-02T09:30:00.000000Z',
}

export const resultsExample = {
  columns: [
    { key: 'start:month', label: 'Start (month)', type: 'date' },
    { key: 'type', label: 'Type', type: 'text' },
    { key: 'value', label: 'Hours', type: 'number' },
  ],
  rows: [{ 'start:month': '2026-10', type: 'single', value: 2 }],
  row_count: 1,
  truncated: false,
  date_range: { from: '2026-07-01', to: '2027-06-30' },
  timezone: 'Australia/Sydney',
  generated_at: '2026-11-02T09:31:00.000000Z',
}

export const csvExample = 'Start (month),Type,Hours\r\n2026-10,single,2\r\n'

/** The target needs the bars that it has; the breakdown goes. */
export const patchExample = {
  name: 'Hours against plan',
  spec: { breakdown_by: null, options: null, target: { value: 160, label: 'Plan' } },
}
const { breakdown_by: _, options: __, ...kept } = createExample.spec
export const patchedExample = {
  ...insightExample,
  name: patchExample.name,
  spec: { ...kept, target: patchExample.spec.target },
  updated_at: '2026-11-02T09:32:00.000000Z',
}

export const itemExample = {
  id: 1,
  name: createExample.name,
  visualization: 'bar',
  source: 'appointments',
  spaces: ['Operations'],
  protected: false,
}

/** Other things that an insight can ask. */
export const filteredExample = {
  name: 'Tasks of Joan and Ana',
  spec: {
    ...{ source: 'tasks', metric: 'records::count', visualization: 'bar', group_by: 'client' },
    ...{ filters: { client: [2001], assignee: [101] }, date_range: { from: '2026-07-01', to: '2026-12-31' } },
    ...{ value_format: { style: 'number', decimals: 1 }, target: { value: 20, label: 'Plan' } },
    options: { show_values: true, sort: { by: 'value', direction: 'desc' }, limit: 10 },
  },
  space_id: 1,
}
export const shareExample = {
  name: 'Completed tasks, percent',
  spec: {
    ...{ source: 'tasks', visualization: 'metric', date_range: { last: 30, unit: 'days' } },
    formula: {
      expression: 'a / b * 100',
      terms: { a: { metric: 'records::count', filters: { completed: true } }, b: { metric: 'records::count' } },
    },
    conditional_formatting: [{ operator: '>=', value: 50, color: 'green' }],
  },
}
