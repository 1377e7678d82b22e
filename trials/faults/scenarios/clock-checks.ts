import type pg from 'pg'
import { mintToken, tokenHash } from '../../../src/access/token.ts'
import { type Answer, Caller } from '../caller.ts'
import type { World } from '../environment.ts'

/** Requests a minute where they are limited. */
export const quota = 20

export interface Clockwork {
  db: pg.Pool
  world: World
  caller: Caller
  /** The same caller, but limited to so many requests a minute. */
  few: Caller
  port: number
  time: { now(): number; jumpTo(instant: number): void }
  jobs: () => Promise<void>
  /** The time at which each check begins. */
  base: number
  /** No two rounds have the same. */
  name: string
}

const [second, hour] = [1000, 3_600_000]
const day = 24 * hour

/** What has to do with time, each asked while the clock jumps; they give what was wrong. */
export const clockChecks: Record<string, (work: Clockwork) => Promise<string[]>> = {
  'a token that ends': async (work) => {
    const { token, caller } = await newToken(work, work.base + hour)
    const steps: [number, number][] = [
      [0, 200],
      [-5 * hour, 200],
      [2 * hour, 401],
      [0, 200],
      [hour + second, 401],
    ]
    const found = await walk(work, steps, () => caller.get('/me'))
    work.time.jumpTo(work.base - 5 * hour)
    await caller.get('/me')
    work.time.jumpTo(work.base - 9 * hour)
    await work.db.query('update access_token set disabled = true where hash = $1', [tokenHash(token)])
    work.time.jumpTo(work.base - 9 * hour + second)
    found.push(...is('disabled while the clock went back', 401, await caller.get('/me')))
    caller.close()
    return found
  },

  'requests a minute': async ({ few, time, base }) => {
    const found: string[] = []
    const spend = async () => {
      for (let n = 0; n <= quota; n++) {
        const { status, headers } = await few.get('/me')
        if (status !== 429) continue
        const wait = Number(headers['retry-after'])
        if (!(wait >= 1 && wait <= 60)) found.push(`Retry-After was ${headers['retry-after']}`)
        return
      }
      found.push(`${quota + 1} requests in a minute were taken`)
    }
    for (const jump of [0, -5 * hour, 3 * hour, -8 * hour]) {
      time.jumpTo(base + jump)
      await few.get('/me')
      await spend()
      time.jumpTo(base + jump - 2 * hour)
      await few.get('/me')
      time.jumpTo(base + jump - 2 * hour + 61 * second)
      found.push(...is(`a minute after the clock went back from ${jump / hour} h`, 200, await few.get('/me')))
    }
    return found
  },

  'a key within its day': async (work) => {
    const sent = { method: 'POST', path: '/staff', key: `${work.name} key` }
    const body = staffOf(work, 'Key')
    const first = await work.caller.send({ ...sent, body })
    const found = is('first', 201, first)
    for (const jump of [-30 * day, -5 * hour, 5 * hour, 23 * hour, 0]) {
      work.time.jumpTo(work.base + jump)
      await work.jobs()
      const again = await work.caller.send({ ...sent, body })
      if (again.text !== first.text) found.push(`${jump / hour} h away it was answered ${again.status} ${again.text}`)
    }
    const { rows } = await work.db.query('select count(*)::int as n from staff where org_id = $1 and first_name = $2', [
      work.world.orgId,
      body.first_name,
    ])
    return rows[0].n === 1 ? found : [...found, `one key made ${rows[0].n} records`]
  },

  series: async (work) => {
    const { caller, db, world, base, time, jobs } = work
    const made = await Promise.all([
      caller.send({ method: 'POST', path: '/staff', body: { ...staffOf(work, 'Series'), status: 'Active' } }),
      caller.send({ method: 'POST', path: '/clients', body: clientOf(work, 'Series') }),
    ])
    const [who, whom] = made.map(({ body }) => body.data.id as number)
    // At half past two, an hour that one of these days has twice and another never.
    const date = new Date(base).toISOString().slice(0, 10)
    const people = { client_ids: [whom], staff_ids: [who], services: [{ staff_id: who, service: 'Care' }] }
    const times = { start: `${date} 02:30:00`, end: `${date} 05:00:00` }
    const recurrence = { unit: 'Day', ends_after: 120 }
    const shift = { type: 'single', title: 'Series', ...times, ...people, recurrence }
    const task = { title: 'Series', date, minutes: 30, recurrence }
    const found = is('shifts', 201, await caller.send({ method: 'POST', path: '/shifts', body: shift }))
    found.push(...is('tasks', 201, await caller.send({ method: 'POST', path: '/tasks', body: task })))
    for (const jump of [3 * hour, -20 * hour, 2 * day, -2 * day, 9 * day, 0, 9 * day]) {
      time.jumpTo(base + jump)
      await Promise.all([jobs(), jobs()])
    }
    const { rows } = await db.query(
      `select 'shift' as what, series_id, (starts at time zone 'Australia/Sydney')::date::text as day, count(*)::int as n
         from shift where org_id = $1 and series_id is not null group by 2, 3 having count(*) > 1
       union all select 'task', series_id, date::text, count(*)::int from task where org_id = $1 and series_id is not null
         group by 2, 3 having count(*) > 1`,
      [world.orgId],
    )
    return [...found, ...rows.map(({ what, day: on, n }) => `${n} times a ${what} on ${on}`)]
  },

  'a cursor': async (work) => {
    const { caller, base, time } = work
    const client = await caller.send({ method: 'POST', path: '/clients', body: clientOf(work, 'Cursor') })
    const path = `/clients/${client.body.data.id}/notes`
    for (let n = 0; n < 6; n++) await caller.send({ method: 'POST', path, body: { notes: `${n}` } })
    const seen: number[] = []
    let cursor: string | undefined
    for (const jump of [0, 7 * hour, -7 * hour]) {
      time.jumpTo(base + jump)
      const page = await caller.get(`${path}?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      if (page.status !== 200) return is(`${jump / hour} h away`, 200, page)
      seen.push(...page.body.notes.map(({ id }: { id: number }) => id))
      cursor = page.body.next_cursor
    }
    return seen.length === 6 && new Set(seen).size === 6 ? [] : [`6 notes were read as ${seen}`]
  },

  'a signed link': async (work) => {
    const { caller } = work
    const client = await caller.send({ method: 'POST', path: '/clients', body: clientOf(work, 'Link') })
    const fields = [
      { type: 'client', label: 'Who', key: 'who', required: true },
      { type: 'text', label: 'Street', key: 'street' },
    ]
    const prefill = { enabled: true, client_field: 'who', map: { street: 'address' } }
    const form = { name: `Link ${work.name}`, steps: [{ title: 'You', fields }], client_prefill: prefill }
    const made = await caller.send({ method: 'POST', path: '/forms', body: form })
    await caller.send({ method: 'POST', path: `/forms/${made.body.id}/publish` })
    const asked = { client_id: client.body.data.id, expires_in_days: 1 }
    const link = await caller.send({ method: 'POST', path: `/forms/${made.body.id}/links`, body: asked })
    if (link.status !== 201) return is('making it', 201, link)
    const { pathname, search } = new URL(link.body.url)
    const steps: [number, number][] = [
      [0, 200],
      [-9 * hour, 200],
      [25 * hour, 410],
      [23 * hour, 200],
      [0, 200],
    ]
    return walk(work, steps, () => caller.get(`/${pathname}${search}`))
  },
}

const staffOf = ({ name }: Clockwork, purpose: string) => ({ first_name: `${purpose} ${name}`, last_name: 'Li' })

const clientOf = ({ world, name }: Clockwork, purpose: string) => ({
  ...{ first_name: `${purpose} ${name}`, last_name: 'Hart', client_type: 'NDIS', business_id: world.businessId },
})

const is = (when: string, due: number, { status, text }: Answer): string[] =>
  status === due ? [] : [`${when}: ${status} where ${due} is due: ${text.slice(0, 200)}`]

/** Jumps from time to time, each so long after the beginning, and asks there. */
async function walk({ time, base }: Clockwork, steps: [number, number][], ask: () => Promise<Answer>) {
  const found: string[] = []
  for (const [jump, due] of steps) {
    time.jumpTo(base + jump)
    found.push(...is(`${jump / hour} h away`, due, await ask()))
  }
  return found
}

async function newToken({ db, world, port }: Clockwork, expiresAt: number) {
  const token = mintToken()
  await db.query(
    `insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
     select org_id, connection_id, $3, $4, access, $5 from access_token where org_id = $1 and id = $2`,
    [world.orgId, world.tokenId, tokenHash(token), token.slice(-4), new Date(expiresAt).toISOString()],
  )
  return { token, caller: new Caller(port, token) }
}
