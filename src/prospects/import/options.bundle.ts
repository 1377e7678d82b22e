import type pg from 'pg'
import { Type } from 'typebox'
import type { AddProblem, Settings } from '../../bundle/section.ts'
import { closed, visibleText } from '../../http/contract/schema.ts'
import {
  defaultStages,
  firstStage,
  hasOptions,
  optionsOf,
  ProspectAttribute,
  ProspectStage,
  type StoredOptions,
} from '../options/options.ts'

const names = () => Type.Optional(Type.Array(visibleText(100), { uniqueItems: true, maxItems: 500, default: [] }))
const key = Type.String({
  pattern: '^[A-Za-z0-9_]{1,64}$',
  patternRule: 'must have 1 to 64 letters, digits and _',
})

/** What prospects can be. A bundle has all of it or none: what it leaves out is the usual stages, and otherwise nothing. */
export const prospectOptions: Settings = {
  name: 'prospect_options',
  schema: Type.Object(
    {
      stages: Type.Optional(Type.Array(ProspectStage, { maxItems: 200, default: [...defaultStages] })),
      sources: names(),
      consultants: names(),
      attributes: Type.Optional(
        Type.Array(Type.Object({ ...ProspectAttribute.properties, key }, closed), { maxItems: 200, default: [] }),
      ),
    },
    closed,
  ),
  check(options: StoredOptions, problem) {
    checkStages(options, problem)
    checkAttributes(options, problem)
    options.stages = optionsOf(options).stages
  },
  async write(tx: pg.ClientBase, orgId: number) {
    const { rows } = await tx.query(
      `/* bundle.prospect_options */
       insert into prospect_options as o (org_id, stages, sources, consultants, attributes)
       select $1, row -> 'stages', row -> 'sources', row -> 'consultants', row -> 'attributes'
       from bundle_row where list = 'prospect_options'
       on conflict (org_id) do update
         set (stages, sources, consultants, attributes, updated_at)
           = row (excluded.stages, excluded.sources, excluded.consultants, excluded.attributes, now())
         where (o.stages, o.sources, o.consultants, o.attributes)
           is distinct from (excluded.stages, excluded.sources, excluded.consultants, excluded.attributes)
       returning xmax = 0 as created`,
      [orgId],
    )
    return rows[0] === undefined ? 'unchanged' : rows[0].created ? 'created' : 'updated'
  },
  async read(tx: pg.ClientBase, orgId: number) {
    const { rows } = await tx.query<StoredOptions>(
      '/* bundle.read_prospect_options */ select stages, sources, consultants, attributes from prospect_options where org_id = $1',
      [orgId],
    )
    return rows[0] && shownOf(optionsOf(rows[0]))
  },
}

/** The database keeps the fields of an object in an order of its own. */
const shownOf = ({ stages, sources, consultants, attributes }: StoredOptions): StoredOptions => ({
  stages: stages.map(({ name, category }) => ({ name, category })),
  sources,
  consultants,
  attributes: attributes.map(({ key, label, type, options = [] }) => ({ key, label, type, options })),
})

function checkStages({ stages }: StoredOptions, problem: AddProblem): void {
  unique(
    stages.map(({ name }) => name),
    (place, first) => problem(['stages', place, 'name'], `is already the name of stages[${first}].`),
  )
  for (const [place, { name, category }] of stages.entries()) {
    if (name === firstStage && category !== 'open') {
      problem(['stages', place, 'category'], `must be open for ${firstStage}, where prospects begin.`)
    }
  }
}

function checkAttributes({ attributes }: StoredOptions, problem: AddProblem): void {
  unique(
    attributes.map((attribute) => attribute.key),
    (place, first) => problem(['attributes', place, 'key'], `is already the key of attributes[${first}].`),
  )
  for (const [place, attribute] of attributes.entries()) {
    const count = attribute.options!.length
    const at = ['attributes', place, 'options']
    if (hasOptions(attribute) && count === 0) problem(at, `must have at least one option for a ${attribute.type}.`)
    if (!hasOptions(attribute) && count > 0) problem(at, `must be left out or empty for a ${attribute.type}.`)
  }
}

function unique(values: readonly string[], refuse: (place: number, first: number) => void): void {
  for (const [place, value] of values.entries()) {
    const first = values.indexOf(value)
    if (first < place) refuse(place, first)
  }
}
