import { Type } from 'typebox'
import { type AddProblem, section } from '../bundle/section.ts'
import { nullable, text, visibleText } from '../http/schema.ts'
import { checkPlace, holdSubfolders, placeFields, verifySubfolders } from './subfolders.bundle.ts'

/** An insight: what it asks, never what came of it. The spec is judged as the API does for a token that reads everything. */
export const insights = section({
  list: 'insights',
  table: 'insight',
  fields: {
    name: visibleText(255),
    description: Type.Optional(nullable(text(2000))),
    spec: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
    ...placeFields,
    protected: Type.Optional(Type.Boolean({ default: false })),
  },
  links: { space_id: 'spaces' },
  check: checkInsight,
  verify: verifySubfolders('insights'),
  before: holdSubfolders('insights'),
})

interface InsightRow {
  spec: Record<string, unknown>
  space_id?: number | null
  subfolder_id?: string | null
}

function checkInsight(row: InsightRow, problem: AddProblem): void {
  checkPlace(row, problem)
}
