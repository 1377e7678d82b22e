import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness } from '../../test/harness/harness.ts'
import { mcpClients } from '../../test/harness/mcp.ts'
import { makeTenant } from '../../trials/lib/service.ts'
import { type Access, type Area, areas } from '../access/areas.ts'

const { app, db, clock, organisation, numberEvents } = await harness()
const { connect } = await mcpClients(app)
const readOnly = await harness({ mcp: 'read' })
const boundedByOperator = await mcpClients(readOnly.app)
const off = await harness({ mcp: 'off' })

const always = ['whoami', 'list_changes', 'search_operations', 'describe_operation', 'read_operation']
/** The tools that one area alone brings, by level. */
const brings: Record<Area, { read: string[]; write: string[] }> = {
  clients: {
    read: ['find_people', 'get_client', 'get_options', 'search_client_notes'],
    write: ['add_note', 'save_client'],
  },
  staff: { read: ['find_people', 'get_staff'], write: [] },
  roster: {
    read: ['check_conflicts', 'get_roster', 'get_shift', 'list_sites'],
    write: ['add_note', 'cancel_shift', 'change_shift', 'clock', 'plan_shift', 'publish_shifts'],
  },
  sites: { read: [], write: [] },
  tasks: { read: ['find_price_code', 'get_tasks'], write: ['add_note', 'save_task'] },
  finance: { read: ['list_billables'], write: [] },
  forms: { read: ['get_forms', 'get_submissions'], write: ['review_submission'] },
  reports: { read: ['get_dashboards', 'get_insights', 'get_options'], write: ['edit_dashboard', 'save_insight'] },
  prospects: { read: ['find_people', 'get_options', 'get_prospects'], write: ['add_note', 'save_prospect'] },
}
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()
const toolsOf = async (token: string, query?: string, to = connect) =>
  sorted((await (await to(token, query ? { query } : {})).client.listTools()).tools.map(({ name }) => name))

describe('the tools of a token', () => {
  for (const area of areas) {
    test(`with ${area} alone are those of the area and of its level, in every restriction`, async () => {
      const { read, write } = brings[area]
      const reads = sorted([...always, ...read])
      const writes = sorted([...reads, ...write, 'write_operation'])
      const reader = (await organisation({ [area]: 'read' })).token
      const writer = (await organisation({ [area]: 'read-write' })).token
      assert.deepEqual(await toolsOf(reader), reads)
      assert.deepEqual(await toolsOf(reader, 'read_only=true'), reads)
      assert.deepEqual(await toolsOf(writer), writes)
      assert.deepEqual(await toolsOf(writer, 'read_only=false'), writes)
      assert.deepEqual(await toolsOf(writer, 'read_only=true'), reads)
      assert.deepEqual(await toolsOf(writer, `areas=${area}`), writes)
      const other = areas.find((each) => each !== area)!
      assert.deepEqual(await toolsOf(writer, `areas=${other}`), sorted(always))
    })
  }

  test('with two areas include the one that needs both', async () => {
    const access: Partial<Access> = { prospects: 'read-write', clients: 'read-write' }
    const { token } = await organisation(access)
    assert.ok((await toolsOf(token)).includes('convert_prospect'))
    assert.ok(!(await toolsOf(token, 'areas=prospects')).includes('convert_prospect'))
  })

  test('are at most those that read where the operator allows no more, whatever the request says', async () => {
    const { token } = await readOnly.organisation()
    for (const query of ['', 'read_only=false']) {
      const names = await toolsOf(token, query, boundedByOperator.connect)
      assert.ok(names.includes('get_client'))
      assert.ok(!names.includes('write_operation') && !names.includes('save_client'))
    }
  })

  test('do not exist where the operator has turned them off', async () => {
    const { token } = await off.organisation()
    const response = await off.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(response.statusCode, 404)
  })

  test('are the same bytes each time', async () => {
    const { token } = await organisation()
    const list = async () => JSON.stringify(await (await connect(token)).client.listTools())
    assert.equal(await list(), await list())
  })

  test('take at most 12,000 tokens of a model, and 3,000 for reading clients and the roster', async () => {
    const tokens = async (access: Partial<Access> | 'read-write') => {
      const { client } = await connect((await organisation(access)).token)
      return Buffer.byteLength(JSON.stringify((await client.listTools()).tools)) / 4
    }
    assert.ok((await tokens('read-write')) <= 12_000)
    assert.ok((await tokens({ clients: 'read', roster: 'read' })) <= 3_000)
  })

  test('say what each does to data', async () => {
    const { client } = await connect((await organisation()).token)
    const { tools } = await client.listTools()
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)
    assert.deepEqual(destructive, ['publish_shifts', 'cancel_shift', 'convert_prospect', 'write_operation'])
    for (const { name, annotations } of tools)
      assert.equal(
        annotations?.readOnlyHint,
        /^(whoami|(get|list|find|search|check|describe|read)_.*)$/.test(name),
        name,
      )
  })
})

describe('what a token may not do', () => {
  test('is an unknown tool, as one that does not exist', async () => {
    const { token } = await organisation({ clients: 'read' })
    const { client } = await connect(token)
    for (const name of ['save_client', 'get_roster', 'write_operation', 'drop_everything'])
      await assert.rejects(client.callTool({ name, arguments: { id: 1 } }), new RegExp(`Unknown tool: ${name}`))
  })

  test('is refused by the general tools, which name what is missing', async () => {
    const { token } = await organisation({ clients: 'read-write', roster: 'read' })
    const { call } = await connect(token)
    const refused = async (operation: string, args: object = {}) => {
      const tool = operation.startsWith('list') ? 'read_operation' : 'write_operation'
      const { isError, text } = await call(tool, { operation, ...args })
      assert.ok(isError, text)
      return text
    }
    assert.match(await refused('listTasks'), /needs tasks=read/)
    assert.match(await refused('cancelShift', { path: { ref: 'a:1' } }), /needs roster=read-write/)
    const { data } = await call('search_operations', { query: 'shift task cancel' })
    assert.deepEqual(
      data.operations.filter(
        ({ needs }: { needs: string }) => /tasks|read-write/.test(needs) && !/clients/.test(needs),
      ),
      [],
    )
  })

  test('is left out of tools that span areas, which say so', async () => {
    const { token, businessId, post } = await organisation()
    const { token: narrow } = await organisation({ clients: 'read' })
    const client = await post('/clients', {
      first_name: 'A',
      last_name: 'B',
      client_type: 'NDIS',
      business_id: businessId,
    })
    const { call } = await connect(narrow)
    const { data } = await call('find_people', { query: 'a' })
    assert.match(data.hint, /staff, prospects/)
    const limited = await connect(token, { query: 'areas=clients' })
    const shown = await limited.call('get_client', { id: client.body.data.id, include: ['notes', 'shifts', 'tasks'] })
    assert.deepEqual(Object.keys(shown.data), ['client', 'notes', 'hint'])
    assert.match(shown.data.hint, /shifts, tasks/)
  })

  test('is not reached by a restriction to other areas', async () => {
    const { token } = await organisation()
    const { call } = await connect(token, { query: 'areas=roster' })
    assert.match((await call('read_operation', { operation: 'listClients' })).text, /needs clients=read/)
  })

  test('is not reached by a restriction to other areas in events, external ids and results', async () => {
    const { token } = await makeTenant({ db, clock }, 'Limits')
    const limited = async (areas: string) => (await connect(token, { query: `areas=${areas}` })).call
    const roster = await limited('roster')
    const clients = await limited('clients')
    await clients('save_client', { id: 2001, language: 'Welsh' })
    await numberEvents()
    for (const call of [roster, clients]) {
      const types = (await call('read_operation', { operation: 'listEvents' })).data.result.data.map(
        ({ type }: { type: string }) => type,
      )
      assert.equal(types.includes('client.updated'), call !== roster, types.join())
    }
    assert.match(
      (await roster('list_changes', { types: ['client.*'] })).text,
      /needs clients=read, which is not granted here/,
    )
    const path = { system: 'xero', type: 'client', external_id: 'A9' }
    const put = { operation: 'putExternalId', path, body: { id: 2001 } }
    assert.match((await roster('write_operation', put)).text, /needs clients=read-write/)
    assert.equal((await clients('write_operation', put)).isError, false)
    assert.match((await roster('read_operation', { operation: 'getExternalId', path })).text, /needs clients=read/)
    const results = { id: 1, results: true }
    assert.match((await (await limited('reports'))('get_insights', results)).text, /needs reports=read, clients=read/)
    assert.equal((await (await limited('reports,clients'))('get_insights', results)).isError, false)
  })

  test('includes every way out: webhooks, calendars, links of forms', async () => {
    const { token } = await organisation()
    const { call } = await connect(token)
    for (const operation of ['createWebhook', 'listWebhooks', 'createCalendar', 'getCalendar', 'createFormLink'])
      for (const tool of ['describe_operation', 'read_operation', 'write_operation'])
        assert.match((await call(tool, { operation })).text, /There is no operation/)
    const { data } = await call('search_operations', { query: 'webhook calendar link' })
    for (const { operation } of data.operations) assert.doesNotMatch(operation, /webhook|calendar|link/i)
  })

  test('is not reached by dots in a path either', async () => {
    const { token } = await organisation()
    const { call } = await connect(token)
    const path = { system: '..', type: 'webhooks', external_id: '1' }
    for (const [tool, operation] of [
      ['read_operation', 'getExternalId'],
      ['write_operation', 'deleteExternalId'],
    ] as const)
      assert.match((await call(tool, { operation, path })).text, /no record at path\.system "\.\."/)
    assert.match((await call('get_shift', { ref: '..' })).text, /no record at path\.ref/)
  })

  test('is the resource of another organisation', async () => {
    const { businessId, post } = await organisation()
    const { body } = await post('/clients', {
      first_name: 'A',
      last_name: 'B',
      client_type: 'NDIS',
      business_id: businessId,
    })
    const { client } = await connect((await organisation()).token)
    await assert.rejects(client.readResource({ uri: `wattle://clients/${body.data.id + 1000}` }), /not found/i)
    const without = await connect((await organisation({ roster: 'read' })).token)
    const { resourceTemplates } = await without.client.listResourceTemplates()
    assert.deepEqual(
      resourceTemplates.map(({ name }) => name),
      ['shifts'],
    )
    await assert.rejects(without.client.readResource({ uri: 'wattle://clients/1' }), /not found/i)
  })
})
