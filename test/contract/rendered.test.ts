import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import type { TObject } from 'typebox'
import { Client } from '../../src/clients/clients.schema.ts'
import { FormSubmission } from '../../src/forms/submissions/submissions.schema.ts'
import { Prospect } from '../../src/prospects/prospects/prospects.schema.ts'
import { Appointment } from '../../src/roster/appointments/appointments.schema.ts'
import { Staff } from '../../src/staff/staff.schema.ts'
import { formsOf } from '../factories/forms/forms.ts'
import { harness, type Organisation } from '../harness/harness.ts'

/**
 * Lists whose records PostgreSQL renders as JSON text, compared with the same records rendered by JSON.stringify: every field of the
 * schema, in its order, from its column. A missing field, a different escape, null or number makes the texts differ.
 */
interface List {
  path: string
  table: string
  schema: TObject
  /** SQL of the fields that are not columns of that name. */
  fields?: Record<string, string>
  /** Rows to insert, by column. */
  row: fc.Arbitrary<Record<string, unknown>>
}

const { db, organisation } = await harness()
const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)

const hostile = [
  '"',
  '\\',
  '\\"',
  '\n\r\t\b\f',
  '\u0001\u001f\u007f',
  '\u2028\u2029',
  '😀é漢',
  '</script>',
  "'",
  '\\u0041',
  '{}',
  ' ',
]
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 30 }).map((one) => one.replaceAll('\u0000', '\u0001')),
)
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const instant = fc.constantFrom(
  ...['0001-01-01T00:00:00.000000Z', '1969-12-31T23:59:59.999999Z', '2026-10-04T02:30:00.000001Z'],
  ...['2026-11-15T20:06:15.120000Z', '9999-12-31T23:59:59.999999Z'],
)
const day = fc.constantFrom('0001-01-01', '2028-02-29', '9999-12-31')
const link = fc.constantFrom(1, 2 ** 31, Number.MAX_SAFE_INTEGER)
const flag = fc.constantFrom(0, 1)
const stamps = { created_at: instant, updated_at: instant }
const visible = text.map((one) => `x${one}`)
const names = { first_name: visible, last_name: visible }

let org: Organisation
let formId: number
let shiftId: number
before(async () => {
  org = await organisation('read-write', 'Pacific/Chatham')
  formId = await formsOf(db, org).publishedForm()
  const { rows } = await db.query(
    `insert into shift (org_id, type, status, title, starts, ends, starts_at, ends_at)
     values ($1, 'site', 'scheduled', 'S', '2026-01-01', '2026-01-02', '2026-01-01', '2026-01-02') returning id`,
    [org.orgId],
  )
  shiftId = rows[0].id
})

const [starts, ends] = ['0001-01-01 00:00:00', '9999-12-31 23:59:59']
const lists: List[] = [
  {
    ...{ path: '/staff', table: 'staff', schema: Staff },
    row: fc.record({
      ...{ ...names, email: orNull(text), phone: orNull(text), ...stamps },
      status: fc.constantFrom('Active', 'Non-compliant'),
    }),
  },
  {
    ...{ path: '/clients', table: 'client', schema: Client },
    row: fc.record({
      ...{ ...names, language: visible, address: orNull(text), ...stamps },
      ...{ primary_contact_email: fc.constantFrom(null, 'a+b@x.example'), primary_contact_number: orNull(text) },
      ...{ client_type: fc.constantFrom('HCP', 'Private'), status: fc.constantFrom('Active', 'Archived') },
      business_id: fc.constant(null).map(() => org.businessId),
    }),
  },
  {
    ...{ path: '/prospects', table: 'prospect', schema: Prospect },
    fields: { name: `first_name || ' ' || last_name`, converted: 'client_id is not null' },
    row: fc.record({
      ...{
        ...names,
        email: orNull(text),
        phone: orNull(text),
        suburb: orNull(text),
        date_of_lead: orNull(day),
        ...stamps,
      },
      ...{ stage: text, tags: fc.array(text, { maxLength: 3 }), source: orNull(text), consultant: orNull(text) },
      ...{ funding_type: fc.constantFrom(null, 'HCP'), followup_date: orNull(day), initial_comments: orNull(text) },
      attributes: fc.record(
        {
          ...{ pets: text, level: fc.integer(), ready: fc.boolean(), since: fc.constant(null) },
          ...{ languages: fc.array(text, { maxLength: 3 }), home: fc.record({ floor: fc.integer(), name: text }) },
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    ...{ path: '/appointments', table: 'appointment', schema: Appointment },
    fields: { start: 'starts', end: 'ends' },
    row: fc
      .record({
        ...{
          appointment_title: text,
          appointment_address: orNull(text),
          client_id: orNull(link),
          employee_id: orNull(link),
        },
        ...{ is_draft: flag, appointment_cancelled: flag, is_deleted: flag, ...stamps },
        ...{ starts_at: fc.constant(starts), ends_at: fc.constant(ends) },
        day: fc.constantFrom(starts, '2026-10-04 02:30:00', ends),
        shift_id: fc.constant(null).map(() => shiftId),
      })
      .map(({ day, ...row }) => ({ ...row, starts: day, ends: day })),
  },
  {
    ...{ path: '/form-submissions', table: 'form_submission', schema: FormSubmission },
    fields: {
      form: '(select name from form f where f.org_id = form_submission.org_id and f.id = form_id)',
      submitted_at: `(submitted_at at time zone 'Pacific/Chatham')`,
    },
    row: fc.record({
      ...{ submitter: orNull(text), email: orNull(text), ...stamps },
      status: fc.constantFrom('Submitted', 'Changes requested'),
      type: fc.constantFrom('form', 'incident'),
      submitted_at: fc.constantFrom('1000-01-02T00:00:00Z', '2026-09-26T14:00:00.999999Z', '9998-12-30T00:00:00Z'),
      form_id: fc.constant(null).map(() => formId),
    }),
  },
]

for (const { path, table, schema, fields = {}, row } of lists) {
  test(`GET ${path} responds exactly as JSON.stringify of its rows`, async () => {
    const required = (schema as { required?: string[] }).required ?? []
    const columns = Object.keys(schema.properties).map((name) => `${fields[name] ?? name} as "${name}"`)
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        await db.query(`delete from ${table} where org_id = $1`, [org.orgId])
        const names = ['org_id', ...Object.keys(rows[0]!)]
        await db.query(
          `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
          [JSON.stringify(rows.map((one) => ({ ...one, org_id: org.orgId })))],
        )
        const stored = await db.query(`select ${columns.join(', ')} from ${table} where org_id = $1 order by id`, [
          org.orgId,
        ])
        const expected = new Map(
          stored.rows.map((record) => {
            const present = Object.entries(record).filter(([name, value]) => value !== null || required.includes(name))
            return [record.id, JSON.stringify(Object.fromEntries(present))]
          }),
        )
        const { text, body } = await org.get(path)
        const data = body.data.map(({ id }: { id: number }) => expected.get(id)).join(',')
        const meta = { page: 1, per_page: body.meta.per_page, total: rows.length, last_page: 1 }
        assert.equal(text, `{"data":[${data}],"meta":${JSON.stringify(meta)}}`)
      }),
      { seed, numRuns: 25 },
    )
  })
}

test('a page past the end is empty and has the total', async () => {
  const other = await organisation()
  await other.post('/staff', { first_name: 'Ana', last_name: 'Li' })
  const { text } = await other.get('/staff?page=9')
  assert.equal(text, '{"data":[],"meta":{"page":9,"per_page":50,"total":1,"last_page":1}}')
})

test('generated columns can be computed with an empty search path, as when a dump is restored', async () => {
  const { rows: tables } = await db.query(`
    select table_name as name, string_agg(quote_ident(column_name), ', ') filter (where is_generated = 'NEVER') as columns
    from information_schema.columns where table_schema = 'public'
    group by 1 having bool_or(is_generated = 'ALWAYS')`)
  assert.ok(tables.length >= 5)
  const client = await db.connect()
  try {
    await client.query(`begin; set local search_path = ''`)
    for (const { name, columns } of tables) {
      await client.query(`create temp table restored_${name} (like public.${name} including generated)`)
      await client.query(`insert into pg_temp.restored_${name} (${columns}) select ${columns} from public.${name}`)
      const { rows } = await client.query(
        `select count(*)::int as n from (table pg_temp.restored_${name} except table public.${name}) d`,
      )
      assert.equal(rows[0].n, 0, name)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})
