import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { completeBundle, form, oneStep, submission } from '../../../test/factories/bundles/forms.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const rejected = async (...forms: object[]) => problemsOf(pool, await emptyOrganisation(pool), { forms })
const field = (fields: object) => [{ title: 'One', fields: [{ type: 'text', label: 'A', ...fields }] }]

describe('a form is rejected', () => {
  test('for all errors of the builder at once, with paths of the bundle', async () => {
    const problems = await rejected(
      form({ steps: field({ options: ['a'] }), settings: { color: 'red' }, tags: [' '] }),
      form({ id: 81, name: ' ', steps: field({ validation: { min: 3 }, extra: 1 }), incident: { severity: 'x' } }),
      form({ id: 82, steps: [...field({ type: 'tune' }), { key: 'submit', title: 'Two', otherwise: 'one' }] }),
      form({ id: 83, prospect: { map: { a: 'age' } }, client_prefill: { enabled: 1 } }),
    )
    const paths = problems.map((problem) => problem.split(': ')[0])
    assert.deepEqual(paths.sort(), [
      'forms[0].settings.color',
      'forms[0].tags[0]',
      'forms[1].incident.severity',
      'forms[1].name',
      'forms[1].steps[0].fields[0].extra',
      'forms[2].steps[0].fields[0].type',
      'forms[3].client_prefill.enabled',
      'forms[3].prospect.map.a',
    ])
  })

  test('for rules that no shape can say, in what is edited and in versions', async () => {
    const steps = [...field({ options: ['a'], default: 5 }), { key: 'submit', title: 'Two', otherwise: 'one' }]
    const at = '2026-11-03T03:20:00Z'
    assert.deepEqual(
      await rejected(
        form({ steps, versions: [{ version: 1, steps: field({ validation: { min: 3 } }), published_at: at }] }),
      ),
      [
        'forms[0].steps[0].fields[0].options: must not be there: a field of type text has no options.',
        'forms[0].steps[0].fields[0].default: must be text.',
        'forms[0].steps[1].key: must not be submit, which means the end of the form.',
        'forms[0].steps[1].otherwise: must be a later step, or submit.',
        'forms[0].versions[0].steps[0].fields[0].validation.min: must not be there: a field of type text takes min_length, max_length, pattern.',
      ],
    )
  })

  test('while it is on and has issues, but not while people see a version that has none', async () => {
    const steps = field({ type: 'select' })
    const missing = 'keeps the form from being published: The field A has no options to choose from.'
    assert.deepEqual(await rejected(form({ published: 'on', steps })), [
      `forms[0].steps[0].fields[0].options: ${missing}`,
    ])
    assert.deepEqual(await rejected(form({ published: 'on' })), [
      'forms[0].steps: keeps the form from being published: Add a field that people answer.',
    ])
    const version = { version: 1, published_at: '2026-11-03T03:20:00Z' }
    assert.deepEqual(await rejected(form({ versions: [{ ...version, steps }] })), [
      `forms[0].versions[0].steps[0].fields[0].options: ${missing}`,
    ])
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, {
      forms: [form({ published: 'on', steps, versions: [{ ...version, steps: oneStep }] })],
    })
  })

  test('for versions that are not in order, and publications of what was never published', async () => {
    const version = (number: number) => ({ version: number, steps: oneStep, published_at: '2026-11-03T03:20:00Z' })
    assert.deepEqual(
      await rejected(
        form({ versions: [version(2), version(2)], version: 3 }),
        form({ id: 81, version: 1, published_at: '2026-11-03T03:20:00Z' }),
      ),
      [
        'forms[0].versions[1].version: must be more than 2, which stands before it.',
        'forms[0].version: must be 2, the last of versions.',
        'forms[1].version: is only supported for a form that is on or has versions.',
        'forms[1].published_at: is only supported for a form that is on or has versions.',
      ],
    )
  })

  test('for an address that another form has or had, in the bundle or the organisation, also as its key', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, {
      forms: [form({ key: 'old-key', address: 'now', addresses: [{ address: 'before' }] })],
    })
    const problems = await problemsOf(pool, orgId, {
      forms: [
        form({ id: 81, address: 'before' }),
        form({ id: 82, address: 'old-key' }),
        form({ id: 83, key: 'now' }),
        form({ id: 84, addresses: [{ address: 'fine' }, { address: 'shared' }] }),
        form({ id: 85, address: 'shared' }),
        form({ id: 86, key: 'same', address: 'same' }),
      ],
    })
    assert.deepEqual(problems, [
      'forms[0].address: is already an address of form 80.',
      'forms[1].address: is already an address of form 80.',
      'forms[2].key: is already an address of form 80.',
      'forms[3].addresses[1].address: is already an address of form 85.',
      'forms[4].address: is already an address of form 84.',
    ])
    const rule = 'must be 3 to 60 of the characters a-z, 0-9 and -.'
    assert.deepEqual(await rejected(form({ address: 'Ab', addresses: [{ address: 'a_b' }] })), [
      `forms[0].address: ${rule}`,
      `forms[0].addresses[0].address: ${rule}`,
    ])
  })

  test('for a key that another form has', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, { forms: [form({ key: 'a' }), form({ id: 90, key: 'kept' })] })
    const forms = [
      form(),
      form({ id: 81, key: 'a' }),
      form({ id: 82, key: 'b' }),
      form({ id: 83, key: 'b' }),
      form({ id: 84, key: 'kept' }),
    ]
    assert.deepEqual(await problemsOf(pool, orgId, { forms }), [
      'forms[1].key: is already the key of forms[0].',
      'forms[3].key: is already the key of forms[2].',
      'forms[4].key: is already the key of form 90 of the organisation.',
    ])
    assert.deepEqual(await rejected(form({ key: 'a/b' })), [
      'forms[0].key: must have 1 to 63 letters, digits and -, and begin with no -.',
    ])
  })

  test('for a version that it no longer has and submissions are of', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    const before = await exportText(pool, orgId)
    const { versions, ...first } = completeBundle.forms[0] as { versions: object[] }
    assert.deepEqual(await problemsOf(pool, orgId, { forms: [{ ...first, versions: versions.slice(1) }] }), [
      'forms[0].versions: must keep version 1, which submissions are of.',
    ])
    assert.equal(await exportText(pool, orgId), before)
  })

  test('for an assignee of another organisation', async () => {
    const settings = { assignee_id: 31 }
    const version = { version: 1, steps: oneStep, published_at: '2026-11-03T03:20:00Z', settings }
    assert.deepEqual(await rejected(form({ settings, versions: [version] })), [
      'forms[0].settings.assignee_id: there is no 31 in staff of the bundle or the organisation.',
      'forms[0].versions[0].settings.assignee_id: there is no 31 in staff of the bundle or the organisation.',
    ])
  })
})

describe('a submission is rejected', () => {
  test('for links to what is another organisation’s', async () => {
    await importTo(pool, await emptyOrganisation(pool), completeBundle)
    const orgId = await emptyOrganisation(pool)
    const links = { client_id: 7, assignee_id: 31, prospect_id: 60 }
    const refs = ['general:70', 'task:71', 'appointment:72'].map((note_ref, place) =>
      submission({ id: 86 + place, note_ref }),
    )
    const bundle = { forms: [form()], form_submissions: [submission({ form_id: 81, ...links }), ...refs] }
    const of = (list: string, id: number) => `there is no ${id} in ${list} of the bundle or the organisation.`
    assert.deepEqual(await problemsOf(pool, orgId, bundle), [
      `form_submissions[0].form_id: ${of('forms', 81)}`,
      `form_submissions[0].client_id: ${of('clients', 7)}`,
      `form_submissions[0].assignee_id: ${of('staff', 31)}`,
      `form_submissions[0].prospect_id: ${of('prospects', 60)}`,
      'form_submissions[1].note_ref: there is no note general:70 in the bundle or the organisation.',
      'form_submissions[2].note_ref: there is no note task:71 in the bundle or the organisation.',
      'form_submissions[3].note_ref: there is no note appointment:72 in the bundle or the organisation.',
    ])
    const answers = [
      { key: 'client', type: 'client', value: { id: 7, name: 'Joan Hart' } },
      { key: 'staff', type: 'staff', value: { id: 31, name: 'Ana Li' } },
      { key: 'other', type: 'staff', value: 'Ana Li' },
    ]
    assert.deepEqual(await problemsOf(pool, orgId, { forms: [form()], form_submissions: [submission({ answers })] }), [
      `form_submissions[0].answers[0].value.id: ${of('clients', 7)}`,
      `form_submissions[0].answers[1].value.id: ${of('staff', 31)}`,
    ])
  })

  test('for fields that are not what they should be, all at once', async () => {
    const answers = [
      { key: 'a', value: 1 },
      { key: 'a', value: 2 },
      { key: 'c', type: 'client', value: { id: 0, name: 'x' } },
    ]
    const problems = await problemsOf(pool, await emptyOrganisation(pool), {
      forms: [form()],
      form_submissions: [
        {
          id: 1,
          form_id: 80,
          status: 'Done',
          type: 'x',
          submitted_at: '2026-11-03',
          answers: [{ key: 'a', type: 'heading' }],
        },
        submission({ id: 2, answers }),
        submission({ id: 3, note_ref: 'shift:3', history: [{ status: 'Seen' }], source: 'mail', form_version: 0 }),
      ],
    })
    const paths = problems.map((problem) => problem.split(': ')[0])
    assert.deepEqual(paths.sort(), [
      'form_submissions[0].answers[0].type',
      'form_submissions[0].answers[0].value',
      'form_submissions[0].status',
      'form_submissions[0].submitted_at',
      'form_submissions[0].type',
      'form_submissions[1].answers[1].key',
      'form_submissions[1].answers[2].value',
      'form_submissions[2].form_version',
      'form_submissions[2].history[0].status',
      'form_submissions[2].note_ref',
      'form_submissions[2].source',
    ])
  })

  test('for a version that the form does not have', async () => {
    const bundle = {
      forms: [form({ published: 'on', steps: oneStep })],
      form_submissions: [submission({ form_version: 2 })],
    }
    assert.deepEqual(await problemsOf(pool, await emptyOrganisation(pool), bundle), [
      'form_submissions[0].form_version: there is no version 2 of form 80.',
    ])
  })

  test('for a note that the same bundle takes away', async () => {
    const orgId = await emptyOrganisation(pool)
    const [task] = completeBundle.tasks as object[]
    const notes = [{ id: 5, notes: 'Call first' }]
    await importTo(pool, orgId, { ...completeBundle, tasks: [{ ...task, notes }, completeBundle.tasks[1]!] })
    const before = await exportText(pool, orgId)
    assert.deepEqual(
      await problemsOf(pool, orgId, {
        tasks: [{ ...task, notes: [] }],
        form_submissions: [submission({ id: 90, note_ref: 'task:5' })],
      }),
      ['form_submissions[0].note_ref: there is no note task:5 once the import is done.'],
    )
    assert.equal(await exportText(pool, orgId), before)
  })
})
