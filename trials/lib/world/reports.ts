import type { Naming } from './naming.ts'

/** Insights and dashboards. */
export function reportsOf({ word, id }: Naming) {
  const insight = (n: number, spec: object) => ({
    ...{
      id: id(n),
      name: `Insight ${word}`,
      description: word,
      spec,
      space_id: id(1),
      subfolder_id: `monthly-${id(1)}`,
    },
  })
  const dashboard = (n: number) => ({
    ...{ id: id(n), name: `Board ${word}`, description: word, space_id: id(1), subfolder_id: `monthly-${id(1)}` },
    cards: [
      { id: id(n + 100), type: 'insight', insight_id: id(95), position: { x: 0, y: 0, w: 6, h: 4 } },
      { id: id(n + 110), type: 'text', text: `For ${word}`, position: { x: 6, y: 0, w: 10, h: 4 } },
    ],
  })
  return {
    spaces: [{ id: id(1), name: `Space ${word}`, subfolders: [{ id: `monthly-${id(1)}`, name: `Monthly ${word}` }] }],
    insights: [
      insight(95, { source: 'clients', group_by: 'language', visualization: 'table' }),
      insight(96, { source: 'tasks', group_by: 'client', visualization: 'bar' }),
      insight(98, { source: 'staff' }),
    ],
    dashboards: [dashboard(97), dashboard(99)],
  }
}
