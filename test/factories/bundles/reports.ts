/** Bundles with spaces, insights and dashboards. */
const timestamps = { created_at: '2026-11-02T03:20:00.104220Z', updated_at: '2026-11-03T03:20:00.104220Z' }

export const space = (fields: object = {}): Record<string, unknown> => ({ id: 1, name: 'Operations', ...fields })
export const insight = (fields: object = {}): Record<string, unknown> => ({
  ...{ id: 95, name: 'Active clients', spec: { source: 'clients' } },
  ...fields,
})
/** The defaults of an insight with only a name and a source. */
export const insightDefaults = {
  ...{ id: 95, name: 'Active clients', description: null },
  spec: { source: 'clients', metric: 'records::count', visualization: 'metric' },
  ...{ space_id: null, subfolder_id: null, protected: false },
}
export const dashboard = (fields: object = {}): Record<string, unknown> => ({ id: 97, name: 'Board', ...fields })
export const dashboardDefaults = {
  ...{ id: 97, name: 'Board', description: null, space_id: null, subfolder_id: null, protected: false },
  ...{ settings: { auto_layout: true }, cards: [] as object[] },
}
export const at = (x: number, y: number, w = 6, h = 4) => ({ x, y, w, h })
export const insightCard = (fields: object = {}): Record<string, unknown> => ({
  ...{ type: 'insight', insight_id: 95, position: at(0, 0) },
  ...fields,
})
export const textCard = (fields: object = {}): Record<string, unknown> => ({
  ...{ type: 'text', text: 'Read me', position: at(0, 0) },
  ...fields,
})
const flags = { show_title: true, show_description: false, locked: false }

export const completeBundle = {
  spaces: [
    {
      ...{ id: 1, name: 'Operations', ...timestamps },
      subfolders: [
        { id: 'monthly', name: 'Monthly' },
        { id: 'Häuser & Co', name: 'Monthly' },
      ],
    },
    { id: 2, name: 'Board', subfolders: [], ...timestamps },
  ],
  insights: [
    { ...insightDefaults, description: 'Those we look after', space_id: 1, subfolder_id: 'monthly', ...timestamps },
    {
      ...{ id: 96, name: 'Cancelled', description: null },
      spec: {
        source: 'appointments',
        metric: 'records::count',
        visualization: 'metric',
        filters: { type: ['single', 'group'], start: { operator: 'on_or_after', value: '2026-01-01' } },
        date_range: { last: 3, unit: 'months' },
        value_format: { style: 'percent', decimals: 1 },
        formula: {
          expression: 'a / b * 100',
          terms: {
            a: { metric: 'records::count', filters: { status: 'cancelled' } },
            b: { metric: 'records::count' },
          },
        },
        conditional_formatting: [
          { operator: 'between', value: [0, 2.5], color: 'green' },
          { operator: '>', value: 2.5, color: '#c53030' },
        ],
      },
      ...{ space_id: 1, subfolder_id: 'Häuser & Co', protected: true, ...timestamps },
    },
    {
      ...{ id: 98, name: 'Hours', description: null },
      spec: {
        source: 'appointments',
        metric: 'hours::sum',
        visualization: 'bar',
        group_by: 'start:week',
        breakdown_by: 'type',
        options: { stacked: true, sort: { by: 'group', direction: 'asc' }, limit: 12 },
        target: { value: 450, label: 'Funded' },
      },
      ...{ space_id: 2, subfolder_id: null, protected: false, ...timestamps },
    },
  ],
  dashboards: [
    {
      ...{ id: 97, name: 'Board', description: 'For the board', space_id: 1, subfolder_id: 'monthly', protected: true },
      settings: { auto_layout: false, date_range: { preset: 'last_quarter' } },
      cards: [
        { id: 104, type: 'text', text: 'Numbers\n\nof the quarter', position: at(0, 0, 24, 2), ...flags, locked: true },
        { id: 99, type: 'insight', insight_id: 95, position: at(0, 2), ...flags, show_description: true },
        { id: 103, type: 'insight', insight_id: 96, position: at(18, 2), ...flags, show_title: false },
        { id: 100, type: 'insight', insight_id: 98, position: at(0, 6, 24, 8), ...flags },
      ],
      ...timestamps,
    },
    { ...dashboardDefaults, id: 98, name: 'Empty', ...timestamps },
  ],
}
