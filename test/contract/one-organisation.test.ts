import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import '../../src/app.ts'
import '../../src/bundle/demo.ts'
import '../../src/cli/program.ts'
import { referenceTables, schemaProblems } from '../../src/db/citus/plan.ts'
import { allStatements } from '../../src/db/statement.ts'
import { runAndRollBack } from '../../src/db/transaction.ts'
import { onOnePostgres } from '../citus/environment.ts'
import { inOneProcess } from '../cluster/environment.ts'
import { createDatabase } from '../harness/database.ts'
import { overAllOrganisations } from './one-organisation.ts'

/**
 * A distributed database (docs/scaling.md) sends a statement to the server of its organisation. It finds that server where every
 * table is bound to the organisation, `org_id = $1`, and refuses some constructs. Without a distributed database this test
 * reads the plans of PostgreSQL, which say what each table is bound to.
 */
const skip =
  inOneProcess('EXPLAIN has no generic plans before PostgreSQL 16') || onOnePostgres('it is about plans of one server')

/** Each server has a copy of these tables, and a catalogue of its own. */
const isOnEveryServer = (table: string) => referenceTables.has(table) || table.startsWith('pg_')

const { pool, drop } = await createDatabase()
after(drop)
const tables = (
  await pool.query(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
).rows
const names = tables.map(({ relname }) => relname).join('|')
const namesTable = new RegExp(`\\b(?:from|join|into|update|only) (?:${names})\\b`, 'i')
const readsTable = new RegExp(`\\b(?:from|join) (?:${names})\\b`, 'i')

interface Plan {
  'Node Type': string
  Operation?: string
  'Relation Name'?: string
  Output?: string[]
  Plans?: Plan[]
  [condition: string]: unknown
}
const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Join Filter']
const isBound = /\borg_id = (?:\$1\b|\(\$1\)::bigint)/

/** Whether the first column of the rows is the organisation of $1. The first column of every distributed table is org_id. */
const beginsWithOrganisation = ({ Output: [first = ''] = [], Plans = [] }: Plan): boolean =>
  /^\(?\$1\)?(?:::bigint\)?)?$/.test(first) || (/\*SELECT\*/.test(first) && Plans.some(beginsWithOrganisation))

/** The distributed tables that a plan reads, changes or inserts into without the organisation of $1. */
function unboundTables(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(unboundTables)
  const table = plan['Relation Name']
  if (table === undefined || isOnEveryServer(table)) return below
  if (plan['Node Type'] === 'ModifyTable') {
    const isInserted = plan.Operation !== 'Insert' || (plan.Plans ?? []).some(beginsWithOrganisation)
    return isInserted ? below : [...below, `${table}, into which another organisation can be inserted`]
  }
  const isHere = conditions.some((name) => isBound.test(String(plan[name] ?? '')))
  return isHere ? below : [...below, table]
}

const isDistributedInsert = (plan: Plan) => plan.Operation === 'Insert' && !isOnEveryServer(plan['Relation Name']!)
const isCopied = (plan: Plan): boolean => plan['Node Type'] === 'CTE Scan' || (plan.Plans ?? []).some(isCopied)

/**
 * Tables into which a part of a statement inserts rows of another part, `with a as (…), b as (insert … select … from a)`. Citus
 * copies such rows to every server, so one that is down would stop the changes of all organisations. The statement's own
 * insert, after its `with`, is sent to one server.
 */
const insertedFromParts = (plan: Plan): string[] => [
  ...(isDistributedInsert(plan) && plan['Subplan Name'] && isCopied(plan) ? [`${plan['Relation Name']}, copied`] : []),
  ...(plan.Plans ?? []).flatMap(insertedFromParts),
]

const readsTableItself = (plan: Plan): boolean =>
  (plan.Plans ?? []).some(
    (part) => !part['Subplan Name'] && (part['Relation Name'] !== undefined || readsTableItself(part)),
  )

/**
 * The table that a statement inserts rows of another table into, with new ids: Citus opens connections to every server for it. A
 * materialized part that reads the other table first is sent to one.
 */
const numberedFromTable = (plan: Plan): string[] => [
  ...(isDistributedInsert(plan) &&
  readsTableItself(plan) &&
  plan.Plans!.some(({ Output = [] }) => Output.some((column) => column.includes('nextval(')))
    ? [`${plan['Relation Name']}, numbered on every server`]
    : []),
  ...(plan.Plans ?? []).flatMap(numberedFromTable),
]

/** What the plan of a statement does on another server than that of its organisation. */
const elsewhere = async (text: string): Promise<string[]> => {
  const { rows } = await pool.query(`explain (generic_plan, verbose, format json) ${text}`)
  const plan = rows[0]['QUERY PLAN'][0].Plan as Plan
  return [...unboundTables(plan), ...insertedFromParts(plan), ...numberedFromTable(plan)]
}

/** What Citus refuses, or runs with another result, by its text. */
const refused: Record<string, RegExp> = {
  'a volatile function in an update':
    /\bset\b(?:(?!\bfrom\b|\bwhere\b|\breturning\b)[\s\S])*\b(?:clock_timestamp|random|nextval|gen_random_uuid)\(/i,
  'the physical address of a row': /\bctid\b/i,
  'a setting of the session': /\bcurrent_setting\(/i,
  'a subquery without columns in a common table expression': /\bas (?:materialized )?\(\s*select\s+from\b/i,
  'a subquery in the values of an insert':
    /\binsert into\b(?:(?!\bselect\b)[\s\S])*\bvalues\s*\((?:(?!\bon conflict\b|\breturning\b)[\s\S])*\(\s*select\b/i,
  'a function of the time zone after RETURNING':
    /\breturning\b(?:(?!\b(?:select|insert|update|delete)\b)[\s\S])*\bto_char\(/i,
  'a function in the condition of ON CONFLICT':
    /\bon conflict\b[\s\S]*?\bdo update\b[\s\S]*?\bwhere\b[^()]*(?:-|\+)\s*interval\b/i,
  'a function in the values of ON CONFLICT':
    /\bdo update\s+set\b(?:(?!\bwhere\b|\breturning\b)[\s\S])*?\b(?!row\b)\w+\(/i,
}
const refusedOverAllOrganisations = /\bwith recursive\b|\bfor (?:no key )?(?:update|share)\b/i
const refusedIn = (text: string) => Object.keys(refused).filter((construct) => refused[construct]!.test(text))

/**
 * New ids come from the sequences of one server, the coordinator. A query that reads a distributed table runs on another, and
 * in the rows of an insert nextval is called once for all. So it is in a materialized expression that reads no table.
 */
const numbersBesideTables = (text: string): boolean => {
  const [, ...parts] = text.split(/\b\w+ as (materialized )?\(/i)
  const numbered = text.split(/\bnextval\(/i).length - 1
  const alone = parts.filter(
    (part, i) => i % 2 === 1 && parts[i - 1] && /\bnextval\(/i.test(part) && !readsTable.test(part),
  )
  return alone.length < numbered
}

for (const { name, text } of allStatements.values()) {
  // Others, such as those about a replica, stay on the server that they are sent to.
  if (!namesTable.test(text)) continue
  test(`${name} is bound to one organisation`, { skip }, async () => {
    assert.deepEqual(refusedIn(text), [])
    assert.ok(!numbersBesideTables(text), 'nextval is beside a table')
    if (overAllOrganisations.has(name)) assert.doesNotMatch(text, refusedOverAllOrganisations)
    else assert.deepEqual(await elsewhere(text), [])
  })
}

test('keys and indexes of every table are those that Citus supports', { skip }, async () => {
  assert.deepEqual(await schemaProblems(pool), [])
  const planted: [sql: string, problem: RegExp][] = [
    ['create unique index site_name on site (name)', /^the unique index site_name of site does not contain org_id$/],
    [
      'create table visit (org_id bigint primary key, site_id bigint unique references visit (org_id) on delete set null)',
      /visit_site_id_fkey/,
    ],
  ]
  for (const [sql, problem] of planted) {
    const found = await runAndRollBack(pool, async (tx) => {
      await tx.query(sql)
      return schemaProblems(tx)
    })
    assert.ok(
      found.some((one) => problem.test(one)),
      `${sql}: ${JSON.stringify(found)}`,
    )
  }
})

test('functions of triggers read and write one shard at a time', { skip }, async () => {
  const { rows } = await pool.query<{ name: string; body: string }>(
    `select distinct p.proname as name, p.prosrc as body from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prolang = (select oid from pg_language where lanname = 'plpgsql')
       and (p.prorettype = 'trigger'::regtype or p.proname like 'client_notes_%')`,
  )
  assert.ok(rows.length > 10)
  for (const { name, body } of rows) assert.deepEqual([name, ...refusedInTriggers(body)], [name])
  assert.equal(refusedInTriggers('insert into counter select 1 from note').length, 1)
  assert.equal(refusedInTriggers('select id from note union all select id from task_note').length, 1)
  assert.equal(refusedInTriggers('update note set date = c.date from changed c where note.id = c.id').length, 1)
})

/** Of these Citus makes other connections, or it does not find the changed rows. */
function refusedInTriggers(body: string): string[] {
  const changedWithTable = body
    .split(/;|\bloop\b/)
    .filter((part) => /\b(?:from|join|,)\s+changed\b/.test(part) && readsTable.test(part))
  const inserted = /\binsert into (\w+)[^;]*?\bselect\b/i.exec(body)?.[0]
  const union = /\bunion\b/i.exec(body)?.[0]
  const updated = /\bupdate \w+[^;]*\bfrom changed\b/i.exec(body)?.[0]
  return [...changedWithTable, inserted, union, updated].filter((part) => part !== undefined)
}

const findings = async (text: string) => [
  ...refusedIn(text),
  ...(numbersBesideTables(text) ? ['nextval'] : []),
  ...(await elsewhere(text)),
]

test('finds a table without the organisation, an insert for another, and each refused construct', {
  skip,
}, async () => {
  const planted: [text: string, finding: RegExp][] = [
    ['select name from site where id = $1', /^site$/],
    ['select s.name from shift h join site s on s.id = h.site_id where h.org_id = $1', /^site$/],
    [
      'select (select s.name from site s where s.org_id = h.org_id and s.id = h.site_id offset 0) from shift h where h.org_id = $1',
      /^site$/,
    ],
    ['update site set name = $2 where id = $1', /^site$/],
    ['delete from site where id = $1', /^site$/],
    ['insert into space (org_id, name) values ($2, $1)', /another organisation/],
    ['insert into space (org_id, name) select org_id, name from site where org_id = $1', /another organisation/],
    [
      `with made as (insert into space (org_id, name) values ($1, 'a') returning id),
       recorded as (insert into event (org_id, type, subject_id) select $1, 'space.created', id from made)
       select id from made`,
      /^event, copied$/,
    ],
    [
      'insert into space (org_id, name) select $1, name from site where org_id = $1',
      /^space, numbered on every server$/,
    ],
    ['update site set updated_at = clock_timestamp() where org_id = $1', /volatile/],
    ['delete from site where org_id = $1 and ctid = any ($2::tid[])', /physical address/],
    [`select current_setting('bundle.zone') from site where org_id = $1`, /setting/],
    [
      'with locked as materialized (select from site where org_id = $1 for update) select 1 where exists (select from locked)',
      /without columns/,
    ],
    [
      'insert into space (org_id, name) values ($1, (select name from site where org_id = $1 and id = $2))',
      /in the values of an insert/,
    ],
    [
      `insert into space (org_id, name) values ($1, 'a') returning id, coalesce(to_char(created_at, 'YYYY'), '')`,
      /after RETURNING/,
    ],
    [
      `insert into idempotency_key as k (org_id, token_id, digest, body_digest) values ($1, $2, $3, $4)
       on conflict (org_id, token_id, digest) do update set created_at = excluded.created_at
         where k.created_at <= excluded.created_at - interval '24 hours'`,
      /ON CONFLICT/,
    ],
    [
      `with made as (select nextval('site_id_seq') as id, name from space where org_id = $1) select id from made`,
      /nextval/,
    ],
  ]
  for (const [text, finding] of planted) {
    const found = await findings(text)
    assert.ok(
      found.some((one) => finding.test(one)),
      `${text}: ${JSON.stringify(found)}`,
    )
  }
})
