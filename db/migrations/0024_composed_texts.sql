-- Texts come in in NFC from now on (src/http/nfc.ts), so that é is found however it is typed. Those stored before follow, wherever
-- a caller's text may be compared with them. Logs and answers that are replayed stay; what triggers derive follows. Few rows change:
-- keyboards write NFC. updated_at stays, since nobody reads another text.
do $$
declare
  found record;
  parts text := 'array(select normalize(part) from unnest(%1$I) with ordinality p (part, place) order by place)';
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
    execute format(
      case found.type
        when 'text' then 'update %2$I set %1$I = normalize(%1$I) where %1$I is not normalized'
        when 'jsonb' then 'update %2$I set %1$I = normalize(%1$I::text)::jsonb where %1$I::text is not normalized'
        else 'update %2$I set %1$I = ' || parts || ' where array_to_string(%1$I, '' '') is not normalized'
      end, found.name, found.in_table);
  end loop;
end $$;
