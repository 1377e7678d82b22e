import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { dataOf, linesOf, partOf, reportPagesOf } from '../../../test/factories/reports/pages.ts'
import { harness } from '../../../test/harness/harness.ts'
import { clientTypes } from '../../clients/funding.ts'
import type { DashboardPageData, InsightPageData } from './page-data.ts'

const fixture = await harness()
const { app, db, clock } = fixture
const acme = await fixture.organisation()
const { insight, dashboard, linkTo, get } = reportPagesOf(fixture, acme)
const person = { business_id: acme.businessId, first_name: 'Joan', client_type: 'NDIS' }
for (const last_name of ['Hart', 'Moss']) await acme.post('/clients', { ...person, last_name })
await acme.post('/clients', { ...person, last_name: 'Vale', client_type: 'HCP' })
const byType = { source: 'clients', visualization: 'bar', group_by: 'client_type' } as const

test('the page of an insight has its name, its results as data, and a strict content security policy', async () => {
  const hostile = '</script><script>alert(1)</script>'
  const spec = { ...byType, filters: { status: 'Active' }, target: { value: 5, label: hostile } }
  const id = await insight(spec, `Clients ${hostile}`, '<b>Now</b>')
  const { statusCode, headers, body } = await get(await linkTo('insight', id))
  assert.equal(statusCode, 200)
  const expected = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value, name)
  assert.match(String(headers['content-security-policy']), /default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.ok(!body.includes('<script>alert'))
  assert.ok(body.includes('&lt;b&gt;Now&lt;/b&gt;'))
  const { name, view, outcome } = dataOf<InsightPageData>(body)
  assert.equal(name, `Clients ${hostile}`)
  assert.deepEqual(view, {
    ...{ visualization: 'bar', format: { style: 'number' }, aggregation: 'count' },
    target: { value: 5, label: hostile },
    // In declared order, for their colours.
    groups: {
      client_type: { none: 'No client type', values: clientTypes.map((value) => ({ value, name: value })) },
    },
  })
  assert.ok('results' in outcome)
  assert.deepEqual(outcome.results.rows, [
    { client_type: 'NDIS', value: 2 },
    { client_type: 'HCP', value: 1 },
  ])
})

test('values have the style of their metric, unless the insight sets another', async () => {
  const format = async (spec: object) =>
    dataOf<InsightPageData>((await get(await linkTo('insight', await insight(spec as typeof byType)))).body).view.format
  assert.deepEqual(await format({ source: 'appointments', metric: 'hours::sum' }), { style: 'hours' })
  assert.deepEqual(await format({ source: 'charges', metric: 'total_cost::avg' }), { style: 'currency' })
  assert.deepEqual(await format({ source: 'charges', metric: 'total_cost::sum', value_format: { style: 'number' } }), {
    style: 'number',
  })
})

test('a chart without groups is a metric with its target, and loads no chart library', async () => {
  for (const visualization of ['bar', 'line', 'area', 'pie', 'donut'] as const) {
    const target = { value: 4 }
    const { body } = await get(await linkTo('insight', await insight({ source: 'clients', visualization, target })))
    const { view } = dataOf<InsightPageData>(body)
    assert.deepEqual([view.visualization, view.target], ['metric', target])
    assert.ok(!body.includes('modulepreload'))
  }
  const { body } = await get(await linkTo('insight', await insight({ source: 'clients', visualization: 'table' })))
  assert.equal(dataOf<InsightPageData>(body).view.visualization, 'table')
})

test('the download has the results of the page', async () => {
  const address = partOf(await linkTo('insight', await insight(byType, 'Clients / type')), 'results.csv')
  const { statusCode, headers, body } = await get(address)
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(String(headers['content-disposition']), /^attachment; filename="Clients\s+type\.csv"/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(body, 'Client type,Clients\r\nNDIS,2\r\nHCP,1\r\n')
  const page = await get(address.replace('/results.csv', ''))
  assert.ok(page.body.includes(address.replaceAll('&', '&amp;')))
})

test('the page of a dashboard has its texts and headings, and links to its insights that expire with its own', async () => {
  const id = await insight(byType, 'Clients <by> type', 'Of today')
  const hidden = await insight({ source: 'clients' }, 'Hidden')
  const board = await dashboard(
    [
      { text: 'First.\n\nSecond & <last>.', at: [0, 0, 12, 3] },
      { insight_id: id, at: [12, 0, 12, 8], show_description: true },
      { insight_id: hidden, at: [0, 3, 6, 4], show_title: false },
    ],
    'Board',
    { date_range: { from: '2026-07-01', to: '2026-07-31' } },
  )
  const { statusCode, headers, body } = await get(await linkTo('dashboard', board.id, { seconds: 60 }))
  assert.deepEqual([statusCode, headers['cache-control'], headers['x-robots-tag']], [200, 'no-store', 'noindex'])
  assert.ok(body.includes('<p dir="auto">First.</p><p dir="auto">Second &amp; &lt;last&gt;.</p>'))
  assert.ok(body.includes('Clients &lt;by&gt; type</a>') && body.includes('Of today'))
  assert.ok(body.includes('All cards: 1 Jul 2026 to 31 Jul 2026, in place of their own dates'))
  const { cards } = dataOf<DashboardPageData>(body)
  assert.deepEqual(
    cards.map((card) => [card.id, card.insight?.name]),
    [
      [board.cards[0], undefined],
      [board.cards[1], 'Clients <by> type'],
      [board.cards[2], 'Hidden'],
    ],
  )
  assert.deepEqual(cards[1]!.position, { x: 12, y: 0, w: 12, h: 8 })
  // One link on a card, and one for each insight without JavaScript.
  assert.equal(body.replace(/<noscript>.*?<\/noscript>/s, '').match(/<a href/g)!.length, 1)
  assert.equal(body.match(/<a href/g)!.length, 3)
  const link = /<a href="(?:https?:\/\/[^/]*)?([^"]*)"/.exec(body)![1]!
  assert.equal((await get(link)).statusCode, 200)
  clock.advance(61_000)
  assert.equal((await get(link)).statusCode, 410)
  clock.advance(-61_000)
})

test('cards come as lines, with the date range of the dashboard in place of their own', async () => {
  const id = await insight({ source: 'clients', date_range: { preset: 'all_time' } })
  const range = { from: '2020-01-01', to: '2020-12-31' }
  const board = await dashboard(
    [
      { insight_id: id, at: [0, 0, 6, 4] },
      { text: 'Words', at: [6, 0, 6, 4] },
    ],
    'Board',
    {
      date_range: range,
    },
  )
  const address = partOf(await linkTo('dashboard', board.id), 'cards')
  const { headers, body } = await get(address)
  assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-store')
  const [line, ...others] = linesOf(body)
  assert.deepEqual(others, [])
  assert.equal(line!.card, board.cards[0])
  assert.ok('results' in line!)
  assert.deepEqual([line.results.rows, line.results.date_range], [[{ value: 0 }], range])
  const packed = await get(address, { 'accept-encoding': 'br, gzip' })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.deepEqual(linesOf(gunzipSync(packed.rawPayload).toString()), [line])
})

test('no card waits for a slower one', {
  skip: inOneProcess('the line in which reports wait is one node’s own'),
}, async () => {
  const slow = await insight({ source: 'tasks' })
  const quick = await insight({ source: 'clients' })
  const board = await dashboard([
    { insight_id: slow, at: [0, 0, 6, 4] },
    { insight_id: quick, at: [6, 0, 6, 4] },
    { insight_id: quick, at: [12, 0, 6, 4] },
  ])
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const holder = await db.connect()
  const arrived: number[] = []
  try {
    await holder.query('begin')
    await holder.query('lock table task in access exclusive mode')
    const { body } = await fetch(origin + partOf(await linkTo('dashboard', board.id), 'cards'))
    const decoder = new TextDecoder()
    for await (const bytes of body!) {
      for (const { card } of linesOf(decoder.decode(bytes, { stream: true }))) arrived.push(card)
      // The slow one completes only after the quick ones have arrived.
      if (arrived.length === 2) await holder.query('commit')
    }
  } finally {
    holder.release(arrived.length < 3)
  }
  assert.deepEqual(new Set(arrived.slice(0, 2)), new Set(board.cards.slice(1)))
  assert.equal(arrived[2], board.cards[0])
})

test('a card that fails has a message and does not affect others', async () => {
  const broken = await insight({ source: 'clients', group_by: 'nothing', visualization: 'bar' })
  const whole = await insight({ source: 'clients' })
  const board = await dashboard([
    { insight_id: broken, at: [0, 0, 6, 4] },
    { insight_id: whole, at: [6, 0, 6, 4] },
  ])
  const lines = linesOf((await get(partOf(await linkTo('dashboard', board.id), 'cards'))).body)
  const of = (index: number) => lines.find(({ card }) => card === board.cards[index])!
  assert.ok('message' in of(0) && 'results' in of(1))
})

test('a download that fails internally is 500', async () => {
  const broken = await insight({ source: 'clients', group_by: 'nothing', visualization: 'bar' })
  const { statusCode, headers, body } = await get(partOf(await linkTo('insight', broken), 'results.csv'))
  assert.deepEqual([statusCode, headers['content-type']], [500, 'text/html; charset=utf-8'])
  assert.match(body, /could not be counted/)
})

test('HEAD has the status and headers of GET', async () => {
  const id = await insight(byType)
  const board = await dashboard([{ insight_id: id, at: [0, 0, 6, 4] }])
  const insightPage = await linkTo('insight', id)
  const pages = [insightPage, partOf(insightPage, 'results.csv'), await linkTo('dashboard', board.id), '/r/x', '/r/']
  for (const url of pages) {
    const [head, got] = [await app.inject({ method: 'HEAD', url }), await get(url)]
    assert.equal(head.statusCode, got.statusCode, url)
    for (const name of ['content-type', 'content-length', 'content-security-policy', 'cache-control'])
      assert.equal(head.headers[name], got.headers[name], `${url} ${name}`)
    assert.equal(head.body, '')
  }
})
