import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtForms } from '../../../test/factories/forms/built-forms.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const forms = async () => builtForms(db, await organisation())
const namesIn = ({ body }: { body: any }) => body.data.map(({ name }: { name: string }) => name)

describe('GET /forms', () => {
  test('lists forms by id, page by page, each as GET /forms/{id} shows it', async () => {
    const { org, create, read } = await forms()
    const other = await forms()
    await other.create()
    const ids: number[] = []
    for (const name of ['C', 'A', 'B']) ids.push((await create({ name })).id)
    const first = await org.get('/forms?per_page=2')
    assert.deepEqual(first.body, {
      data: [await read(ids[0]!), await read(ids[1]!)],
      meta: { page: 1, per_page: 2, total: 3, last_page: 2 },
    })
    assert.deepEqual(namesIn(await org.get('/forms?per_page=2&page=2')), ['B'])
    const past = await org.get('/forms?page=9')
    assert.deepEqual(past.body, { data: [], meta: { page: 9, per_page: 25, total: 3, last_page: 1 } })
  })

  test('large forms come in parts that are one whole page together', async () => {
    const { org, create, read } = await forms()
    const field = { type: 'textarea', help: 'ä'.repeat(450) }
    const large = {
      steps: [{ title: 'A', fields: Array.from({ length: 60 }, (_, i) => ({ ...field, label: `${i}` })) }],
    }
    const ids: number[] = []
    for (let i = 0; i < 24; i++) ids.push((await create({ name: `Form ${i}`, ...(i % 4 > 0 && large) })).id)
    const records = []
    for (const id of ids) records.push(await read(id))
    const answer = await org.get('/forms?per_page=50')
    assert.ok(answer.text.length > 512 * 1024, `${answer.text.length} characters`)
    assert.equal(answer.headers['content-length'], undefined, 'it was not made as one text')
    assert.deepEqual(answer.body, { data: records, meta: { page: 1, per_page: 50, total: 24, last_page: 1 } })
    assert.deepEqual((await org.get('/forms?query=form&per_page=50')).body, answer.body)
  })

  test('query is part of the name without regard to case, and no pattern', async () => {
    const { org, create } = await forms()
    for (const name of ['Incident report', 'Intake', '100% safe', 'Täglich']) await create({ name })
    for (const [query, names] of [
      ['IN', ['Incident report', 'Intake']],
      ['%', ['100% safe']],
      ['_', []],
      ['täg', ['Täglich']],
    ] as const) {
      const answer = await org.get(`/forms?query=${encodeURIComponent(query)}`)
      assert.deepEqual([namesIn(answer), answer.body.meta.total], [names, names.length])
    }
  })

  test('published, query and updated_since narrow together', async () => {
    const { org, create, publish, read } = await forms()
    const [a, b] = [await create({ name: 'Alpha' }), await create({ name: 'Beta' })]
    await create({ name: 'Gamma' })
    await publish(a.id)
    await publish(b.id)
    assert.deepEqual(namesIn(await org.get('/forms?published=on')), ['Alpha', 'Beta'])
    assert.deepEqual(namesIn(await org.get('/forms?published=off')), ['Gamma'])
    assert.deepEqual(namesIn(await org.get('/forms?published=on&query=bet')), ['Beta'])
    const since = (await read(b.id)).updated_at
    assert.deepEqual(namesIn(await org.get(`/forms?updated_since=${since}`)), ['Beta'])
    assert.deepEqual(namesIn(await org.get(`/forms?updated_since=${since}&published=off`)), [])
    assert.deepEqual(namesIn(await org.get(`/forms?updated_since=${since}&query=a&published=on`)), ['Beta'])
    assert.equal((await org.get('/forms?per_page=50')).status, 200)
    const rejected = await org.get('/forms?published=maybe&per_page=51&updated_since=x')
    assert.deepEqual(Object.keys(rejected.body.errors).sort(), ['per_page', 'published', 'updated_since'])
  })

  test('counts submissions of each form, of every type and status, and of no other organisation', async () => {
    const { org, create, read, edit } = await forms()
    const { id } = await create({ name: 'A' })
    const { id: second } = await create({ name: 'B' })
    const { id: none } = await create({ name: 'C' })
    const other = await forms()
    const submit = (orgId: number, form: number, type: string, status: string, at = '2026-11-01') =>
      db.query(
        'insert into form_submission (org_id, form_id, type, status, submitted_at) values ($1, $2, $3, $4, $5)',
        [orgId, form, type, status, at],
      )
    // Ids of two organisations may be equal.
    await db.query(`insert into form (org_id, id, name, settings, steps) values ($1, $2, 'Theirs', '{}', '[]')`, [
      ...[other.org.orgId, id],
    ])
    await submit(other.org.orgId, id, 'form', 'Submitted')
    await submit(org.orgId, id, 'form', 'Submitted')
    await submit(org.orgId, id, 'form', 'Closed', '2019-01-01')
    await submit(org.orgId, id, 'incident', 'Submitted')
    await submit(org.orgId, second, 'prospect', 'Archived')
    const counts = (await org.get('/forms')).body.data.map((form: any) => [form.id, form.submission_count])
    assert.deepEqual(counts, [[id, 3], [second, 1], [none, 0]]) // biome-ignore format: one line
    assert.equal((await read(id)).submission_count, 3)
    assert.equal((await edit(id, [{ op: 'rename', name: 'Z' }])).body.submission_count, 3)
  })
})
