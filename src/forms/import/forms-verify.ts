import type pg from 'pg'
import type { Problems } from '../../bundle/problems.ts'

/** The address of a form is its own among those of the organisation. */
export async function verifyKeys(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify forms */
     with known as (
       select b.index, coalesce(b.id, f.id) as id, coalesce(b.row ->> 'key', f.key) as key, coalesce(b.row ? 'key', false) as given
       from (select * from bundle_row where list = 'forms') b
         full join (select id, key from form where org_id = $1) f on f.id = b.id),
     counted as (
       select *, first_value(index) over same as first_index, first_value(id) over same as first_id, row_number() over same as number
       from known where key is not null window same as (partition by key order by given, index))
     select index, first_index, first_id from counted where number > 1 and given order by index`,
    [orgId],
  )
  for (const { index, first_index, first_id } of rows) {
    const holder = first_index === null ? `form ${first_id} of the organisation` : `forms[${first_index}]`
    problems.add(`forms[${index}].key`, `is already the key of ${holder}.`)
  }
}

/** What submissions answered stays, or nobody could tell what they were asked. */
export async function checkVersionsKept(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.before forms */
     select b.index, v.version
     from changed_form c
       join bundle_row b on b.list = 'forms' and b.id = c.id
       join form_version v on v.org_id = $1 and v.form_id = c.id
     where not exists (select from wanted_form_version w where w.form_id = c.id and w.version = v.version)
       and exists (select from form_submission s where s.org_id = $1 and s.form_id = c.id and s.form_version = v.version)
     order by b.index, v.version`,
    [orgId],
  )
  for (const { index, version } of rows) {
    problems.add(`forms[${index}].versions`, `must keep version ${version}, which submissions are of.`)
  }
}

/** Keys can go from one form to another: they are all given up before one of them is taken. No key has a colon. */
export async function freeKeys(tx: pg.ClientBase, orgId: number): Promise<void> {
  await tx.query(
    `/* bundle.free_keys */
     update form f set key = f.key || ':' || f.id from changed_form c where f.org_id = $1 and f.id = c.id and f.key <> c.key`,
    [orgId],
  )
}
