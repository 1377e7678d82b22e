import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LogRequest, logRequestForPeople } from './request-log.ts'

/** The path in the line about a request, as a person at a terminal sees it. */
function pathInLog(route: string, url: string): string | undefined {
  let path: string | undefined
  const log = {
    info: (line: { path: string }) => {
      path = line.path
    },
  }
  const request = { log, id: 'r', method: 'GET', route, url, status: 404, milliseconds: 1, tokenKey: undefined }
  logRequestForPeople(request as unknown as Parameters<LogRequest>[0])
  return path
}

test('the address of a calendar is in no line, whatever a program asks of it', () => {
  const [route, unknown] = ['/c/:slug/:file', 'unknown']
  const secret = 'KWoo0cmSqusEMVyH9RvBL1szXQ.ics'
  for (const [of, url] of [
    [route, `/c/demo/${secret}`],
    [route, `/c/demo/${secret}?x=1`],
    [unknown, `/c/demo/${secret}`],
    [unknown, `/c/demo/${secret}/`],
    [unknown, `/C/demo/${secret}`],
    [unknown, `//c/demo/${secret}`],
    [unknown, `/c%2fdemo/${secret}`],
    [unknown, `/%63/demo/${secret}`],
  ] as const) {
    assert.equal(pathInLog(of, url), '/c/…', url)
  }
  assert.equal(pathInLog('/api/integrations/v1/clients/:id', '/api/integrations/v1/clients/7?q=x'), '/clients/7')
  assert.equal(pathInLog(unknown, '/clients/7'), '/clients/7')
})
