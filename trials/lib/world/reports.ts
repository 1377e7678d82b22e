import type { FixtureContext } from './naming.ts'

/** Insights and dashboards. */
export function reportsFixture({ marker, id }: FixtureContext) {
  const monthly = id(0) === 0 ? 'monthly' : `monthly-${id(0)}`
  const insight = (n: number, spec: object) => ({
    ...{
      id: id(n),
      name: `Hours ${marker}`,
      description: marker,
      spec,
      space_id: id(1),
      subfolder_id: monthly,
    },
  })
  const dashboard = (n: number) => ({
    ...{ id: id(n), name: `Board ${marker}`, description: marker, space_id: id(1), subfolder_id: monthly },
    cards: [
      { id: id(10 * n - 9), type: 'insight', insight_id: id(1), position: { x: 0, y: 0, w: 6, h: 4 } },
      { id: id(10 * n - 8), type: 'insight', insight_id: id(2), position: { x: 6, y: 0, w: 12, h: 8 } },
      { id: id(10 * n - 7), type: 'text', text: `For ${marker}`, position: { x: 0, y: 8, w: 10, h: 4 } },
    ],
  })
  return {
    spaces: [{ id: id(1), name: `Space ${marker}`, subfolders: [{ id: monthly, name: `Monthly ${marker}` }] }],
    insights: [
      insight(1, { source: 'clients', group_by: 'language', visualization: 'table' }),
      insight(2, { source: 'tasks', group_by: 'client', visualization: 'bar' }),
      insight(3, { source: 'staff' }),
    ],
    dashboards: [1, 2].map(dashboard),
  }
}
