import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insightOf, reportRows } from '../../../test/factories/reports/reports.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { sources } from '../catalogue/sources.ts'

const { db, organisation } = await harness()
const rows = reportRows(db)
const path = '/reports/insights'
const make = (org: Organisation, spec: object) => org.post(path, { name: 'A', spec })
const none = (field: string, values: string) =>
  `${field}: there is no ${values}; a record is meant by its id or its full name.`

/** Every field that names records, with its kind of record. */
const fields = Object.entries(sources).flatMap(([source, each]) =>
  Object.entries(each.fields).flatMap(([field, one]) =>
    one.type === 'record' ? [{ source, field, table: one.name.table }] : [],
  ),
)

test('every record field accepts existing records by id and by full name, and rejects others', async () => {
  const org = await organisation()
  const ids = await rows.everyKind(org)
  const theirs = await rows.everyKind(await organisation())
  for (const { source, field, table } of fields) {
    const of = (filter: unknown) => make(org, { source, filters: { [field]: filter } })
    const { status, body } = await of([ids[table], String(ids[table]), 'Ana Li', 'ANA li'])
    assert.equal(status, 201, `${source}.${field}: ${JSON.stringify(body)}`)
    assert.deepEqual(body.spec.filters, { [field]: [ids[table], ids[table], 'Ana Li', 'ANA li'] })
    const rejected = await of({ operator: 'not_in', value: [ids[table], theirs[table], 'Ana Li', 'Ana'] })
    assert.deepEqual(
      [rejected.status, rejected.body.errors],
      [...[422, { 'spec.filters': [none(`filters.${field}`, `${theirs[table]}, Ana`)] }]],
    )
  }
  assert.ok(new Set(fields.map(({ table }) => table)).size === 5)
})

test('a record of another kind or of another organisation is rejected', async () => {
  const org = await organisation()
  await rows.everyKind(await organisation())
  for (const { source, field } of fields) {
    const { errors } = (await make(org, { source, filters: { [field]: 'Ana Li' } })).body
    assert.deepEqual(errors, { 'spec.filters': [none(`filters.${field}`, 'Ana Li')] }, `${source}.${field}`)
  }
  await db.query(`insert into site (org_id, name) values ($1, 'Elm House')`, [org.orgId])
  const filters = { client: 'Elm House' }
  const { errors } = (await make(org, { source: 'tasks', filters })).body
  assert.deepEqual(errors, { 'spec.filters': [none('filters.client', 'Elm House')] })
})

test('a token that cannot read clients does not learn who is a client', async () => {
  const org = await organisation({ reports: 'read-write', tasks: 'read', staff: 'read' })
  await rows.everyKind(org)
  const of = async (filters: object) => (await make(org, { source: 'tasks', filters })).status
  assert.deepEqual([await of({ client: 'Ana Li' }), await of({ client: 'Nobody' })], [201, 201])
  assert.deepEqual([await of({ assignee: 'Ana Li' }), await of({ assignee: 'Nobody' })], [201, 422])
})

test('all unknown records are returned at once, those of terms under the formula', async () => {
  const org = await organisation()
  const { staff } = await rows.everyKind(org)
  const term = (filters: object) => ({ metric: 'records::count', filters })
  const spec = {
    source: 'appointments',
    filters: { employee_id: 'Liza', client_id: ['Ana Li', 'Tom', 7], status: 'gone' },
    formula: { expression: 'a / ', terms: { a: term({ site: 'Nowhere' }), b: term({ employee_id: [String(staff)] }) } },
  }
  for (const body of [
    { name: 'A', spec },
    { name: ' ', spec },
  ]) {
    const { errors } = (await org.post(path, { ...body, space_id: 5 })).body
    assert.deepEqual(errors['spec.filters'], [
      'filters.status must be one of draft, scheduled, started, completed, cancelled.',
      none('filters.employee_id', 'Liza'),
      none('filters.client_id', 'Tom, 7'),
    ])
    assert.deepEqual(errors['spec.formula'].slice(1), [none('formula.terms.a.filters.site', 'Nowhere')])
  }
  assert.deepEqual(await org.events(), [])
  const many = Array.from({ length: 12 }, (_, i) => `Nobody ${i}`)
  const { errors } = (await make(org, { source: 'tasks', filters: { client: many } })).body
  assert.match(errors['spec.filters'][0], /^filters\.client: there is no Nobody 0, .*, Nobody 9 and 2 more; a record /)
})

test('a patch checks only newly named records; stored ones may have been deleted', async () => {
  const org = await organisation()
  const { staff } = await rows.everyKind(org)
  const id = await insightOf(org, { spec: { source: 'tasks', filters: { assignee: ['Ana Li'] } } })
  await db.query(`update staff set last_name = 'Wu' where org_id = $1`, [org.orgId])
  const patch = (body: object) => org.patch(`${path}/${id}`, body)
  assert.equal((await patch({ name: 'New', spec: { visualization: 'table' } })).status, 200)
  assert.equal((await patch({ spec: { filters: { assignee: ['Ana Li'] } } })).status, 200)
  assert.equal((await patch({ spec: { filters: { assignee: ['Ana Li', String(staff)] } } })).status, 200)
  const { body } = await patch({ spec: { filters: { assignee: ['Ana Li', 'Liza'] } } })
  assert.deepEqual(body.errors, { 'spec.filters': [none('filters.assignee', 'Liza')] })
  const elsewhere = (await patch({ spec: { filters: { client: 'Ana Wu', assignee: 'Ana Li' } } })).body.errors
  assert.deepEqual(elsewhere, { 'spec.filters': [none('filters.client', 'Ana Wu')] })
  const moved = (await patch({ name: '', spec: { filters: { assignee: 'Liza' } } })).body.errors
  assert.deepEqual(Object.keys(moved).sort(), ['name', 'spec.filters'])
  assert.equal((await org.events()).length, 3)
})

test('a choice in any case is stored as declared, and setting it again changes nothing', async () => {
  const org = await organisation()
  const id = await insightOf(org, { spec: { source: 'appointments', filters: { status: 'Completed' } } })
  assert.deepEqual((await org.get(`${path}/${id}`)).body.data.spec.filters, { status: 'completed' })
  assert.equal((await org.patch(`${path}/${id}`, { spec: { filters: { status: 'COMPLETED' } } })).status, 200)
  assert.equal((await org.events()).length, 1)
})

test('text that PostgreSQL cannot store is rejected under its key, and `__proto__` once with the allowed keys', async () => {
  const org = await organisation()
  const raw = async (spec: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await org.call('POST', path, `{"name": "A", "spec": ${spec}}`, headers)).body.errors
  }
  assert.deepEqual(await raw('{"source": "tasks", "filters": {"client": "a\\u0000b", "title": ["\\ud800"]}}'), {
    'spec.filters': [
      'filters.client must not contain the character U+0000.',
      'filters.title.0 must not contain half of a surrogate pair.',
    ],
  })
  assert.deepEqual(
    await raw('{"source": "tasks", "visualization": "bar", "target": {"value": 1, "label": "\\u0000"}}'),
    {
      'spec.target': ['target.label must not contain the character U+0000.'],
    },
  )
  const own = (await raw('{"source": "tasks", "__proto__": {"a": 1}}')) as object
  assert.deepEqual(Object.keys(own), ['spec.__proto__'])
  assert.deepEqual(Object.values(own)[0].length, 1)
  assert.match(Object.values(own)[0][0], /^__proto__ is not supported; supported keys are source, metric, /)
  const inner = await raw('{"source": "tasks", "filters": {"__proto__": {"operator": "is", "value": 1}}}')
  assert.deepEqual(Object.keys(inner), ['spec.filters'])
  assert.equal(inner['spec.filters'].length, 1)
  assert.match(inner['spec.filters'][0], /^filters\.__proto__ is no field to filter by; fields are title, /)
})
