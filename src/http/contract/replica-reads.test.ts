import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type pg from 'pg'
import { onOnePostgres } from '../../../test/citus/environment.ts'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { createDatabase, databaseUrl } from '../../../test/harness/database.ts'
import { harness } from '../../../test/harness/harness.ts'
import { assumedReplica } from '../../../test/harness/replica.ts'
import { type Document, operations } from '../../../test/harness/specification.ts'
import { createDemo } from '../../bundle/demo.ts'
import { openPool } from '../../db/connect/pool.ts'
import type { ReplicaUse } from '../../db/replica/reads.ts'
import type { Replica } from '../../db/replica/replica.ts'
import { fillPath, queryString, requestsOf } from '../../docs/examples.ts'

const withoutReplica = onOnePostgres('a distributed database has no replica for reads')

// The connection makes its replica read only, and a pooler drops that setting.
const skip = inOneProcess('it needs a connection of its own to PostgreSQL') || withoutReplica

describe('every GET reads from a replica', { skip }, async () => {
  let reader!: pg.Pool
  // The same database with read-only connections: a replica without delay.
  const { app, db, clock, send, numberEvents } = await harness(
    {},
    {
      reading: (primary, address) => {
        const url = `${databaseUrl(address)}&options=-c%20default_transaction_read_only%3Don`
        reader = openPool({ connectionString: url })
        return assumedReplica(primary, reader)
      },
    },
  )
  after(() => reader.end())
  const { token } = await createDemo(db, clock)
  await numberEvents()
  const headers = { authorization: `Bearer ${token}` }
  const get = (url: string) => send({ url, headers })
  const firstOf = async (url: string, key: string): Promise<string> => {
    const { body } = await get(url)
    assert.ok(body.data?.[0], `${url} lists nothing: ${JSON.stringify(body)}`)
    return body.data[0][key]
  }

  const [{ client, note, shift }] = (
    await db.query(`select client_id as client, 'general:' || id as note, 'a:' || (select min(id) from appointment) as shift
                    from note order by id limit 1`)
  ).rows
  const made = { client_type: 'HCP', business_id: await firstOf('/clients', 'business_id') }
  const clients = [{ first_name: 'Ana', last_name: 'Li', ...made }]
  const { batch } = (await send({ method: 'POST', url: '/clients/bulk', headers, payload: { clients } })).body
  /** Path parameters that the list of the same resource does not return. */
  const known: Record<string, string> = {
    '/imports/{batch}': batch,
    '/clients/{client_id}': client,
    '/notes/{ref}': note,
    '/shifts/{ref}': shift,
  }

  const gets = operations(app.openapiDocument() as Document).filter(({ method }) => method === 'GET')
  for (const operation of gets) {
    const { path } = operation
    test(`GET ${path}`, async () => {
      // Not the first record of a list, so it is read as in its example.
      if (path.startsWith('/external-ids') || path.endsWith('/calendar')) {
        const [example] = requestsOf(operation)
        const url = `${fillPath(path, example.path)}${queryString(example.query)}`
        assert.equal((await get(url)).status, 200)
        return
      }
      const [, list, place, key] = /^([^{]*)\/(\{(\w+)\})/.exec(path) ?? []
      const value = place && (known[`${list}/${place}`] ?? (await firstOf(list!, key!)))
      const url = (place ? path.replace(place, value!) : path).replace('{event_id}', '1')
      for (const query of ['', ...(path === '/reports/insights/{id}' ? ['?results=true'] : [])]) {
        const { status, body } = await get(`${url}${query}`)
        assert.equal(status, 200, JSON.stringify(body))
      }
    })
  }

  test('and none was repeated on the primary', () => {
    assert.deepEqual(app.reads.replica!(), { use: 'everything', retried: 0 })
  })

  test('while writes go to the primary', async () => {
    const response = await send({
      method: 'POST',
      url: '/staff',
      headers,
      payload: { first_name: 'Bo', last_name: 'Ek' },
    })
    assert.equal(response.status, 201)
  })
})

describe('with an empty replica', async () => {
  const other = await createDatabase()
  after(() => other.drop())
  let use: ReplicaUse = 'everything'
  const replicas = new Map<ReplicaUse, Replica>()
  const { app, organisation } = await harness(
    {},
    {
      reading: (primary) => {
        for (const one of ['everything', 'reports', 'nothing'] as const)
          replicas.set(one, assumedReplica(primary, other.pool, one))
        return {
          read: (work) => replicas.get(use)!.read(work),
          report: (work) => replicas.get(use)!.report(work),
          replica: () => replicas.get(use)!.replica(),
          primary,
          pools: [primary, other.pool],
        }
      },
    },
  )
  const org = await organisation()
  assert.equal((await org.post('/staff', { first_name: 'Bo', last_name: 'Ek' })).status, 201)
  const body = { name: 'Staff', spec: { source: 'staff', metric: 'records::count', visualization: 'metric' } }

  for (const [good, listed, counted] of [
    ['everything', 0, 0],
    ['reports', 1, 0],
    ['nothing', 1, 1],
  ] as const) {
    test(`used for ${good}: lists and results come from the right server, and the token from the primary`, async () => {
      use = 'nothing'
      const made = await org.post('/reports/insights', body)
      assert.equal(made.status, 201, JSON.stringify(made.body))
      use = good
      assert.equal((await org.get('/staff')).body.meta.total, listed)
      const found = await org.get(`/reports/insights/${made.body.created}?results=true`)
      if (good === 'everything') assert.equal(found.status, 404)
      else assert.equal(found.body.data.results.rows[0].value, counted)
      const { body: metrics } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
      assert.match(metrics, new RegExp(`wattle_replica_in_use\\{reads="requests"\\} ${good === 'everything' ? 1 : 0}`))
      assert.match(metrics, new RegExp(`wattle_replica_in_use\\{reads="reports"\\} ${good === 'nothing' ? 0 : 1}`))
    })
  }
})

test('a read that fails on the replica is repeated on the primary, and the client does not notice', {
  skip: withoutReplica,
}, async () => {
  const other = await createDatabase()
  after(() => other.drop())
  const { app, organisation } = await harness({}, { reading: (primary) => assumedReplica(primary, other.pool) })
  const org = await organisation()
  // Errors of a standby that conflicts with changes of the primary, and of one that shuts down.
  await other.pool.query(`create table refusal (code text not null);
    insert into refusal values ('');
    create function refuse() returns int language plpgsql as
      $$ begin raise exception 'canceling statement' using errcode = (select code from refusal); end $$;
    alter table staff rename to hidden;
    create view staff as select * from hidden where (select refuse()) = 0`)
  for (const [retried, code] of [
    [1, '40001'],
    [2, '57P01'],
  ] as const) {
    await other.pool.query('update refusal set code = $1', [code])
    assert.equal((await org.get('/staff/1')).status, 404)
    assert.equal(app.reads.replica!().retried, retried)
  }
})

describe('an overloaded replica', async () => {
  const { pool: reader, ...other } = await createDatabase({ size: 1, connectTimeoutMs: 2000 })
  after(() => other.drop())
  const { app, organisation } = await harness({}, { reading: (primary) => assumedReplica(primary, reader) })
  const org = await organisation()

  test('is not a failed one: a request that waited too long for a connection is 503, without the primary', async (t) => {
    const taken = await reader.connect()
    t.after(() => taken.release())
    const { status, headers } = await org.get('/staff')
    assert.deepEqual([status, headers['retry-after'], app.reads.replica!().retried], [503, '1', 0])
  })

  test('is the same if its pooler reports it', { skip: withoutReplica }, async () => {
    await reader.query(`alter table staff rename to hidden;
      create function refuse() returns int language plpgsql as
        $$ begin raise exception 'query_wait_timeout' using errcode = '08P01'; end $$;
      create view staff as select * from hidden where (select refuse()) = 0`)
    const { status, headers } = await org.get('/staff/1')
    assert.deepEqual([status, headers['retry-after'], app.reads.replica!().retried], [503, '1', 0])
  })
})

test('a read that fails on both the replica and the primary runs once on each', { skip: withoutReplica }, async (t) => {
  let reader!: pg.Pool
  const { app, db, organisation } = await harness(
    {},
    {
      reading: (primary, address) => {
        reader = openPool(address)
        return assumedReplica(primary, reader)
      },
    },
  )
  t.after(() => reader.end())
  const org = await organisation()
  const spec = { source: 'staff', metric: 'records::count', visualization: 'metric' }
  const { created } = (await org.post('/reports/insights', { name: 'Staff', spec })).body
  await db.query(`alter table staff rename to hidden;
    create sequence rejected;
    create function refuse() returns int language plpgsql as
      $$ begin perform nextval('rejected'); raise exception 'shutting down' using errcode = '57P01'; end $$;
    create view staff as select * from hidden where (select refuse()) = 0`)
  assert.equal((await org.get(`/reports/insights/${created}/results`)).status, 503)
  assert.equal((await db.query('select last_value from rejected')).rows[0].last_value, 2)
  assert.equal(app.reads.replica!().retried, 1)
})
