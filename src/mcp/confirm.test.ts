import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client'
import { harness } from '../../test/harness/harness.ts'
import { eras, mcpClients } from '../../test/harness/mcp.ts'
import { createCloner } from '../../trials/lib/clone.ts'
import { fullAccess, makeTenant, makeToken } from '../../trials/lib/service.ts'

const api = await harness()
const { app, clock, db, send } = api
clock.advance(Date.parse('2026-11-15T02:00:00Z') - clock.now())
const { connect } = await mcpClients(app)

const model = await makeTenant(api, 'Model')
const clone = await createCloner(api)

async function tenant() {
  const made = await clone(model)
  const authorization = `Bearer ${made.token}`
  const get = async (url: string) => (await send({ method: 'GET', url, headers: { authorization } })).body
  const patch = (url: string, payload: object) => send({ method: 'PATCH', url, headers: { authorization }, payload })
  const status = async (id: number): Promise<string> => (await get(`/clients/${id}`)).data.status
  return { ...made, get, patch, status, ...(await connect(made.token)) }
}
const archive = { operation: 'archiveClient', path: { id: 2001 } }
const write = 'write_operation'

describe('what destroys, publishes or bills', () => {
  const cases: [
    tool: string,
    args: Record<string, unknown>,
    read: string,
    state: (record: any) => unknown,
    before: unknown,
    after: unknown,
  ][] = [
    [write, archive, '/clients/2001', ({ data }) => data.status, 'Active', 'Archived'],
    ['publish_shifts', { refs: ['a:802'] }, '/shifts/a:802', ({ data }) => data.status, 'draft', 'scheduled'],
    [
      'cancel_shift',
      { ref: 'a:806', cancelled_by: 'client', reason: 'Ill' },
      '/shifts/a:806',
      ({ data }) => data.status,
      'scheduled',
      'cancelled',
    ],
    [
      'convert_prospect',
      { id: 62, client_type: 'HCP', business_id: 1, allow_duplicate: true },
      '/prospects/62',
      ({ data }) => data.converted,
      false,
      true,
    ],
    [
      write,
      { operation: 'voidBillable', path: { id: 91 }, body: { reason: 'Wrong' } },
      '/billables?ids=91',
      ({ data }) => data[0].status,
      'invoiced',
      'void',
    ],
    [
      write,
      { operation: 'deleteTask', path: { id: 53 } },
      '/tasks/53',
      ({ message }) => message ?? '',
      '',
      'Task not found.',
    ],
    [
      write,
      { operation: 'deleteShifts', body: { refs: ['a:808'] } },
      '/shifts/a:808',
      ({ message }) => message ?? '',
      '',
      'Shift not found.',
    ],
    [
      write,
      { operation: 'deleteInsight', path: { id: 3 } },
      '/reports/insights/3',
      ({ message }) => message ?? '',
      '',
      'Insight not found.',
    ],
    [
      write,
      { operation: 'deleteBusiness', path: { id: 5 } },
      '/businesses',
      ({ data }) => data.some(({ id }: { id: number }) => id === 5),
      true,
      false,
    ],
  ]
  for (const [tool, args, read, state, before, after] of cases) {
    test(`is planned first and done with the plan’s confirm: ${tool} ${args.operation ?? ''}`, async () => {
      const { call, get } = await tenant()
      const stored = async () => state(await get(read))
      assert.equal(await stored(), before)
      const plan = await call(tool, args)
      assert.equal(plan.isError, false, plan.text)
      assert.equal(plan.data.done, false)
      assert.match(plan.data.hint, /Nothing has changed yet/)
      assert.equal(await stored(), before)
      clock.advance(1000)
      const done = await call(tool, { ...args, confirm: plan.data.confirm })
      assert.equal(done.isError, false, done.text)
      assert.equal(done.data.done, true)
      assert.equal(await stored(), after)
      const again = await call(tool, { ...args, confirm: plan.data.confirm })
      assert.equal(await stored(), after)
      assert.ok(again.isError || tool === write, again.text)
    })
  }

  test('has the changes of a dry run in its plan', async () => {
    const { call } = await tenant()
    const { data } = await call(write, archive)
    assert.equal(data.changes.dry_run, true)
    assert.equal(data.changes.data.status, 'Archived')
    const publish = await call('publish_shifts', { refs: ['a:802', 'a:999999'] })
    assert.deepEqual(
      publish.data.changes.results.map(({ ok }: { ok: boolean }) => ok),
      [true, false],
    )
  })

  test('has no plan when nothing would be done', async () => {
    const { call } = await tenant()
    const { isError, text } = await call('publish_shifts', { refs: ['a:999999', 'a:803'] })
    assert.ok(isError)
    assert.match(text, /^Nothing would be done\.\na:999999: Shift not found\.\na:803: /)
    assert.doesNotMatch(text, /confirm/)
  })

  test('is planned whatever dry_run says that is not true', async () => {
    const { call, get, status } = await tenant()
    for (const dry_run of ['false', [false], ['false'], 0, 'true']) {
      const { data } = await call(write, { ...archive, query: { dry_run } })
      assert.notEqual(data?.done, true)
      const shift = await call(write, { operation: 'deleteShifts', query: { dry_run }, body: { refs: ['a:808'] } })
      assert.notEqual(shift.data?.done, true)
    }
    assert.equal(await status(2001), 'Active')
    assert.equal((await get('/shifts/a:808')).data.ref, 'a:808')
    const trial = await call(write, { ...archive, query: { dry_run: true } })
    assert.deepEqual([trial.data.done, trial.data.result.dry_run], [true, true])
  })

  test('is planned when it archives staff or a site', async () => {
    const { call, get } = await tenant()
    for (const args of [
      { operation: 'setStaffStatus', path: { id: 102 }, body: { status: 'Archived' } },
      { operation: 'updateSite', path: { id: 1 }, body: { status: 'archived' } },
    ])
      assert.equal((await call(write, args)).data?.done, false, args.operation)
    assert.notEqual((await get('/staff/102')).data.status, 'Archived')
  })

  test('is refused when the API refuses it, without a plan', async () => {
    const { call } = await tenant()
    const { isError, text } = await call(write, { operation: 'deleteTask', path: { id: 59 } })
    assert.ok(isError)
    assert.match(text, /billed/)
  })

  test('that creates a published shift is planned too', async () => {
    const { call } = await tenant()
    const shift = {
      type: 'single',
      start: '2030-06-03 09:00:00',
      end: '2030-06-03 10:00:00',
      client_ids: [2001],
      staff_ids: [],
    }
    const { data } = await call(write, { operation: 'createShift', body: { ...shift, publish: true } })
    assert.equal(data.done, false)
    const done = await call(write, {
      operation: 'createShift',
      body: { ...shift, publish: true },
      confirm: data.confirm,
    })
    assert.equal(done.data.result.data.status, 'scheduled')
    const again = await call(write, {
      operation: 'createShift',
      body: { ...shift, publish: true },
      confirm: data.confirm,
    })
    assert.equal(again.data.result.data.ref, done.data.result.data.ref)
    assert.match(again.data.hint, /nothing was created now/)
  })
})

describe('a confirm', () => {
  test('is refused with another token, other arguments, another tool or changed characters', async () => {
    const one = await tenant()
    const { confirm } = (await one.call(write, archive)).data
    const other = await makeToken(db, clock, one, fullAccess)
    const elsewhere = await tenant()
    const attempts = [
      (await connect(other.token)).call(write, { ...archive, confirm }),
      elsewhere.call(write, { ...archive, confirm }),
      one.call(write, { operation: 'archiveClient', path: { id: 2002 }, confirm }),
      one.call(write, { ...archive, query: {}, confirm }),
      one.call(write, { ...archive, confirm: `${confirm.slice(0, -2)}AA` }),
      one.call(write, { ...archive, confirm: 'yes' }),
      one.call('cancel_shift', { ref: 'a:806', cancelled_by: 'client', reason: 'Ill', confirm }),
    ]
    for (const { isError, text } of await Promise.all(attempts)) {
      assert.ok(isError)
      assert.match(text, /does not belong to these arguments and this token/)
    }
    assert.deepEqual(
      [await one.status(2001), await one.status(2002), await elsewhere.status(2001)],
      ['Active', 'Active', 'Active'],
    )
    assert.equal((await one.call(write, { path: { id: 2001 }, confirm, operation: 'archiveClient' })).data.done, true)
  })

  test('is refused after 10 minutes', async () => {
    const { call, status } = await tenant()
    const { confirm } = (await call(write, archive)).data
    clock.advance(11 * 60_000)
    const { isError, text } = await call(write, { ...archive, confirm })
    assert.ok(isError)
    assert.match(text, /older than 10 minutes/)
    assert.equal(await status(2001), 'Active')
  })

  test('is refused when the record has changed since the plan', async () => {
    const { call, patch, status } = await tenant()
    const { confirm } = (await call(write, archive)).data
    clock.advance(1000)
    assert.equal((await patch('/clients/2001', { language: 'Welsh' })).status, 200)
    const { isError, text } = await call(write, { ...archive, confirm })
    assert.ok(isError)
    assert.match(text, /has changed since/)
    assert.equal(await status(2001), 'Active')
  })

  test('that is used twice does the change once', async () => {
    const { call, get } = await tenant()
    const args = { ref: 'a:806', cancelled_by: 'client', reason: 'Ill' }
    const { confirm } = (await call('cancel_shift', args)).data
    clock.advance(1000)
    const both = await Promise.all([
      call('cancel_shift', { ...args, confirm }),
      call('cancel_shift', { ...args, confirm }),
    ])
    assert.equal(both.filter(({ isError }) => !isError).length, 1)
    const late = await call('cancel_shift', { ...args, confirm })
    assert.match(late.text, /was made already/)
    const { data } = await get('/events?subject=shift:a:806&types=shift.cancelled')
    await api.numberEvents()
    assert.equal((await get('/events?subject=shift:a:806&types=shift.cancelled')).data.length, data.length + 1)
  })
})

describe('a client that can ask a person', () => {
  const asking = async (person: (question: ElicitRequest['params']) => ElicitResult) => {
    const made = await tenant()
    return { ...made, ...(await connect(made.token, { person })) }
  }

  test('does what the person agrees to, in one call', async () => {
    const questions: string[] = []
    const { call, status } = await asking(({ message }) => {
      questions.push(message)
      return { action: 'accept', content: { confirm: true } }
    })
    const { data, isError, text } = await call(write, archive)
    assert.equal(isError, false, text)
    assert.equal(data.done, true)
    assert.equal(questions.join(), 'Archive a client (2001)\n- 2001, Joan2001 Model\n\nDo it?')
    assert.equal(await status(2001), 'Archived')
  })

  test('shows whom and when it is about, how, and what of it is not possible', async () => {
    const questions: string[] = []
    const { call, patch } = await asking(({ message }) => {
      questions.push(message)
      return { action: 'decline' }
    })
    await patch('/shifts/a:806', { title: 'Ignore this.\nAll is well' })
    await call('cancel_shift', { ref: 'a:806', cancelled_by: 'client', reason: 'In hospital', charge_client: true })
    await call('publish_shifts', { refs: ['a:802', 'a:999999'] })
    const shift = { type: 'single', client_ids: [2001], staff_ids: [101], publish: true }
    const times = { start: '2030-03-04 09:00:00', end: '2030-03-04 11:00:00' }
    await call(write, { operation: 'createShift', body: { ...shift, ...times } })
    await call(write, { operation: 'billBillables', body: { ids: [90], invoice_number: 'INV-7' } })
    assert.deepEqual(
      questions.map((text) => text.replace('\n\nDo it?', '').split('\n')),
      [
        [
          'Cancel a shift (a:806), with cancelled_by client, reason “In hospital”, charge_client true',
          '- a:806, “Ignore this. All is well”, 2026-11-22 09:00:00 to 10:00:00, for Joan2001 Model, with Ana101 Model',
        ],
        [
          'Publish draft shifts (a:802, a:999999)',
          '- a:802, “Visit Model”, 2026-11-18 09:00:00 to 10:00:00, for Joan2001 Model, with Ana101 Model',
          'Not done:',
          '- a:999999: Shift not found.',
        ],
        [
          'Create a shift, with type single, client_ids [2001], staff_ids [101], publish true, start “2030-03-04 09:00:00”, end “2030-03-04 11:00:00”',
          '- Shift, 2030-03-04 09:00:00 to 11:00:00, for Joan2001 Model, with Ana101 Model',
        ],
        [
          'Invoice billables (90), with invoice_number INV-7',
          '- 90, Charge Model, 2026-11-18, for Joan2001 Model, total 67.56',
          'Total: 67.56',
        ],
      ],
    )
  })

  for (const answer of [
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { confirm: false } },
  ] as const) {
    test(`changes nothing when the person answers ${JSON.stringify(answer)}`, async () => {
      const { call, status } = await asking(() => answer as ElicitResult)
      const { data } = await call(write, archive)
      assert.equal(data.done, false)
      assert.match(data.hint, /did not agree/)
      assert.equal(await status(2001), 'Active')
    })
  }
})

describe('a call that creates', () => {
  const client = { first_name: 'Ana', last_name: 'Ng', client_type: 'NDIS', business_id: 1 }
  const countOf = async (orgId: number) =>
    (await db.query("select count(*)::int as n from client where org_id = $1 and last_name = 'Ng'", [orgId])).rows[0].n

  for (const era of eras) {
    test(`returns the first result when it is repeated within 10 minutes, in the ${era} protocol`, async () => {
      const { token, id } = await tenant()
      const { call } = await connect(token, { era })
      const first = await call('save_client', client)
      assert.equal(first.data.created, true)
      clock.advance(9 * 60_000)
      const { business_id, ...rest } = client
      const second = await call('save_client', { business_id, ...rest })
      assert.deepEqual([second.data.created, second.data.client.id], [false, first.data.client.id])
      assert.match(second.data.hint, /Send `again`/)
      assert.equal(await countOf(id), 1)
    })
  }

  test('makes a twin with `again`, and that is repeated too', async () => {
    const { id, call } = await tenant()
    const ids = []
    for (const again of [undefined, 'a twin', 'a twin', 'a third'])
      ids.push((await call('save_client', { ...client, ...(again && { again }) })).data.client.id)
    assert.equal(new Set(ids).size, 3)
    assert.equal(ids[1], ids[2])
    assert.equal(await countOf(id), 3)
  })

  test('creates anew after 10 minutes, with other arguments, and for another token', async () => {
    const one = await tenant()
    const other = await makeToken(db, clock, one, fullAccess)
    await one.call('save_client', client)
    await (await connect(other.token)).call('save_client', client)
    await one.call('save_client', { ...client, language: 'Welsh' })
    assert.equal(await countOf(one.id), 3)
    clock.advance(11 * 60_000)
    assert.equal((await one.call('save_client', client)).data.created, true)
    assert.equal(await countOf(one.id), 4)
  })

  test('is not refused again after what was wrong is put right', async () => {
    const { call } = await tenant()
    const shift = {
      type: 'single',
      start: '2030-05-06 09:00:00',
      end: '2030-05-06 11:00:00',
      client_ids: [2001],
      staff_ids: [101],
    }
    const other = (await call('plan_shift', { ...shift, start: '2030-05-06 10:00:00' })).data.shift.ref
    assert.equal((await call('plan_shift', shift)).isError, true)
    await call('change_shift', { ref: other, staff_ids: [] })
    assert.equal((await call('plan_shift', shift)).data.created, true)
  })

  test('is repeated by the general tool as well, and changes are not', async () => {
    const { call } = await tenant()
    const create = { operation: 'createNoteTemplate', body: { name: 'Night', questions: [{ key: 'a', label: 'A' }] } }
    const first = await call(write, create)
    assert.match((await call(write, create)).data.hint, /nothing was created now/)
    assert.equal((await call(write, create)).data.result.data.id, first.data.result.data.id)
    const change = { operation: 'updateClient', path: { id: 2001 }, body: { language: 'Welsh' } }
    await call(write, change)
    await call('save_client', { id: 2001, language: 'English' })
    assert.match((await call(write, change)).data.result.data.language, /Welsh/)
  })
})
