-- What prospects can be, in the organisation's own words; it comes with an import. An organisation without a row has the
-- usual stages and nothing else. Stages are in their order and `New` is the first.
create table prospect_options (
  org_id bigint primary key references organisation,
  stages jsonb not null, -- [{name, category}]
  sources jsonb not null default '[]', -- [text]
  consultants jsonb not null default '[]', -- [text]
  attributes jsonb not null default '[]', -- [{key, label, type, options}]
  updated_at timestamptz not null default now()
);

-- Stage and consultant are the names of options, judged when they are set. Whoever changes a prospect, its stage or what it
-- became holds its row.
create sequence prospect_id_seq maxvalue 9007199254740991;
create table prospect (
  org_id bigint not null references organisation,
  id bigint not null default nextval('prospect_id_seq') check (id between 1 and 9007199254740991),
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  suburb text,
  date_of_lead date,
  stage text not null default 'New',
  tags text[] not null default '{}',
  source text,
  consultant text,
  funding_type text check (funding_type in ('HCP', 'NDIS', 'CHSP', 'Private')),
  followup_date date,
  initial_comments text,
  attributes jsonb not null default '{}',
  client_id bigint, -- the client it became
  conversion text check (conversion in ('created', 'linked')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint prospect_client_fk foreign key (org_id, client_id) references client (org_id, id),
  constraint prospect_converted_check check ((client_id is null) = (conversion is null))
);
alter sequence prospect_id_seq owned by prospect.id;
create index prospect_by_stage on prospect (org_id, stage, id);
create index prospect_by_consultant on prospect (org_id, consultant, id);
create index prospect_by_source on prospect (org_id, source, id);
create index prospect_by_day on prospect (org_id, date_of_lead, id);
create index prospect_by_update on prospect (org_id, updated_at, id);
create index prospect_by_client on prospect (org_id, client_id) where client_id is not null;
-- What GET /prospects?query= looks in: the name, the email address, the phone number, and that without spaces and signs, a line each.
create index prospect_by_text on prospect
  using gin (org_id, (lower(first_name || ' ' || last_name || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, '') || E'\n' || coalesce(regexp_replace(phone, '\D', '', 'g'), ''))) gin_trgm_ops);

-- The tags in use, for GET /prospects/options, which steps from one tag to the next by the key: as many looks as there are
-- tags, however many prospects have them. Kept by triggers as counts are, because it is derived data that no write path
-- may forget; they do nothing for a row whose tags stay.
create table prospect_tag (
  org_id bigint not null,
  tag text not null,
  prospect_id bigint not null,
  primary key (org_id, tag, prospect_id)
);
create function prospect_tags_follow() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then
    delete from prospect_tag where org_id = old.org_id and prospect_id = old.id and tag = any (old.tags);
  end if;
  if tg_op <> 'DELETE' then
    insert into prospect_tag (org_id, tag, prospect_id) select distinct new.org_id, tag, new.id from unnest(new.tags) tag;
  end if;
  return null;
end $$;
create trigger tags_insert after insert on prospect for each row when (new.tags <> '{}') execute function prospect_tags_follow();
create trigger tags_update after update on prospect for each row when (new.tags <> old.tags) execute function prospect_tags_follow();
create trigger tags_delete after delete on prospect for each row when (old.tags <> '{}') execute function prospect_tags_follow();

select tally_watch('prospect', 'prospects', 'r.stage', $$coalesce(r.consultant, '')$$);

create sequence prospect_note_id_seq maxvalue 9007199254740991;
create table prospect_note (
  org_id bigint not null,
  id bigint not null default nextval('prospect_note_id_seq') check (id between 1 and 9007199254740991),
  prospect_id bigint not null,
  note_type text not null default 'General',
  notes text not null,
  by_name text, -- the connection that wrote it, by the name it had
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint prospect_note_prospect_fk foreign key (org_id, prospect_id) references prospect (org_id, id) on delete cascade
);
alter sequence prospect_note_id_seq owned by prospect_note.id;
create index prospect_note_by_prospect on prospect_note (org_id, prospect_id, id);

-- Every stage a prospect came to, the first one included.
create sequence prospect_stage_change_id_seq maxvalue 9007199254740991;
create table prospect_stage_change (
  org_id bigint not null,
  id bigint not null default nextval('prospect_stage_change_id_seq') check (id between 1 and 9007199254740991),
  prospect_id bigint not null,
  stage text not null,
  by_name text,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint prospect_stage_change_prospect_fk foreign key (org_id, prospect_id) references prospect (org_id, id) on delete cascade
);
alter sequence prospect_stage_change_id_seq owned by prospect_stage_change.id;
create index prospect_stage_change_by_prospect on prospect_stage_change (org_id, prospect_id, id);

-- Who a prospect may be already, besides by name: by email address and by the last nine digits of a phone number.
create index client_by_email on client (org_id, lower(primary_contact_email)) where primary_contact_email is not null;
create index client_by_phone on client (org_id, (right(regexp_replace(primary_contact_number, '\D', '', 'g'), 9)))
  where primary_contact_number is not null;
