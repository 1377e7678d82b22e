import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { field, formsOf, oneStep } from '../../test/forms.ts'
import { harness } from '../../test/harness.ts'

const { db, organisation } = await harness()

describe('a form that was answered before', () => {
  test('is answered by its next version once that is published, and not at all once it is off', async () => {
    const { publishedForm, unpublish, send, submit } = formsOf(db, await organisation('read-write'))
    const id = await publishedForm(oneStep(field('text', 'colour')))
    await submit(id, { colour: 'Red' })
    await publishedForm(oneStep(field('text', 'size')), id)
    assert.equal((await submit(id, { size: 'Small' })).form_version, 2)
    assert.equal((await send(id, { colour: 'Red' })).status, 422)
    await unpublish(id)
    assert.equal((await send(id, { size: 'Small' })).body.message, 'This form is not published.')
  })

  test('is answered as it is now when an import has written its version anew under the same number', async () => {
    const org = await organisation('read-write')
    const { publishedForm, send, submit } = formsOf(db, org)
    const id = await publishedForm(oneStep(field('text', 'colour')))
    await submit(id, { colour: 'Red' })
    const steps = JSON.stringify(oneStep(field('text', 'size')).steps)
    await db.query('update form_version set steps = $3 where org_id = $1 and form_id = $2', [org.orgId, id, steps])
    assert.equal((await submit(id, { size: 'Small' })).form_version, 1)
    assert.equal((await send(id, { colour: 'Red' })).status, 422)
  })

  test('of another organisation with the same id is another form', async () => {
    const [one, other] = [await organisation('read-write'), await organisation('read-write')]
    const id = await formsOf(db, one).publishedForm(oneStep(field('text', 'colour')))
    await formsOf(db, one).submit(id, { colour: 'Red' })
    assert.equal((await formsOf(db, other).send(id, { colour: 'Red' })).status, 404)
  })
})
