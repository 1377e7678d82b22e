import { officeTime, stamped } from '../dates.ts'
import { boards, cardRow } from './boards.ts'
import { growth } from './growth.ts'
import { type DemoInsight, operations } from './insights.ts'
import { quality } from './quality.ts'

const day = 86_400_000

const spaces = [
  {
    ...{ id: 1, name: 'Operations' },
    subfolders: [
      { id: 'monthly', name: 'Monthly' },
      { id: 'quarterly', name: 'Quarterly' },
      { id: 'archive', name: 'Archive' },
    ],
  },
  { id: 2, name: 'Board', subfolders: [] },
  { id: 3, name: 'Growth', subfolders: [] },
  { id: 4, name: 'Drafts', subfolders: [] },
]

/** Spaces with the insights and dashboards that a manager wants on the first day. They were made a while ago, one after the other. */
export function makeReports(now: number) {
  const dated = (ago: number, changed = ago) => ({
    created_at: stamped(officeTime(now - ago * day)),
    updated_at: stamped(officeTime(now - changed * day)),
  })
  const insightRows = (insights: DemoInsight[], ago: number, space_id: number, isProtected = false) =>
    insights.map(({ id, name, description, spec }, index) => ({
      ...{ id, name, description, spec, space_id, subfolder_id: folderOf(id), protected: isProtected },
      ...dated(ago - index),
    }))
  let card = 0
  return {
    spaces: spaces.map((space) => ({ ...space, ...dated(90) })),
    insights: [...insightRows(operations, 80, 1), ...insightRows(growth, 60, 3), ...insightRows(quality, 40, 2, true)],
    dashboards: boards.map(({ auto_layout, cards, ...board }, index) => ({
      ...{ ...board, settings: { auto_layout } },
      cards: cards.map((one) => cardRow(one, ++card)),
      ...dated(30 - 5 * index, 10 - index),
    })),
  }
}

/** What is about the month goes with the dashboard of the month. */
const folderOf = (id: number) => (id <= 3 || id === 5 ? 'monthly' : id === 4 ? 'quarterly' : null)
