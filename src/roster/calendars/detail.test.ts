import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf, type RosteredShift, suburbOf } from './detail.ts'

const shift: RosteredShift = {
  ...{ id: 912, status: 'scheduled', title: 'Morning visit', address: '23/59 Station Street, Adamstown NSW 2289' },
  ...{ starts_at: '2026-11-15T22:00:00Z', ends_at: '2026-11-16T00:00:00Z', updated_at: '2026-11-10T02:10:11Z' },
  clients: ['Joan', 'Max'],
  client_ids: [2001, 2002],
}
const textsOf = (detail: 'busy' | 'shift' | 'full', more: Partial<RosteredShift> = {}) => {
  const { summary, location, description } = eventOf({ ...shift, ...more }, detail, 'suffix')
  return { summary, location, description }
}

test('busy has times only, shift no address and no client, full both', () => {
  assert.deepEqual(textsOf('busy'), { summary: 'Busy', location: undefined, description: undefined })
  assert.deepEqual(textsOf('shift'), {
    ...{ summary: 'Morning visit', location: 'Adamstown', description: 'Status: scheduled' },
  })
  assert.deepEqual(textsOf('full', { status: 'completed' }), {
    ...{ summary: 'Morning visit', location: '23/59 Station Street, Adamstown NSW 2289' },
    description: 'Clients: Joan, Max\nStatus: completed',
  })
  assert.deepEqual(textsOf('full', { address: null, clients: [] }), {
    ...{ summary: 'Morning visit', location: undefined, description: 'Status: scheduled' },
  })
})

test('the title of a cancelled shift says so, in every detail', () => {
  const summaries = (['busy', 'shift', 'full'] as const).map(
    (detail) => textsOf(detail, { status: 'cancelled' }).summary,
  )
  assert.deepEqual(summaries, ['Cancelled', 'Cancelled: Morning visit', 'Cancelled: Morning visit'])
})

test('a suburb is shown only where the address says clearly what it is', () => {
  const suburbs: Record<string, string | undefined> = {
    '18 Grevillea Crescent, Westmead NSW 2145': 'Westmead',
    'Unit 4, 2 Katoomba St, Wentworth Falls nsw 2782 ': 'Wentworth Falls',
    '1 Gum St, St Leonards, NSW 2065': undefined,
    '1 Gum St Ryde NSW 2112': undefined,
    'Unit 4, 1 Gum St Ryde NSW 2112': undefined,
    '1 Gum St, Ryde': undefined,
    'Meeting point: Parramatta office': undefined,
    '2 Gum St,   Ryde   NSW,   2112': 'Ryde',
    '2 Gum St,   NSW 2112': undefined,
    ', Ryde NSW 2112': 'Ryde',
    '': undefined,
  }
  for (const [address, suburb] of Object.entries(suburbs)) assert.equal(suburbOf(address), suburb, address)
})

test('the suburb of an address of spaces is looked for once', () => {
  // With a pattern that tries each part of the spaces this takes longer than all tests together.
  const address = `, ${' '.repeat(200_000)}x NSW 21`
  assert.equal(suburbOf(address), undefined)
})
