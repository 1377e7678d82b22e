import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { partOf, reportPagesOf } from '../../../test/factories/reports/pages.ts'
import { reportQueueOf } from '../../../test/factories/reports/queue.ts'
import { insightOf } from '../../../test/factories/reports/reports.ts'
import { harness } from '../../../test/harness/harness.ts'
import { basePath } from '../../app.ts'

const fixture = await harness()
const { app, db, organisation } = fixture
const [acme, other] = [await organisation(), await organisation()]
const queue = reportQueueOf(db)
const path = '/reports/insights'
const [mine, theirs] = [await insightOf(acme), await insightOf(other)]
const pages = reportPagesOf(fixture, acme)
const link = await pages.linkTo('insight', mine)
const board = await pages.dashboard([0, 4, 8, 12, 16, 20].map((y) => ({ insight_id: mine, at: [0, y, 6, 4] })))
const boardLink = await pages.linkTo('dashboard', board.id)
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const skip = inOneProcess('the line in which reports wait is one node’s own')
const busy = 'The service is busy with reports. Try again in a few seconds.'

test('if the queue is full, GET the insight has a message in place of results, and GET its results is 503', {
  skip,
}, async () => {
  const { empty } = queue.fill(acme.orgId, 60)
  const record = await acme.get(`${path}/${mine}`)
  const alone = await acme.get(`${path}/${mine}/results`)
  await empty()
  assert.deepEqual([record.status, record.body.data.results, record.body.data.results_message], [200, null, busy])
  assert.deepEqual([alone.status, alone.body, alone.headers['retry-after']], [503, { message: busy }, '5'])
  assert.equal((await acme.get(`${path}/${mine}`)).body.data.results.row_count, 1)
})

test('a full queue of one organisation does not affect another', { skip }, async () => {
  const { empty } = queue.fill(acme.orgId, 60)
  const answer = other.get(`${path}/${theirs}/results`)
  await queue.waits(61)
  await empty()
  assert.equal((await answer).status, 200)
})

test('if the queue is full, a page has a message, and its download is 503', { skip }, async () => {
  const { empty } = queue.fill(acme.orgId, 60)
  const [page, csv] = [await pages.get(link), await pages.get(partOf(link, 'results.csv'))]
  await empty()
  assert.equal(page.statusCode, 200)
  assert.ok(page.body.includes(busy))
  assert.deepEqual([csv.statusCode, csv.headers['retry-after']], [503, '5'])
  assert.ok(csv.body.includes(busy))
})

const bearer = { authorization: `Bearer ${acme.token}` }
for (const [what, url, waiting] of [
  ['the results of an insight', `${basePath}${path}/${mine}/results`, 1],
  ['an insight', `${basePath}${path}/${mine}`, 1],
  ['the page of an insight', link, 1],
  ['the figures of an insight as a file', partOf(link, 'results.csv'), 1],
  ['the cards of a dashboard', partOf(boardLink, 'cards'), 4],
] as const)
  test(`a client that requests ${what} and disconnects leaves the queue`, { timeout: 10_000, skip }, async () => {
    const { empty } = queue.fill(other.orgId)
    const leaving = new AbortController()
    const request = fetch(origin + url, { headers: bearer, signal: leaving.signal }).then((answer) => answer.text())
    await queue.waits(waiting)
    leaving.abort()
    await assert.rejects(request, { name: 'AbortError' })
    await queue.waits(0)
    await empty()
    assert.equal((await acme.get(`${path}/${mine}/results`)).status, 200)
  })

for (const [what, url] of [
  ['the results of an insight', `${basePath}${path}/${mine}/results`],
  ['an insight', `${basePath}${path}/${mine}`],
  ['the page of an insight', link],
  ['the figures of an insight as a file', partOf(link, 'results.csv')],
] as const)
  test(`a client that requests ${what} and disconnects before it is loaded is not queued`, {
    timeout: 10_000,
    skip,
  }, async () => {
    const holder = await db.connect()
    await holder.query('begin')
    await holder.query('lock table insight in access exclusive mode')
    const arrived = once(app.server, 'request')
    const request = get(origin + url, { headers: bearer, agent: false }).on('error', () => {})
    const [, response] = (await arrived) as [IncomingMessage, ServerResponse]
    const blocked = `select from pg_locks where relation = 'insight'::regclass and not granted`
    while ((await holder.query(blocked)).rows.length === 0);
    request.destroy()
    await once(response, 'close')
    const { empty } = queue.fill(other.orgId)
    await holder.query('commit')
    holder.release()
    // The request ends while all slots are taken.
    while (!response.writableEnded) await turn()
    await empty()
  })
