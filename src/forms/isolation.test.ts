import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { importTo } from '../../test/factories/bundles/bundles.ts'
import { harness, type Organisation } from '../../test/harness/harness.ts'

const { app, db, organisation } = await harness()

/** The same ids for every organisation, with texts that only one of them has. */
const bundleOf = (word: string) => ({
  organisation: { name: `${word} Care`, timezone: 'Australia/Sydney', owner_id: 31 },
  business_locations: [{ id: 1, name: word }],
  staff: [{ id: 31, first_name: 'Ana', last_name: word, status: 'Active', supplier: false }],
  clients: [
    {
      ...{ id: 7, first_name: 'Joan', last_name: word, client_type: 'NDIS', business_id: 1, language: 'English' },
      ...{ address: `1 ${word} St`, status: 'Active' },
    },
  ],
  notes: [{ id: 70, kind: 'General', client_id: 7, notes: word, date: '2026-11-02' }],
  forms: [
    {
      ...{ id: 80, key: 'same', address: 'same-address', name: `${word} form`, description: word, published: 'on' },
      steps: [
        {
          ...{ key: 'only', title: word, routing: [] },
          fields: [
            { type: 'client', key: 'who', label: `Who, ${word}?` },
            { type: 'staff', key: 'staff', label: 'By whom?' },
            { type: 'text', key: 'street', label: 'Street' },
          ],
        },
      ],
      client_prefill: { enabled: true, client_field: 'who', map: { street: 'address' } },
    },
  ],
  form_submissions: [
    {
      ...{
        id: 85,
        form_id: 80,
        submitter: `Bo ${word}`,
        email: `bo@${word}.example`,
        status: 'Submitted',
        type: 'form',
      },
      ...{ submitted_at: '2026-11-03 08:00:00', client_id: 7, note_ref: 'general:70', answers: [] },
      history: [{ status: 'Submitted', by: word, at: '2026-11-02T21:00:00.000000Z' }],
    },
  ],
})

const words = ['Acacia', 'Banksia'] as const
const orgs = {} as Record<(typeof words)[number], Organisation>

before(async () => {
  for (const word of words) {
    orgs[word] = await organisation()
    await db.query('delete from business_location where org_id = $1', [orgs[word].orgId])
    await importTo(db, orgs[word].orgId, bundleOf(word) as never, { withSettings: true })
  }
})

for (const [word, other] of [words, [...words].reverse()] as [keyof typeof orgs, keyof typeof orgs][]) {
  test(`what ${word} reads and sends is its own, though ${other} has the same ids`, async () => {
    const org = orgs[word]
    const own = async (text: string, ...wanted: string[]) => {
      assert.ok(!text.includes(other), text)
      for (const part of wanted) assert.ok(text.includes(part), `${part} is not in ${text}`)
    }
    await own((await org.get('/forms')).text, `${word} form`, '"submission_count":')
    await own((await org.get('/forms/80')).text, `${word} form`, `Who, ${word}?`)
    await own((await org.get('/form-submissions')).text, `${word} form`, `Bo ${word}`)
    await own((await org.get(`/form-submissions?submitter=${word}&form_id=80&from=2026-11-01`)).text, `Bo ${word}`)
    assert.equal((await org.get(`/form-submissions?submitter=${other}`)).body.meta.total, 0)
    await own(
      (await org.get('/form-submissions/85')).text,
      `Bo ${word}`,
      `Joan ${word}`,
      `Ana ${word}`,
      `"by":"${word}"`,
    )
    await own((await org.get('/clients/7/notes')).text, `${word} form`)

    const sent = await org.post('/forms/80/submissions', { answers: { who: 7, staff: `Ana ${word}` } })
    assert.equal(sent.status, 201)
    await own(sent.text, `Joan ${word}`, `Ana ${word}`, `1 ${word} St`)
    assert.deepEqual(sent.body.data.answers[1].value, { id: 31, name: `Ana ${word}` })
    const named = await org.post('/forms/80/submissions', { answers: { who: `Joan ${other}`, street: 'x' } })
    assert.deepEqual(named.body.data.answers[0].value, { name: `Joan ${other}` })

    const link = (await org.post('/forms/80/links', { client_id: 7 })).body.url as string
    const path = new URL(link).pathname + new URL(link).search
    const page = await app.inject(path)
    assert.equal(page.statusCode, 200)
    await own(page.body, `${word} Care`, `1 ${word} St`, `Joan ${word}`)
    // A link of one organisation does not work for a form with the same id and key of another.
    const foreign = await app.inject(path.replace(org.slug, orgs[other].slug))
    assert.equal(foreign.statusCode, 410)
    assert.ok(!foreign.body.includes('St'))
  })
}

test('what one organisation changes stays as it is in the other', async () => {
  const { Acacia, Banksia } = orgs
  const [form, submission] = [await Banksia.get('/forms/80'), await Banksia.get('/form-submissions/85')]
  assert.equal((await Acacia.patch('/form-submissions/85', { status: 'Archived', note: 'Acacia' })).status, 200)
  const operations = [
    { op: 'rename', name: 'Other' },
    { op: 'remove_field', field: 'street' },
  ]
  assert.equal((await Acacia.patch('/forms/80', { operations })).status, 200)
  assert.equal((await Acacia.post('/forms/80/unpublish')).status, 200)
  assert.deepEqual((await Banksia.get('/forms/80')).body, form.body)
  assert.deepEqual((await Banksia.get('/form-submissions/85')).body, submission.body)
  assert.equal((await app.inject(`/f/${Banksia.slug}/same`)).statusCode, 200)
  assert.equal((await app.inject(`/f/${Acacia.slug}/same`)).statusCode, 410)
})
