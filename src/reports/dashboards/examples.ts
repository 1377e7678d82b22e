/** One dashboard for all examples, from its making to its editing. */
const times = { created_at: '2026-11-02T09:30:00.000000Z', updated_at: '2026-11-02T09:30:00.000000Z' }
const link = 'https://care.example.org/r/acme-care/dashboards/1?link=V2h5IG5vdD8'
const shown = { show_title: true, show_description: false, locked: false }
const number = {
  ...{ id: 1, type: 'insight', insight_id: 1, insight: { name: 'Active clients', visualization: 'metric' } },
  ...{ position: { x: 0, y: 0, w: 6, h: 4 }, min_size: { w: 4, h: 3 }, ...shown },
} as const
const chart = {
  ...{ id: 2, type: 'insight', insight_id: 2, insight: { name: 'Hours by month', visualization: 'bar' } },
  ...{ position: { x: 6, y: 0, w: 12, h: 8 }, min_size: { w: 6, h: 4 }, ...shown },
} as const

export const createExample = {
  name: 'Board',
  description: 'For the meeting on Mondays.',
  space_id: 1,
  subfolder_id: 'monthly',
  settings: { date_range: { preset: 'last_month' } },
  operations: [
    { op: 'add_insight', insight_id: 1 },
    { op: 'add_insight', insight_id: 2 },
  ],
}
export const dashboardExample = {
  id: 1,
  name: createExample.name,
  description: createExample.description,
  space: { id: 1, name: 'Operations' },
  subfolder_id: createExample.subfolder_id,
  protected: false,
  settings: { auto_layout: true, ...createExample.settings },
  cards: [number, chart],
  link,
  ...times,
}
export const createdExample = { created: 1, ...dashboardExample }

export const editExample = {
  description: null,
  settings: { date_range: null },
  operations: [
    { op: 'add_text', key: 'note', text: 'Clients who left are not counted.\n\nAsk Ana about the rest.' },
    { op: 'update_card', card_id: 'note', position: { x: 0, y: 4, w: 6, h: 4 }, locked: true },
    { op: 'update_card', card_id: 2, show_description: true },
  ],
}
export const editedExample = {
  updated: 1,
  ...dashboardExample,
  description: null,
  settings: { auto_layout: false },
  cards: [
    number,
    { ...chart, show_description: true },
    {
      ...{ id: 3, type: 'text', text: editExample.operations[0]!.text },
      ...{ position: { x: 0, y: 4, w: 6, h: 4 }, min_size: { w: 4, h: 2 }, ...shown, locked: true },
    },
  ],
}
