import { Type } from 'typebox'
import { accessOf, areas } from '../access/areas.ts'
import { type AddProblem, section } from '../bundle/section.ts'
import { nullable, text, visibleText } from '../http/schema.ts'
import { addSentence } from './sentences.bundle.ts'
import { checkSpec } from './spec-check/check.ts'
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

/** Whoever imports reads everything anyway. */
const access = accessOf(Object.fromEntries(areas.map((area) => [area, 'read'])))

interface InsightRow {
  name: string
  spec: object
  space_id?: number | null
  subfolder_id?: string | null
}

/** Gives the spec the shape it is stored in: complete, and without what is not set. */
function checkInsight(row: InsightRow, problem: AddProblem): void {
  row.name = row.name.trim()
  checkPlace(row, problem)
  const judged = checkSpec(row.spec, { access })
  if ('spec' in judged) row.spec = judged.spec
  else for (const sentence of Object.values(judged.problems).flat()) addSentence(problem, ['spec'], row.spec, sentence)
}
