import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { computeResults } from '../../src/reports/engine/compute.ts'
import { arrange, columns, overlaps, positionErrors } from '../../src/reports/logic/grid.ts'
import { type Spec, visualizations } from '../../src/reports/spec/spec.schema.ts'
import { emptyOrganisation, importTo } from '../../test/factories/bundles/bundles.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { demoBundle } from '../bundle.ts'

type Row = Record<string, any>
const { pool, drop } = await createDatabase({ size: 2 })
after(drop)

/** A Sunday, and a morning on which month, quarter and year begin. */
for (const instant of ['2026-11-15T02:00:00Z', '2027-12-31T22:00:00Z']) {
  describe(`the demo’s reports as of ${instant}`, () => {
    const now = Date.parse(instant)
    const bundle = demoBundle(now)
    const [insights, dashboards] = [bundle.insights as Row[], bundle.dashboards as Row[]]
    const specs = insights.map(({ spec }) => spec as Spec)
    const cardsOf = ({ cards }: Row) =>
      (cards as Row[]).map(({ insight_id, position, locked }) => ({
        kind: insights.find(({ id }) => id === insight_id)?.spec.visualization ?? 'text',
        ...{ position, locked },
      }))

    test('use every visualization and setting', () => {
      assert.deepEqual(new Set(specs.map((spec) => spec.visualization)), new Set(visualizations))
      for (const key of ['formula', 'target', 'breakdown_by', 'conditional_formatting', 'value_format'] as const) {
        assert.ok(specs.filter((spec) => spec[key]).length > 0, key)
      }
      const cards = dashboards.flatMap((one) => one.cards as Row[])
      assert.ok(cards.some(({ locked }) => locked) && cards.some(({ type }) => type === 'text'))
      assert.deepEqual(
        new Set(cards.flatMap(({ insight_id }) => insight_id ?? [])),
        new Set(insights.map(({ id }) => id)),
      )
      assert.ok([...insights, ...dashboards].every(({ space_id }) => space_id))
    })

    test('have rules whose texts tell their colours apart: no two of an insight differ in the number alone', () => {
      for (const { conditional_formatting: rules = [] } of specs)
        assert.equal(new Set(rules.map(({ operator }) => operator)).size, rules.length, JSON.stringify(rules))
    })

    test('have grids without gaps, and cards large enough for their content', () => {
      assert.equal(dashboards.length, 3)
      for (const dashboard of dashboards) {
        const cards = cardsOf(dashboard)
        for (const [place, { position, kind }] of cards.entries()) {
          assert.deepEqual(positionErrors(position, kind), [])
          assert.ok(!cards.slice(0, place).some((other) => overlaps(other.position, position)))
        }
        const height = Math.max(...cards.map(({ position }) => position.y + position.h))
        const covered = cards.reduce((sum, { position }) => sum + position.w * position.h, 0)
        assert.equal(covered, columns * height, dashboard.name)
        // Nobody should see cards jump when the first of them is taken away.
        if (dashboard.settings.auto_layout) assert.deepEqual(arrange(cards), cards)
      }
    })

    test('were created in the past, and updated after that', () => {
      for (const { created_at, updated_at } of [...insights, ...dashboards, ...(bundle.spaces as Row[])]) {
        assert.ok(created_at <= updated_at && Date.parse(updated_at) <= now, `${created_at} ${updated_at}`)
      }
    })

    test('all have results, and open incidents are those neither closed nor archived', async () => {
      const orgId = await emptyOrganisation(pool)
      await importTo(pool, orgId, bundle)
      const open = (bundle.form_submissions as Row[]).filter(
        ({ type, status }) => type === 'incident' && status !== 'Closed' && status !== 'Archived',
      )
      assert.ok(open.some(({ status }) => status === 'Approved'))
      for (const { name, spec } of insights) {
        const { rows, truncated } = await computeResults(pool, { orgId, timezone: 'Australia/Sydney' }, spec, now)
        const values = rows.map(({ value }) => value as number)
        assert.ok(values.length > 0 && values.every((value) => value > 0), `${name}: ${JSON.stringify(rows)}`)
        if (spec.group_by) assert.ok(new Set(rows.map((row) => row[spec.group_by])).size >= 3, name)
        assert.ok(!truncated || spec.options?.limit, name)
        if (name === 'Open incidents') assert.deepEqual(values, [open.length])
      }
    })
  })
}
