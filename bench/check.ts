import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { Case, Side } from './cases/case.ts'

/** Throws unless both sides return the same bytes: otherwise their speed is not comparable. */
export async function checkResponses(cases: Case[], ports: Record<Side['program'], number>): Promise<void> {
  for (const { name, kind, reference, tested, usesSeparateRequests } of cases) {
    // The same record for both sides: the requests of each side may name different ones.
    const request = tested.requests[0]!
    const response = await exchange(ports.service, request)
    if (kind !== 'baseline') {
      for (const side of [reference, tested]) checkPage(name, side, await exchange(ports.service, side.requests[0]!))
      continue
    }
    const expected = await exchange(ports.baseline, usesSeparateRequests ? reference.requests[0]! : request)
    const comparable = usesSeparateRequests
      ? withoutIds
      : request.startsWith('GET')
        ? (text: string) => text
        : withoutIdsAndTimes
    assert.equal(comparable(response), comparable(expected), `${name}: baseline and service respond differently`)
  }
}

/** Removes ids and times, which differ between two writes. */
const withoutIdsAndTimes = (text: string) =>
  text
    .replace(/"id":\d+/, '"id":0')
    .replace(/"ref":"general:\d+"/, '"ref":"general:0"')
    .replace(/"created":\d+/, '"created":0')
    .replace(/"ref":"a:\d+"/, '"ref":"a:0"')
    .replace(/"submitted_at":"[\d: -]{19}"/, '"submitted_at":"…"')
    .replace(/"at":"[\d-]{10}T[\d:]{8}\.\d{6}Z"/, '"at":"…"')
    .replace(/"(created|updated)_at":"[\d-]{10}T[\d:]{8}\.\d{6}Z"/g, '"$1_at":"…"')

const withoutIds = (text: string) => text.replace(/"(id|task|charge_id)":\d+/g, '"$1":0')

function checkPage(name: string, { expected }: Side, text: string) {
  const { data, meta, notes, total } = JSON.parse(text)
  const page = notes
    ? { page: 1, rows: notes.length, total }
    : { page: meta.page, rows: data.length, total: meta.total }
  assert.deepEqual(page, expected, `${name}: unexpected page`)
}

/** Sends a request and returns the body of its response. */
function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(request.replace('\r\nHost:', '\r\nConnection: close\r\nHost:')),
    )
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
    })
    socket.on('error', reject)
    socket.on('end', () => {
      const text = received.toString()
      const body = text.slice(text.indexOf('\r\n\r\n') + 4)
      if (text[9] === '2') resolve(body)
      else reject(new Error(`${request.split('\r\n', 1)[0]} returned ${text}`))
    })
  })
}
