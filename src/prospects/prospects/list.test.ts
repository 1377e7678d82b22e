import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { prospectsOf } from '../../../test/factories/prospects.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('GET /prospects', () => {
  let org: Organisation
  const made: Record<string, any> = {}

  before(async () => {
    const mine = prospectsOf(db, await organisation())
    const theirs = prospectsOf(db, await organisation())
    await mine.setOptions()
    org = mine.org
    for (const [name, fields] of Object.entries({
      max: { email: 'Max.Roe@Example.com', phone: '0491 570 158', consultant: 'Ana Li', date_of_lead: '2026-10-01' },
      joan: {
        first_name: 'Joan',
        last_name: 'Hart',
        stage: 'Qualified',
        consultant: 'Ana Li',
        date_of_lead: '2026-10-31',
      },
      zoe: {
        first_name: 'Zoë',
        last_name: '100%_x\\y',
        stage: 'Qualified',
        source: 'Website',
        date_of_lead: '2026-11-01',
      },
      lee: {
        first_name: 'Lee',
        last_name: 'Ng',
        stage: 'Lost',
        consultant: 'Bo Ng',
        source: 'website',
        date_of_lead: null,
      },
    })) {
      made[name] = await mine.create(fields)
      await theirs.create({ email: 'max.roe@example.com', source: 'Website' })
    }
    made.done = await mine.create({ first_name: 'Done', last_name: 'Roe', date_of_lead: '2026-12-01' })
    await mine.convert(made.done.id)
    made.done = await mine.read(made.done.id)
  })

  test('returns whole records by id, converted ones too, only those of the organisation', async () => {
    const { status, body } = await org.get('/prospects')
    assert.equal(status, 200)
    const meta = { page: 1, per_page: 50, total: 5, last_page: 1 }
    assert.deepEqual(body, { data: Object.values(made), meta })
  })

  for (const [query, names] of [
    ['query=roe', ['max', 'done']],
    ['query=MAX%20ROE', ['max']],
    ['query=max.roe@EXAMPLE', ['max']],
    ['query=570%20158', ['max']],
    ['query=570158', ['max']],
    ['query=x%20r', ['max']],
    ['query=ZOË', ['zoe']],
    ['query=%25', ['zoe']],
    ['query=_', ['zoe']],
    ['query=%5C', ['zoe']],
    ['query=100%25_x', ['zoe']],
    ['query=nobody', []],
    ['stage=New', ['max']],
    ['stage=Qualified', ['joan', 'zoe']],
    ['stage=Signed', ['done']],
    ['stage=Moved%20in', []],
    ['consultant=Ana%20Li', ['max', 'joan']],
    ['stage=Qualified&consultant=Ana%20Li', ['joan']],
    ['source=Website', ['zoe']],
    ['source=Nowhere', []],
    ['from=2026-10-31', ['joan', 'zoe', 'done']],
    ['to=2026-10-31', ['max', 'joan']],
    ['from=2026-10-31&to=2026-10-31', ['joan']],
    ['stage=Qualified&from=2026-11-01', ['zoe']],
    ['query=o&stage=Qualified&consultant=Ana%20Li&from=2026-10-01&to=2026-12-31&updated_since=2000-01-01', ['joan']],
    ['updated_since=2000-01-01&stage=Lost', ['lee']],
    ['updated_since=9000-01-01', []],
    ['attributes=x&tags=y', ['max', 'joan', 'zoe', 'lee', 'done']],
  ] as [string, string[]][]) {
    test(`${decodeURIComponent(query)} returns ${names.join(', ') || 'none'}, with their exact total on every page`, async () => {
      const wanted = names.map((name) => made[name])
      assert.deepEqual((await org.get(`/prospects?${query}`)).body.data, wanted)
      const last_page = Math.max(1, wanted.length)
      for (let page = 1; page <= last_page + 1; page++) {
        const { body } = await org.get(`/prospects?${query}&per_page=1&page=${page}`)
        assert.deepEqual(body.data, wanted.slice(page - 1, page))
        assert.deepEqual(body.meta, { page, per_page: 1, total: wanted.length, last_page })
      }
    })
  }

  test('by a stage or a consultant that does not exist is a 422 that lists those that do', async () => {
    const { status, body } = await org.get('/prospects?stage=new&consultant=Ana&source=x')
    assert.deepEqual(
      [status, body.errors],
      [
        422,
        {
          stage: ['stage must be one of New, Qualified, Signed, Moved in, Lost.'],
          consultant: ['consultant must be one of Ana Li, Bo Ng.'],
        },
      ],
    )
  })

  for (const [query, name] of [
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['page=0', 'page'],
    ['query=', 'query'],
    ['stage=', 'stage'],
    ['source=', 'source'],
    ['from=2026-13-01', 'from'],
    ['from=2026-11-02&to=2026-11-01', 'to'],
    ['updated_since=soon', 'updated_since'],
  ]) {
    test(`${query} is 422 on ${name}`, async () => {
      const { status, body } = await org.get(`/prospects?${query}`)
      assert.deepEqual([status, Object.keys(body.errors)], [422, [name]])
    })
  }
})

test('updated_since finds every changed prospect and no other', async () => {
  const { org, create, change, convert } = prospectsOf(db, await organisation())
  const { id } = await create()
  const age = () => db.query(`update prospect set updated_at = '2026-01-01' where org_id = $1`, [org.orgId])
  const isFound = async () => idsOf((await org.get('/prospects?updated_since=2026-01-02')).body).length === 1
  for (const act of [
    () => change(id, { suburb: 'Ryde' }),
    () => change(id, { stage: 'Lost' }),
    () => org.post(`/prospects/${id}/notes`, { notes: 'x' }),
    () => convert(id),
  ]) {
    await age()
    assert.equal(await isFound(), false)
    await act()
    assert.equal(await isFound(), true)
  }
  await age()
  await change(id, { suburb: 'Ryde' })
  await convert(id)
  assert.equal(await isFound(), false)
})

test('totals by stage and consultant follow every move', async () => {
  const { org, setOptions, create, change } = prospectsOf(db, await organisation())
  await setOptions()
  const { id } = await create()
  const total = async (query: string) => (await org.get(`/prospects?${query}`)).body.meta.total
  await change(id, { stage: 'Qualified', consultant: 'Ana Li' })
  assert.deepEqual(
    [await total('stage=New'), await total('stage=Qualified'), await total('consultant=Ana Li')],
    [0, 1, 1],
  )
  await change(id, { consultant: null })
  assert.deepEqual([await total('stage=Qualified'), await total('consultant=Ana Li')], [1, 0])
})
