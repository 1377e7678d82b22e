-- Texts come in in NFC from now on (src/http/nfc.ts), so that é is found however it is typed. Those stored before follow, wherever
-- a caller's text may be compared with them. Logs and answers that are replayed stay; what triggers derive follows. Few rows change:
-- keyboards write NFC. updated_at stays, since nobody reads another text.

-- A text with endless marks stays, as in src/http/nfc.ts. PostgreSQL knows no class of all marks, so only the common block is looked for.
create or replace function pg_temp.composed(value text) returns text language sql as
$$ select case when value ~ '[\u0300-\u036f]{31}' then value else normalize(value) end $$;

-- The texts in a JSON value, and not its source, in which an escape and a mark behind it could become one character. Keys stay.
create or replace function pg_temp.composed(value jsonb) returns jsonb language plpgsql as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(pg_temp.composed(value #>> '{}'))
    when 'array' then (
      select coalesce(jsonb_agg(pg_temp.composed(part) order by place), '[]')
      from jsonb_array_elements(value) with ordinality p (part, place))
    when 'object' then (
      select coalesce(jsonb_object_agg(key, pg_temp.composed(part)), '{}') from jsonb_each(value) p (key, part))
    else value
  end;
end $$;

create or replace function pg_temp.composed(value text[]) returns text[] language sql as
$$ select array(select pg_temp.composed(part) from unnest(value) with ordinality p (part, place) order by place) $$;

do $$
declare
  found record;
begin
  for found in
    select c.relname as in_table, a.attname as name, a.atttypid::regtype::text as type
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.atttypid::regtype::text in ('text', 'text[]', 'jsonb')
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')
      and c.relname not in ('connection', 'access_token', 'event', 'idempotency_key', 'tally', 'prospect_tag', 'client_note_word', 'client_note_bits')
    order by c.relname, a.attnum
  loop
    -- Most texts have no character beyond Latin-1 and its extensions, and need no second look.
    execute format(
      'update %2$I set %1$I = pg_temp.composed(%1$I) where %1$I::text ~ ''[^\u0001-\u02ff]'' and %1$I is distinct from pg_temp.composed(%1$I)',
      found.name, found.in_table);
  end loop;
end $$;
