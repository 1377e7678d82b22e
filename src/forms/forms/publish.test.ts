import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtForms } from '../../../test/factories/forms/built-forms.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const forms = async () => builtForms(db, await organisation())

describe('POST /forms/{id}/publish', () => {
  test('opens the form at its address and freezes its first version', async () => {
    const { org, create, publish, read, versions, events } = await forms()
    const { id } = await create()
    const { status, body } = await publish(id)
    const { url } = body
    assert.deepEqual([status, body], [200, { published: 'on', url, version: 1 }])
    assert.match(url, new RegExp(`^http://localhost:80/f/${org.slug}/[0-9a-f]{16}$`))
    const form = await read(id)
    assert.deepEqual([form.published, form.url, form.version], ['on', url, 1])
    assert.ok(form.published_at > form.created_at && form.updated_at >= form.published_at)
    assert.deepEqual(await versions(id), [
      { version: 1, name: form.name, settings: form.settings, steps: form.steps, by_name: 'Payroll sync' },
    ])
    assert.deepEqual((await events()).slice(1), [['form.published', id, ['published'], { version: 1 }]])
  })

  test('of a form with issues is 422 that lists them, and changes nothing', async () => {
    const { create, publish, edited, stored, read } = await forms()
    const { id } = await create()
    await edited(id, { op: 'remove_field', field: 'kind' })
    const before = await stored()
    const { status, body } = await publish(id)
    assert.equal(status, 422)
    const message = 'This form has issues to fix before it can be published.'
    assert.deepEqual(body, { message, issues: (await read(id)).issues })
    assert.ok(body.issues.length > 0)
    assert.deepEqual(await stored(), before)
  })

  test('again with nothing changed is the same version, and records nothing', async () => {
    const { create, publish, stored } = await forms()
    const { id } = await create({ prospect: { enabled: false, map: { which: 'email', kind: 'source' } } })
    const first = await publish(id)
    const before = await stored()
    const second = await publish(id)
    assert.deepEqual([second.status, second.body], [200, first.body])
    assert.deepEqual(await stored(), before)
  })

  test('after a change is the next version; the one before stays as it was', async () => {
    const { create, publish, edited, versions, read } = await forms()
    const { id } = await create()
    const { url } = (await publish(id)).body
    const [first] = await versions(id)
    await edited(id, { op: 'rename', name: 'Second' }, { op: 'remove_field', field: 'often' })
    assert.deepEqual([(await read(id)).version, await versions(id)], [1, [first]])
    assert.deepEqual((await publish(id)).body, { published: 'on', url, version: 2 })
    const [kept, next] = await versions(id)
    assert.deepEqual([kept, next.name, next.steps[1].fields], [first, 'Second', []])
  })

  test('counts every part that people see as a change, and tags as none', async () => {
    const { create, publish, edited } = await forms()
    const { id } = await create()
    await publish(id)
    const changes = [
      { op: 'set_description', description: 'D' },
      { op: 'update_settings', settings: { submit_button_text: 'Go' } },
      { op: 'set_incident', incident: { enabled: true } },
      { op: 'set_prospect', prospect: { enabled: false, map: {} } },
      { op: 'set_client_prefill', client_prefill: { enabled: false, map: {} } },
      { op: 'update_field', field: 'often', changes: { label: 'How many times' } },
    ]
    for (const [i, change] of changes.entries()) {
      await edited(id, change)
      assert.equal((await publish(id)).body.version, i + 2)
    }
    await edited(id, { op: 'set_tags', tags: ['a'] })
    assert.equal((await publish(id)).body.version, changes.length + 1)
  })

  test('by many at once makes one version and one event', async () => {
    const { create, publish, versions, events } = await forms()
    const { id } = await create()
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(id)))
    assert.deepEqual([...new Set(answers.map(({ body }) => body.version))], [1])
    assert.deepEqual([(await versions(id)).length, (await events()).length], [1, 2])
  })

  test('concurrent with edits creates versions that are each one whole form', async () => {
    const { create, publish, edited, versions } = await forms()
    const { id } = await create()
    const both = (n: number) =>
      edited(id, { op: 'rename', name: `N${n}` }, { op: 'update_settings', settings: { submit_button_text: `N${n}` } })
    await Promise.all(Array.from({ length: 6 }, (_, n) => [both(n), publish(id)]).flat())
    const made = await versions(id)
    assert.deepEqual(made.map(({ version }) => version), made.map((_, i) => i + 1)) // biome-ignore format: one line
    for (const { name, settings } of made) {
      assert.equal(settings.submit_button_text, name === 'Incident report' ? 'Submit' : name)
    }
  })
})

describe('POST /forms/{id}/unpublish', () => {
  test('closes the form, which keeps its URL and its version', async () => {
    const { create, publish, unpublish, read, events } = await forms()
    const { id } = await create()
    const { url } = (await publish(id)).body
    const { status, body } = await unpublish(id)
    assert.deepEqual([status, body], [200, { published: 'off', url, version: 1 }])
    const form = await read(id)
    assert.deepEqual([form.published, form.url, form.version], ['off', url, 1])
    assert.deepEqual((await events()).at(-1), ['form.unpublished', id, ['published'], { version: 1 }])
  })

  test('of a form that is closed, or never was open, changes nothing', async () => {
    const { create, publish, unpublish, stored } = await forms()
    const { id } = await create()
    const never = await unpublish(id)
    assert.deepEqual([never.status, never.body], [200, { published: 'off', url: null, version: null }])
    await publish(id)
    const first = await unpublish(id)
    const before = await stored()
    assert.deepEqual((await unpublish(id)).body, first.body)
    assert.deepEqual(await stored(), before)
  })

  test('and publish again opens the same version, with an event', async () => {
    const { create, publish, unpublish, versions, read, events } = await forms()
    const { id } = await create()
    const first = await publish(id)
    const { published_at } = await read(id)
    await unpublish(id)
    assert.deepEqual((await publish(id)).body, first.body)
    const form = await read(id)
    assert.deepEqual([form.published, form.published_at, (await versions(id)).length], ['on', published_at, 1])
    assert.deepEqual((await events()).at(-1), ['form.published', id, ['published'], { version: 1 }])
  })

  test('takes no body but an empty one', async () => {
    const { org, create } = await forms()
    const { id } = await create()
    const { status, body } = await org.post(`/forms/${id}/unpublish`, { now: true })
    assert.deepEqual([status, body.errors], [422, { now: ['now is not supported; no fields are.'] }])
    assert.equal((await org.post(`/forms/${id}/unpublish`, {})).status, 200)
  })
})

test('addresses begin with WATTLE_PUBLIC_URL where it is set', async () => {
  const { db: another, organisation: make } = await harness({ publicUrl: 'https://care.example.org' })
  const { org, create, publish, read } = builtForms(another, await make())
  const { id } = await create()
  const { url } = (await publish(id)).body
  assert.match(url, new RegExp(`^https://care\\.example\\.org/f/${org.slug}/[0-9a-f]{16}$`))
  assert.equal((await read(id)).url, url)
})
