import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { lists, nextMigration, storedTexts } from '../../scripts/list-json-sql.ts'
import { basePath } from '../../src/app.ts'
import type { ListJson } from '../../src/db/list-json.ts'
import { readMigrations } from '../../src/db/migrate.ts'
import { splitStatements } from '../../src/db/split.ts'
import { nullable, timestamp } from '../../src/http/contract/schema.ts'
import { staffJson } from '../../src/staff/staff.sql.ts'
import { onOnePostgres } from '../citus/environment.ts'
import { createDatabase } from '../harness/database.ts'
import { harness } from '../harness/harness.ts'

const { app, db, organisation } = await harness()
const migrations = readMigrations()

test('the migrations match the schemas: the generator has nothing to write', () => {
  assert.equal(nextMigration(lists, migrations)?.sql, undefined)
})

test('a fresh database has exactly the generated functions and columns', async () => {
  const { pool, drop } = await createDatabase()
  const client = await pool.connect()
  const functions = async (schema: string) => {
    const { rows } = await client.query(
      `select proname as name, pg_get_function_arguments(oid) as arguments, regexp_replace(prosrc, '\\s+', ' ', 'g') as body,
         provolatile, proparallel, prorettype::regtype::text as type, proconfig is not null as sets_search_path
       from pg_proc where pronamespace = $1::regnamespace and proname = any ($2) order by 1`,
      [schema, texts.map(({ name }) => name)],
    )
    return rows
  }
  const texts = lists.flatMap((list) => storedTexts(list).map((text) => ({ ...text, table: list.table })))
  try {
    await client.query('create schema generated; set search_path = generated, public')
    for (const { sql } of texts) await client.query(sql)
    await client.query('reset search_path')
    const generated = await functions('generated')
    assert.equal(generated.length, texts.length)
    assert.deepEqual(await functions('public'), generated)

    const { rows } = await client.query(
      `select attrelid::regclass::text as table, attname as column, pg_get_expr(adbin, adrelid) as sql,
         attnotnull as not_null, attstattarget as sampled
       from pg_attribute a join pg_attrdef d on attrelid = adrelid and attnum = adnum
       where attgenerated = 's' and pg_get_expr(adbin, adrelid) like '%\\_json%'`,
    )
    const byName = (a: { table: string; column: string }, b: typeof a) =>
      `${a.table}.${a.column}` < `${b.table}.${b.column}` ? -1 : 1
    const expected = texts.map(({ table, column, name, of }) => {
      const sql = `${name}(${of.map((one) => one.name).join(', ')})`
      return { table, column, sql, not_null: true, sampled: 0 }
    })
    assert.deepEqual(rows.sort(byName), expected.sort(byName))
  } finally {
    client.release()
    await drop()
  }
})

const skip = onOnePostgres('Citus refuses statistics of a column, which migrations leave out there')
test('a new field of a schema needs one migration, and the running service lists the field', { skip }, async () => {
  const org = await organisation()
  const list = async () => {
    const { body } = await app.inject({ url: `${basePath}/staff`, headers: { authorization: `Bearer ${org.token}` } })
    return JSON.parse(body).data as { [field: string]: unknown }[]
  }
  const first = (await org.post('/staff', { first_name: 'Ana', last_name: 'Li' })).body.data
  assert.deepEqual(await list(), [first])

  const { status, ...properties } = staffJson.schema.properties
  const schema = Type.Object({ ...properties, imaginary: Type.Optional(Type.String()), status })
  const declared = lists.map((one) => (one.table === 'staff' ? { ...one, schema } : one))
  const migration = nextMigration(declared, migrations)!
  assert.equal(migration.number, migrations.length + 1)
  assert.match(migration.name, /^\d{4}_json_of_staff$/)
  assert.deepEqual(new Set(migration.sql.match(/(?<=alter table )\w+/g)), new Set(['staff']))
  for (const text of splitStatements(migration.sql)) await db.query(text)
  assert.equal(nextMigration(declared, [...migrations, migration]), undefined)

  assert.deepEqual(await list(), [first], 'a field without a value is omitted')
  await db.query('update staff set imaginary = $2 where org_id = $1', [org.orgId, 'An "a"'])
  const { body } = await org.post('/staff', { first_name: 'Bo', last_name: 'Ray' })
  const [ana, bo] = await list()
  assert.deepEqual(ana, { ...first, imaginary: 'An "a"' })
  assert.ok(Object.keys(ana!).indexOf('imaginary') === Object.keys(ana!).indexOf('status') - 1)
  assert.deepEqual(bo, body.data)
  const sampled = `select attstattarget as n from pg_attribute where attrelid = 'staff'::regclass and attname = 'json'`
  assert.equal((await db.query(sampled)).rows[0].n, 0)
})

test('each column type is rendered like JSON.stringify, whether required, nullable or optional', async () => {
  const types = {
    text: [Type.String(), 'a "b"\n\\'],
    day: [Type.String({ format: 'date' }), '2028-02-29'],
    local: [Type.String({ format: 'local-time' }), '2026-10-04 02:30:00'],
    instant: [timestamp(), '2026-10-04T02:30:00.000001Z'],
    whole: [Type.Integer(), Number.MAX_SAFE_INTEGER],
    yes: [Type.Boolean(), true],
    no: [Type.Boolean(), false],
    words: [Type.Array(Type.String()), ['a,"b"', '']],
    ids: [Type.Array(Type.Integer()), [1, 2]],
    whatever: [Type.Object({}), { b: [null, { c: 'd e' }] }],
    nothing: [Type.Object({}), {}],
    expression: [Type.String(), 'a "b"\n\\2028-02-29'],
  } as const
  const all = Object.entries(types)
  const record = (form: (name: string) => string) =>
    Object.fromEntries(all.map(([name, [, value]]) => [form(name), value]))
  const schema = Type.Object({
    id: Type.Integer(),
    ...Object.fromEntries(all.map(([name, [type]]) => [name, type])),
    ...Object.fromEntries(all.map(([name, [type]]) => [`${name}_or_null`, nullable(type as never)])),
    ...Object.fromEntries(all.map(([name, [type]]) => [`${name}_or_absent`, Type.Optional(type)])),
    again: Type.String(),
    last: timestamp(),
  })
  const expression = (suffix: string) => ({ json: `to_json(text${suffix} || day${suffix})` })
  const list: ListJson = {
    table: 'written',
    schema,
    from: {
      again: { column: 'text', type: 'text' },
      expression: expression(''),
      expression_or_null: expression('_or_null'),
      expression_or_absent: expression('_or_absent'),
    },
  }
  const columns = storedTexts(list)[0]!.of.filter(({ isNullable }) => !isNullable)
  await db.query(`create table written (${columns.map(({ name, type }) => `${name} ${type} not null`).join(', ')})`)
  const migration = nextMigration([list], migrations)!
  await db.query(migration.sql)

  const stamp = '2026-11-15T20:06:15.120000Z'
  const orNull = record((name) => `${name}_or_null`)
  const rows = [
    {
      id: 1,
      ...record((name) => name),
      ...orNull,
      ...record((name) => `${name}_or_absent`),
      again: types.text[1],
      last: stamp,
    },
    {
      id: 2,
      ...record((name) => name),
      ...Object.fromEntries(Object.keys(orNull).map((name) => [name, null])),
      again: types.text[1],
      last: stamp,
    },
  ]
  const names = storedTexts(list)[0]!.of.map(({ name }) => name)
  await db.query(`insert into written (${names}) select ${names} from jsonb_populate_recordset(null::written, $1)`, [
    JSON.stringify(rows),
  ])
  const stored = await db.query('select json from written order by id')
  assert.deepEqual(
    stored.rows.map(({ json }) => json),
    rows.map((row) => JSON.stringify(row)),
  )
})

test('a schema that cannot be generated fails with what to declare', () => {
  const id = Type.Integer()
  const of = (schema: ListJson['schema'], further: Partial<ListJson> = {}) => ({ table: 'note', schema, ...further })
  assert.throws(() => storedTexts(of(Type.Object({ id, price: Type.Number() }))), /schema of price: declare its source/)
  assert.throws(() => storedTexts(of(Type.Object({ nick: Type.Optional(Type.String()) }))), /nick is the first/)
  const split = Type.Object({ id, author: Type.String(), status: Type.String() })
  assert.throws(() => storedTexts(of(split, { from: { author: { read: 'json' } } })), /note stores 2 texts/)
})
