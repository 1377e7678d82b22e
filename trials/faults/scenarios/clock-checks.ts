import type pg from 'pg'
import { mintToken, tokenHash } from '../../../src/access/token-format.ts'
import { type ApiResponse, Caller } from '../caller.ts'
import type { Fixture } from '../environment.ts'

/** Requests per minute of the limited caller. */
export const quota = 20

export interface ClockContext {
  db: pg.Pool
  fixture: Fixture
  caller: Caller
  /** The same token on a service with the quota. */
  limitedCaller: Caller
  port: number
  time: { now(): number; jumpTo(instant: number): void }
  jobs: () => Promise<void>
  /** The time at which each check starts. */
  base: number
  /** Unique for each round. */
  name: string
}

const [second, hour] = [1000, 3_600_000]
const day = 24 * hour

/** Checks of time-dependent features while the clock jumps. Each returns its problems. */
export const clockChecks: Record<string, (context: ClockContext) => Promise<string[]>> = {
  'an expiring token': async (context) => {
    const { token, caller } = await newToken(context, context.base + hour)
    const steps: [number, number][] = [
      [0, 200],
      [-5 * hour, 200],
      [2 * hour, 401],
      [0, 200],
      [hour + second, 401],
    ]
    const problems = await checkAtTimes(context, steps, () => caller.get('/me'))
    context.time.jumpTo(context.base - 5 * hour)
    await caller.get('/me')
    context.time.jumpTo(context.base - 9 * hour)
    await context.db.query('update access_token set disabled = true where hash = $1', [tokenHash(token)])
    context.time.jumpTo(context.base - 9 * hour + second)
    problems.push(...expectStatus('disabled while the clock was set back', 401, await caller.get('/me')))
    caller.close()
    return problems
  },

  'requests a minute': async ({ limitedCaller, time, base }) => {
    const problems: string[] = []
    const spend = async () => {
      for (let n = 0; n <= quota; n++) {
        const { status, headers } = await limitedCaller.get('/me')
        if (status !== 429) continue
        const wait = Number(headers['retry-after'])
        if (!(wait >= 1 && wait <= 60)) problems.push(`Retry-After was ${headers['retry-after']}`)
        return
      }
      problems.push(`${quota + 1} requests in a minute were accepted`)
    }
    for (const jump of [0, -5 * hour, 3 * hour, -8 * hour]) {
      time.jumpTo(base + jump)
      await limitedCaller.get('/me')
      await spend()
      time.jumpTo(base + jump - 2 * hour)
      await limitedCaller.get('/me')
      time.jumpTo(base + jump - 2 * hour + 61 * second)
      problems.push(
        ...expectStatus(
          `a minute after the clock was set back from ${jump / hour} h`,
          200,
          await limitedCaller.get('/me'),
        ),
      )
    }
    return problems
  },

  'an idempotency key within 24 hours': async (context) => {
    const request = { method: 'POST', path: '/staff', key: `${context.name} key` }
    const body = staffOf(context, 'Key')
    const first = await context.caller.send({ ...request, body })
    const problems = expectStatus('first', 201, first)
    for (const jump of [-30 * day, -5 * hour, 5 * hour, 23 * hour, 0]) {
      context.time.jumpTo(context.base + jump)
      await context.jobs()
      const again = await context.caller.send({ ...request, body })
      if (again.text !== first.text)
        problems.push(`${jump / hour} h away the response was ${again.status} ${again.text}`)
    }
    const { rows } = await context.db.query(
      'select count(*)::int as n from staff where org_id = $1 and first_name = $2',
      [context.fixture.orgId, body.first_name],
    )
    return rows[0].n === 1 ? problems : [...problems, `one key created ${rows[0].n} records`]
  },

  series: async (context) => {
    const { caller, db, fixture, base, time, jobs } = context
    const created = await Promise.all([
      caller.send({ method: 'POST', path: '/staff', body: { ...staffOf(context, 'Series'), status: 'Active' } }),
      caller.send({ method: 'POST', path: '/clients', body: clientOf(context, 'Series') }),
    ])
    const [staffId, clientId] = created.map(({ body }) => body.data.id as number)
    // 02:30 does not exist on the day that daylight saving time starts, and exists twice on the day that it ends.
    const date = new Date(base).toISOString().slice(0, 10)
    const people = { client_ids: [clientId], staff_ids: [staffId], services: [{ staff_id: staffId, service: 'Care' }] }
    const times = { start: `${date} 02:30:00`, end: `${date} 05:00:00` }
    const recurrence = { unit: 'Day', ends_after: 120 }
    const shift = { type: 'single', title: 'Series', ...times, ...people, recurrence }
    const task = { title: 'Series', date, minutes: 30, recurrence }
    const problems = expectStatus('shifts', 201, await caller.send({ method: 'POST', path: '/shifts', body: shift }))
    problems.push(...expectStatus('tasks', 201, await caller.send({ method: 'POST', path: '/tasks', body: task })))
    for (const jump of [3 * hour, -20 * hour, 2 * day, -2 * day, 9 * day, 0, 9 * day]) {
      time.jumpTo(base + jump)
      await Promise.all([jobs(), jobs()])
    }
    const { rows } = await db.query(
      `select 'shift' as what, series_id, (starts at time zone 'Australia/Sydney')::date::text as day, count(*)::int as n
         from shift where org_id = $1 and series_id is not null group by 2, 3 having count(*) > 1
       union all select 'task', series_id, date::text, count(*)::int from task where org_id = $1 and series_id is not null
         group by 2, 3 having count(*) > 1`,
      [fixture.orgId],
    )
    return [...problems, ...rows.map(({ what, day: on, n }) => `${n} × ${what} on ${on}`)]
  },

  'a cursor': async (context) => {
    const { caller, base, time } = context
    const client = await caller.send({ method: 'POST', path: '/clients', body: clientOf(context, 'Cursor') })
    const path = `/clients/${client.body.data.id}/notes`
    for (let n = 0; n < 6; n++) await caller.send({ method: 'POST', path, body: { notes: `${n}` } })
    const seen: number[] = []
    let cursor: string | undefined
    for (const jump of [0, 7 * hour, -7 * hour]) {
      time.jumpTo(base + jump)
      const page = await caller.get(`${path}?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      if (page.status !== 200) return expectStatus(`${jump / hour} h away`, 200, page)
      seen.push(...page.body.notes.map(({ id }: { id: number }) => id))
      cursor = page.body.next_cursor
    }
    return seen.length === 6 && new Set(seen).size === 6 ? [] : [`6 notes were read as ${seen}`]
  },

  'a signed link': async (context) => {
    const { caller } = context
    const client = await caller.send({ method: 'POST', path: '/clients', body: clientOf(context, 'Link') })
    const fields = [
      { type: 'client', label: 'Who', key: 'who', required: true },
      { type: 'text', label: 'Street', key: 'street' },
    ]
    const prefill = { enabled: true, client_field: 'who', map: { street: 'address' } }
    const form = { name: `Link ${context.name}`, steps: [{ title: 'You', fields }], client_prefill: prefill }
    const created = await caller.send({ method: 'POST', path: '/forms', body: form })
    await caller.send({ method: 'POST', path: `/forms/${created.body.id}/publish` })
    const body = { client_id: client.body.data.id, expires_in_days: 1 }
    const link = await caller.send({ method: 'POST', path: `/forms/${created.body.id}/links`, body: body })
    if (link.status !== 201) return expectStatus('creating it', 201, link)
    const { pathname, search } = new URL(link.body.url)
    const steps: [number, number][] = [
      [0, 200],
      [-9 * hour, 200],
      [25 * hour, 410],
      [23 * hour, 200],
      [0, 200],
    ]
    return checkAtTimes(context, steps, () => caller.get(`/${pathname}${search}`))
  },
}

const staffOf = ({ name }: ClockContext, purpose: string) => ({ first_name: `${purpose} ${name}`, last_name: 'Li' })

const clientOf = ({ fixture, name }: ClockContext, purpose: string) => ({
  ...{ first_name: `${purpose} ${name}`, last_name: 'Hart', client_type: 'NDIS', business_id: fixture.businessId },
})

const expectStatus = (when: string, expected: number, { status, text }: ApiResponse): string[] =>
  status === expected ? [] : [`${when}: ${status}, expected ${expected}: ${text.slice(0, 200)}`]

/** Sets the clock to each offset, sends the request and checks its status. */
async function checkAtTimes({ time, base }: ClockContext, steps: [number, number][], send: () => Promise<ApiResponse>) {
  const problems: string[] = []
  for (const [jump, expected] of steps) {
    time.jumpTo(base + jump)
    problems.push(...expectStatus(`${jump / hour} h away`, expected, await send()))
  }
  return problems
}

async function newToken({ db, fixture, port }: ClockContext, expiresAt: number) {
  const token = mintToken()
  await db.query(
    `insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
     select org_id, connection_id, $3, $4, access, $5 from access_token where org_id = $1 and id = $2`,
    [fixture.orgId, fixture.tokenId, tokenHash(token), token.slice(-4), new Date(expiresAt).toISOString()],
  )
  return { token, caller: new Caller(port, token) }
}
