import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insightOf } from '../../../test/factories/reports/reports.ts'
import { harness } from '../../../test/harness/harness.ts'
import type { Results } from '../logic/results.ts'
import { csvOf, downloadOf } from './csv.ts'

const { organisation } = await harness()

test('cells are quoted by RFC 4180, and no text is exported as a formula', () => {
  const texts = [
    'a',
    'a,b',
    'say "hi"',
    'two\nlines',
    'cr\rhere',
    '=1+1',
    '+61 400',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '\nx',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '=A1,"x"',
    '',
  ]
  const results = {
    columns: [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'value', label: 'Hours, all', type: 'number' },
    ],
    rows: [...texts.map((title) => ({ title, value: -1.5 })), { title: null, value: null }, { title: true, value: 0 }],
  } as unknown as Results
  assert.equal(
    csvOf(results),
    [
      'Title,"Hours, all"',
      'a,-1.5',
      '"a,b",-1.5',
      '"say ""hi""",-1.5',
      '"two\nlines",-1.5',
      '"cr\rhere",-1.5',
      "'=1+1,-1.5",
      "'+61 400,-1.5",
      "'-1,-1.5",
      "'@x,-1.5",
      "'\tx,-1.5",
      '"\'\rx",-1.5',
      '"\'\nx",-1.5',
      "'＝1,-1.5",
      "'＋1,-1.5",
      "'－1,-1.5",
      "'＠x,-1.5",
      '"\'=A1,""x""",-1.5',
      ',-1.5',
      ',',
      'true,0',
      '',
    ].join('\r\n'),
  )
})

test('a download is named after its insight, in characters that a header allows', () => {
  assert.equal(downloadOf('Hours'), `attachment; filename="Hours.csv"; filename*=UTF-8''Hours.csv`)
  assert.equal(
    downloadOf('Größe: a/b "x"'),
    `attachment; filename="Groe a b x.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20a%20b%20x.csv`,
  )
  assert.equal(downloadOf('時間'), `attachment; filename="insight.csv"; filename*=UTF-8''%E6%99%82%E9%96%93.csv`)
  assert.match(downloadOf('\r\nSet-Cookie: a'), /^attachment; filename="Set-Cookie a\.csv"; filename\*=/)
  assert.match(
    downloadOf(`${'x'.repeat(99)}🌾`),
    /^attachment; filename="x{99}\.csv"; filename\*=UTF-8''[x%A-F0-9]+\.csv$/,
  )
})

test('results are downloaded as a CSV file', async () => {
  const org = await organisation()
  for (const title of ['=HYPERLINK("x")', 'Plain', 'Plain'])
    await org.post('/tasks', { title, date: '2026-11-02', minutes: 30 })
  const spec = { source: 'tasks', metric: 'minutes::sum', group_by: 'title' }
  const id = await insightOf(org, { name: 'Minutes', spec })
  const { status, text, headers } = await org.get(`/reports/insights/${id}/results?format=csv`)
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  assert.equal(headers['content-disposition'], `attachment; filename="Minutes.csv"; filename*=UTF-8''Minutes.csv`)
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(text, /^Title,[^\r\n]+\r\nPlain,60\r\n"'=HYPERLINK\(""x""\)",30\r\n$/)
  const invalid = await org.get(`/reports/insights/${id}/results?format=xml`)
  assert.deepEqual(invalid.body.errors, { format: ['format must be one of json, csv.'] })
})
