import { Type } from 'typebox'
import { accessOf, areas } from '../../access/areas.ts'
import { type AddProblem, section } from '../../bundle/section.ts'
import { pathOf, relevantIssues, ruleOf } from '../../http/contract/field-errors.ts'
import { nullable, text, visibleText } from '../../http/contract/schema.ts'
import { makeAjv } from '../../http/contract/validation.ts'
import { checkSpec } from '../spec/check.ts'
import { InsightFilter, InsightSpecSent, type SpecInput } from '../spec/spec.schema.ts'
import { checkLocation, locationFields, lockSubfolders, verifySubfolders } from './subfolders.bundle.ts'

/** An insight with its spec, without results. The spec is checked as for a token that can read everything. */
export const insights = section({
  list: 'insights',
  table: 'insight',
  fields: {
    name: visibleText(255),
    description: Type.Optional(nullable(text(2000))),
    spec: Type.Unsafe<SpecInput>({ type: 'object' }),
    ...locationFields,
    protected: Type.Optional(Type.Boolean({ default: false })),
  },
  links: { space_id: 'spaces' },
  check: checkInsight,
  verify: verifySubfolders('insights'),
  before: lockSubfolders('insights'),
})

const validateSpec = makeAjv([InsightFilter]).compile(InsightSpecSent)
/** An import can read everything. */
const access = accessOf(Object.fromEntries(areas.map((area) => [area, 'read'])))

interface InsightRow {
  name: string
  spec: SpecInput
  space_id?: number | null
  subfolder_id?: string | null
}

/** Brings the spec into its stored form: complete, without unset keys. */
function checkInsight(row: InsightRow, problem: AddProblem): void {
  row.name = row.name.trim()
  checkLocation(row, problem)
  validateSpec(row.spec)
  const shapes = relevantIssues(validateSpec.errors ?? []).map((issue) => ({
    path: pathOf(issue),
    rule: ruleOf(issue),
  }))
  const checked = checkSpec(row.spec, { access, invalidKeys: new Set(shapes.map(({ path }) => path[0])) })
  if ('spec' in checked) row.spec = checked.spec
  else for (const { path, rule } of [...shapes, ...checked.problems]) problem(['spec', ...path], `${rule}.`)
}
