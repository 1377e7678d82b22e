import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../test/factories/bundles/bundles.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { Failure } from '../process/failure.ts'
import { BundleProblems } from './problems.ts'

const { pool, drop } = await createDatabase()
after(drop)
const orgId = await emptyOrganisation(pool)

const ana = { id: 31, first_name: 'Ana', last_name: 'Li' }
const joan = { id: 7, first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: 1 }
const problemsIn = (bundle: object | string | Uint8Array) => problemsOf(pool, orgId, bundle)
const staffWith = (fields: object) => problemsIn({ staff: [{ ...ana, ...fields }] })

test('lists every problem of every kind with its path, and changes nothing', async () => {
  await importTo(pool, orgId, { business_locations: [{ id: 1, name: 'Sydney' }], staff: [{ ...ana, id: 1 }] })
  const before = await exportText(pool, orgId)
  const bundle = {
    clients: [joan, { ...joan, id: 8, client_type: 'VIP', business_id: 9 }, { ...joan, shoe_size: 7 }, 'Joan'],
    organisation: { name: 'New name', timezone: 'Mars/Olympus', owner_id: 99 },
    staff: [ana, { id: 31, first_name: ' ', status: 'Gone' }],
    business_locations: [{ id: 2, name: ' ' }],
    visitors: [],
  }
  const error = await importTo(pool, orgId, bundle).catch((error: unknown) => error)

  assert.ok(error instanceof BundleProblems && error instanceof Failure)
  assert.deepEqual(error.message.split('\n'), [
    'clients[1].client_type: must be one of HCP, SaH, THCP, GHCP, NDIS, Private.',
    'clients[2].shoe_size: is not supported; supported fields are id, first_name, last_name, client_type, business_id, language, address, primary_contact_email, primary_contact_number, status, created_at, updated_at.',
    'clients[3]: must be an object.',
    'organisation.timezone: must be an IANA time zone such as Australia/Sydney.',
    'staff[1].last_name: is required.',
    'staff[1].first_name: must not be blank.',
    'staff[1].status: must be one of Active, Inactive, Pending, Non-compliant, Archived.',
    'business_locations[0].name: must not be blank.',
    'visitors: is not part of a bundle.',
    'clients[2].id: 7 is already the id of clients[0].',
    'staff[1].id: 31 is already the id of staff[0].',
    'clients[1].business_id: there is no 9 in business_locations of the bundle or the organisation.',
    'organisation.owner_id: there is no staff member 99.',
    '13 problems. Nothing was changed.',
  ])
  assert.equal(await exportText(pool, orgId), before)
})

test('a link to a row that has a problem itself is not a second problem', async () => {
  const bundle = { clients: [{ ...joan, business_id: 5 }], business_locations: [{ id: 5, name: 'x'.repeat(256) }] }
  assert.deepEqual(await problemsIn(bundle), ['business_locations[0].name: must have at most 255 characters.'])
})

test("a link cannot point to another organisation's record", async () => {
  const other = await emptyOrganisation(pool)
  await importTo(pool, other, { business_locations: [{ id: 77, name: 'Elsewhere' }] })
  assert.deepEqual(await problemsIn({ clients: [{ ...joan, business_id: 77 }] }), [
    'clients[0].business_id: there is no 77 in business_locations of the bundle or the organisation.',
  ])
})

describe('the owner', () => {
  const organisation = { name: 'Acme', timezone: 'UTC', owner_id: 31 }
  test('cannot be a supplier, neither in the bundle that names the owner nor in a later one', async () => {
    const message = 'organisation.owner_id: must be a staff member; 31 is a supplier.'
    assert.deepEqual(await problemsIn({ organisation, staff: [{ ...ana, supplier: true }] }), [message])
    const other = await emptyOrganisation(pool)
    await importTo(pool, other, { organisation, staff: [ana] })
    assert.deepEqual(await problemsOf(pool, other, { staff: [{ ...ana, supplier: true }] }), [message])
  })
})

describe('rejects, without a database error,', () => {
  const outside = 'must be from 1 to 9007199254740991.'
  const stamp =
    'must be an ISO 8601 instant such as 2026-11-02T09:30:00.000000Z, with Z or an offset and at most microseconds.'
  const storable = 'must not contain the character U+0000 or half of a surrogate pair.'
  const cases: [string, object, string[]][] = [
    ['id 0', { id: 0 }, ['staff[0].id: must be 1 or greater.']],
    ['an id of 2^53', { id: 2 ** 53 }, [`staff[0].id: ${outside}`]],
    ['half an id', { id: 1.5 }, ['staff[0].id: must be a whole number.']],
    ['an id in quotes', { id: '1' }, ['staff[0].id: must be a whole number.']],
    [
      'a null that is not allowed',
      { status: null, supplier: null },
      [
        'staff[0].status: must be one of Active, Inactive, Pending, Non-compliant, Archived.',
        'staff[0].supplier: must be true or false.',
      ],
    ],
    ['U+0000', { first_name: 'A\0' }, [`staff[0].first_name: ${storable}`]],
    ['half of a surrogate pair', { last_name: 'B\ud83c' }, [`staff[0].last_name: ${storable}`]],
    ['text that is too long', { phone: '0'.repeat(41) }, ['staff[0].phone: must have at most 40 characters.']],
    ['an invalid email', { email: 'ana@' }, ['staff[0].email: must be a valid email address.']],
    ['a day that does not exist', { created_at: '2026-02-30T00:00:00Z' }, [`staff[0].created_at: ${stamp}`]],
    ['an instant without a zone', { updated_at: '2026-02-03T00:00:00' }, [`staff[0].updated_at: ${stamp}`]],
  ]
  for (const [what, fields, expected] of cases) {
    test(what, async () => assert.deepEqual(await staffWith(fields), expected))
  }

  const documents: [string, string | Uint8Array, string[]][] = [
    ['nothing', '', ['bundle: the JSON ends here, before it is complete.']],
    ['a list', '[]', ['bundle: must be one JSON object.']],
    ['a text', '"staff"', ['bundle: must be one JSON object.']],
    ['two documents', '{} {}', ['bundle: is not JSON at byte 3.']],
    [
      'half a document',
      '{"staff": [{"id": 1, "first_name": "A',
      ['staff[0].first_name: the JSON ends here, before it is complete.'],
    ],
    [
      'half a document whose links are still to come',
      `{"clients": [${JSON.stringify({ ...joan, business_id: 55 })}], `,
      ['clients: the JSON ends here, before it is complete.'],
    ],
    ['a comma too many', '{"staff": [{"id": 1,}]}', ['staff[0]: is not JSON at byte 20.']],
    ['a word', '{"staff": [nil]}', ['staff[0]: is not JSON at byte 12.']],
    [
      'another encoding',
      Buffer.from('{"organisation": {"name": "Zo\xeb Care"}}', 'latin1'),
      ['organisation.name: is not text in UTF-8.'],
    ],
    [
      'half of a surrogate pair in the text itself',
      '{"organisation": {"name": "A\ud83c"}}',
      ['bundle: must not contain half of a surrogate pair.'],
    ],
    ['a list that is an object', '{"staff": {"a": {"id": 1}}}', ['staff: must be a list.']],
    ['a list that is null', '{"clients": null}', ['clients: must be a list.']],
    ['options that are a list', '{"prospect_options": []}', ['prospect_options: must be an object.']],
    ['options that are null', '{"prospect_options": null}', ['prospect_options: must be an object.']],
    [
      'options given twice',
      '{"prospect_options": {}, "prospect_options": {}}',
      ['prospect_options: is given twice; give it once.'],
    ],
    ['an organisation that is a number', '{"organisation": 5}', ['organisation: must be an object.']],
    ['rows of a list outside the format', '{"charts": [{"id": 1}]}', ['charts: is not part of a bundle.']],
    ['a list given twice', '{"staff": [], "staff": []}', ['staff: is given twice; give it once.']],
    [
      'a field given twice',
      '{"business_locations": [{"id": 1, "name": "A", "name": "B"}]}',
      ['business_locations[0].name: is given twice; give it once.'],
    ],
    [
      'odd keys',
      '{"a\\u0000 b": 1}',
      [
        '["a\\u0000 b"]: must not contain the character U+0000 or half of a surrogate pair.',
        '["a\\u0000 b"]: is not part of a bundle.',
      ],
    ],
    ['__proto__ as a list', '{"__proto__": {"staff": 1}}', ['__proto__: is not supported.']],
  ]
  for (const [what, document, expected] of documents) {
    test(what, async () => assert.deepEqual(await problemsIn(document), expected))
  }

  test('__proto__ as a field', async () => {
    const problems = await problemsIn('{"business_locations": [{"id": 1, "__proto__": {"name": "A"}}]}')
    assert.deepEqual(problems, [
      'business_locations[0].__proto__: is not supported.',
      'business_locations[0].name: is required.',
    ])
    assert.equal('name' in {}, false)
  })

  test('too deep nesting', async () => {
    const problems = await problemsIn(`{"organisation": ${'['.repeat(100_000)}`)
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, /^organisation(\[0\]){35}: must not be nested deeper than 36 levels\.$/)
  })
})

test('a problem in each of 100,001 rows lists the first 100,000 and counts the rest', async () => {
  const staff = Array.from({ length: 100_001 }, () => 0)
  const error = (await importTo(pool, orgId, { staff }).catch((error: unknown) => error)) as BundleProblems
  assert.equal(error.problems.length, 100_000)
  assert.match(error.message, /\n100,001 problems, of which 1 are not listed\. Nothing was changed\.$/)
})
