import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const code = (fields: object = {}) => ({
  id: 11,
  code: '01_011',
  name: 'Self-care',
  unit: 'hour',
  price: 67.56,
  ...fields,
})

test('a price is a number with cents in and out, and what is left out is null or empty', async () => {
  const orgId = await emptyOrganisation(pool)
  const prices = [67.56, 0, 0.1, 100, 9_999_999_999.99]
  await importTo(pool, orgId, { price_codes: prices.map((price, i) => code({ id: i + 1, price })) })
  const bytes = await exportText(pool, orgId)
  const rows = JSON.parse(bytes).price_codes
  assert.deepEqual(
    rows.map(({ price }: { price: number }) => price),
    prices,
  )
  const { created_at, updated_at, ...first } = rows[0]
  assert.deepEqual(first, {
    ...code({ id: 1 }),
    ...{ funding_type: null, claim_types: [], effective_from: null, effective_to: null },
  })
  const { counts } = await importTo(pool, orgId, bytes)
  assert.equal(counts.price_codes!.unchanged, prices.length)
})

test('reports errors of a price, its claim types and its days', async () => {
  const orgId = await emptyOrganisation(pool)
  const price_codes = [
    code({ price: 1.234, effective_from: '2026-07-02', effective_to: '2026-07-01' }),
    code({ id: 12, price: -1, funding_type: 'CASH', claim_types: ['Gift', 'Travel', 'Travel'] }),
    code({ id: 13, price: '5', effective_from: '2026-02-30', effective_to: '0000-01-01' }),
  ]
  assert.deepEqual(await problemsOf(pool, orgId, { price_codes }), [
    'price_codes[0].price: must have at most 2 decimals.',
    'price_codes[0].effective_to: must be 2026-07-02 or later, the day it is effective from.',
    'price_codes[1].price: must be from 0 to 9999999999.99.',
    'price_codes[1].funding_type: must be one of HCP, SaH, THCP, GHCP, NDIS, Private, null.',
    'price_codes[1].claim_types[0]: must be one of Standard, Cancellation, Report writing, Travel, Non-face-to-face, Telehealth, Irregular SIL.',
    'price_codes[1].claim_types: must not have an item twice.',
    'price_codes[2].price: must be a number.',
    'price_codes[2].effective_from: must be a date such as 2026-11-30.',
    'price_codes[2].effective_to: must be a date such as 2026-11-30.',
  ])
})
