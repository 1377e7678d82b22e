import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  assertRoundTrip,
  emptyOrganisation,
  exportedBundle,
  exportText,
  importTo,
  type Row,
  withoutTimestamps,
} from '../../../test/factories/bundles/bundles.ts'
import { completeBundle, form, formDefaults, oneStep } from '../../../test/factories/bundles/forms.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
const formsOf = async (orgId: number): Promise<Row[]> => (await exportedBundle(pool, orgId)).forms
async function withForms(...forms: object[]): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { forms })
  return orgId
}
const counts = { created: 0, updated: 0, unchanged: 0 }
const again = async (orgId: number, ...forms: object[]) => (await importTo(pool, orgId, { forms })).counts.forms

describe('forms and submissions', () => {
  test('come out as they went in', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    const { forms, form_submissions } = await exportedBundle(pool, orgId)
    assert.deepEqual(forms, completeBundle.forms)
    assert.deepEqual(form_submissions, completeBundle.form_submissions)
  })

  test('export the same bytes again from an empty organisation, and imported again they change nothing', async () => {
    await assertRoundTrip(pool, completeBundle)
  })

  test('imported again are not written again', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    const places = () =>
      query(
        `select 1 as kind, id, ctid::text, xmin::text from form where org_id = $1
         union all select 2, form_id * 100 + version, ctid::text, xmin::text from form_version where org_id = $1
         union all select 3, id, ctid::text, xmin::text from form_submission where org_id = $1
         union all select 4, id, ctid::text, xmin::text from form_submission_change where org_id = $1 order by 1, 2`,
        orgId,
      )
    const before = await places()
    const done = await importTo(pool, orgId, completeBundle)
    assert.deepEqual(done.counts.forms, { ...counts, unchanged: 2 })
    assert.deepEqual(done.counts.form_submissions, { ...counts, unchanged: 4 })
    assert.deepEqual(await places(), before)
  })

  test('of another organisation may have the same ids and keys, and keep their content', async () => {
    const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
    await importTo(pool, first, completeBundle)
    const before = await exportText(pool, first)
    await importTo(pool, second, {
      ...completeBundle,
      forms: [form({ key: 'incident-report' }), form({ id: 81, key: 'b5d9' })],
      form_submissions: [],
    })
    assert.equal(await exportText(pool, first), before)
  })
})

describe('a form with few fields in the bundle', () => {
  test('has its name, and that of its versions, without blanks around it', async () => {
    const version = { steps: oneStep, version: 1, name: ' First ', published_at: '2026-01-01T00:00:00.000000Z' }
    const [{ name, versions }] = (await formsOf(
      await withForms({ ...form(), name: ' Now ', versions: [version] }),
    )) as [Row]
    assert.deepEqual([name, versions[0].name], ['Now', 'First'])
  })

  test('is a draft with the usual settings, and has an address', async () => {
    const orgId = await withForms(form())
    const [{ key, ...row }] = (await formsOf(orgId)).map(withoutTimestamps) as [Row]
    assert.deepEqual(row, { ...form(), ...formDefaults })
    assert.match(key, /^[0-9a-f]{16}$/)
    assert.deepEqual(await again(orgId, form()), { ...counts, unchanged: 1 })
    assert.equal((await formsOf(orgId))[0]!.key, key)
  })

  test('gets keys, flags and tags as the builder makes them, the same ones each time', async () => {
    const sent = form({
      settings: { show_step_numbers: false, success_message: null },
      tags: ['Daily', { name: 'daily' }],
      steps: [
        {
          title: 'One',
          fields: [
            { type: 'text', label: 'Your name' },
            { type: 'select', label: 'Your name', options: ['a', 'a'] },
          ],
        },
      ],
    })
    const orgId = await withForms(sent)
    const [{ steps, tags, settings }] = (await formsOf(orgId)) as [Row]
    assert.deepEqual(settings, { ...formDefaults.settings, show_step_numbers: false })
    assert.deepEqual(tags, [{ name: 'Daily' }])
    assert.deepEqual(steps, [
      {
        ...{ key: 'one', title: 'One', routing: [] },
        fields: [
          { type: 'text', label: 'Your name', key: 'your_name', required: false },
          { type: 'select', label: 'Your name', key: 'your_name_2', required: false, options: ['a'] },
        ],
      },
    ])
    assert.deepEqual(await again(orgId, sent), { ...counts, unchanged: 1 })
  })
})

describe('a form that is on', () => {
  const on = form({ published: 'on', steps: oneStep })

  test('and has no versions is frozen as its first, at the time it was changed', async () => {
    const orgId = await withForms({ ...on, updated_at: '2026-11-03T03:20:00.000000Z' })
    const [{ version, published_at, versions }] = (await formsOf(orgId)) as [Row]
    assert.deepEqual([version, published_at], [1, '2026-11-03T03:20:00.000000Z'])
    const { tags: _, published: __, ...content } = formDefaults
    assert.deepEqual(versions, [
      { version: 1, name: 'Incident report', ...content, steps: oneStep, published_at, by: null },
    ])
  })

  test('gets a version when it is another than the latest, and none otherwise', async () => {
    const orgId = await withForms(on)
    assert.deepEqual(await again(orgId, on), { ...counts, unchanged: 1 })
    await again(orgId, { ...on, name: 'Renamed', published_at: '2026-12-01T00:00:00.000000Z' })
    const [{ version, versions, published_at }] = (await formsOf(orgId)) as [Row]
    assert.deepEqual([version, published_at], [2, '2026-12-01T00:00:00.000000Z'])
    assert.deepEqual(
      versions.map((one: Row) => [one.version, one.name]),
      [
        [1, 'Incident report'],
        [2, 'Renamed'],
      ],
    )
    await again(orgId, { ...on, published: 'off' })
    const [off] = (await formsOf(orgId)) as [Row]
    assert.deepEqual([off.published, off.version, off.versions.length], ['off', 2, 2])
  })

  test('is edited on while people see its last version', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    const { key, ...first } = completeBundle.forms[0] as Row
    const edited = { ...first, steps: [] }
    await again(orgId, edited)
    const [row] = (await formsOf(orgId)) as [Row]
    assert.deepEqual([row.steps, row.published, row.key, row.versions], [[], 'on', key, first.versions])
  })
})

describe('addresses of a form', () => {
  const addressesOf = async (orgId: number) =>
    (await formsOf(orgId)).map(({ address, addresses = [] }) => [address, addresses.map((one: Row) => one.address)])

  test('stay when a bundle leaves them out, and an import removes none', async () => {
    const orgId = await withForms(form({ address: 'first' }))
    await again(orgId, form({ name: 'Renamed' }))
    assert.deepEqual(await addressesOf(orgId), [['first', ['first']]])
    const at = '2026-01-01T00:00:00.000000Z'
    await again(orgId, form({ address: 'second', addresses: [{ address: 'earlier', created_at: at }] }))
    assert.deepEqual(await addressesOf(orgId), [['second', ['earlier', 'first', 'second']]])
    await again(orgId, form({ address: null, addresses: [] }))
    assert.deepEqual(await addressesOf(orgId), [[null, ['earlier', 'first', 'second']]])
    assert.deepEqual(await again(orgId, form({ address: null })), { ...counts, unchanged: 1 })
  })
})

test('keys can be exchanged', async () => {
  const orgId = await withForms(form({ key: 'a' }), form({ id: 81, key: 'b' }))
  await again(orgId, form({ key: 'b' }), form({ id: 81, key: 'a' }))
  assert.deepEqual(
    (await formsOf(orgId)).map(({ key }) => key),
    ['b', 'a'],
  )
})

test('the sequences move past the ids of forms, submissions and lines of history', async () => {
  const high = 1_000_000
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, {
    forms: [form({ id: high + 1 })],
    form_submissions: [
      {
        id: high + 2,
        form_id: high + 1,
        submitted_at: '2026-11-03 08:00:00',
        history: [{ id: high + 3, status: 'Submitted' }],
      },
    ],
  })
  for (const [table, highest] of Object.entries({ form: 1, form_submission: 2, form_submission_change: 3 })) {
    const [{ next }] = await query(`select nextval('${table}_id_seq') as next`)
    assert.ok(next > high + highest, `${table} gives ${next}`)
  }
})
