-- Forms that people fill in. What is edited is the form; what people see is the version that was frozen when it was
-- published last. Whoever edits, publishes or unpublishes a form holds its row.
create sequence form_id_seq maxvalue 9007199254740991;
create table form (
  org_id bigint not null references organisation,
  id bigint not null default nextval('form_id_seq') check (id between 1 and 9007199254740991),
  -- The last part of its address. One that is made cannot be guessed; an import may bring another.
  key text not null default left(replace(gen_random_uuid()::text, '-', ''), 16),
  name text not null,
  description text not null default '',
  tags jsonb not null default '[]', -- [{name, color}]
  published text not null default 'off' check (published in ('off', 'on')),
  version integer, -- the latest version, if it was ever published
  published_at timestamptz, -- when that was
  settings jsonb not null,
  steps jsonb not null,
  incident jsonb,
  prospect jsonb,
  client_prefill jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint form_key_key unique (org_id, key),
  constraint form_version_check check ((version is null) = (published_at is null) and (published = 'off' or version is not null))
);
alter sequence form_id_seq owned by form.id;
create index form_by_update on form (org_id, updated_at, id);
create index form_by_published on form (org_id, published, id);
create index form_by_name on form using gin (org_id, lower(name) gin_trgm_ops);
select tally_watch('form', 'forms', 'r.published', $$''$$);

-- What a form was each time it was published. Never changed: submissions are read by it.
create table form_version (
  org_id bigint not null,
  form_id bigint not null,
  version integer not null check (version > 0),
  name text not null,
  description text not null,
  settings jsonb not null,
  steps jsonb not null,
  incident jsonb,
  prospect jsonb,
  client_prefill jsonb,
  by_name text, -- the connection that published it, by the name it had
  published_at timestamptz not null default now(),
  primary key (org_id, form_id, version),
  constraint form_version_form_fk foreign key (org_id, form_id) references form (org_id, id) on delete cascade
);

-- An answered form. Its answers carry labels and types of their own, so that it can be read whatever becomes of the form.
create sequence form_submission_id_seq maxvalue 9007199254740991;
create table form_submission (
  org_id bigint not null,
  id bigint not null default nextval('form_submission_id_seq') check (id between 1 and 9007199254740991),
  form_id bigint not null,
  form_version integer, -- none for what came with an import of a form that was never published
  submitter text,
  email text,
  status text not null default 'Submitted'
    check (status in ('Submitted', 'In review', 'Approved', 'Changes requested', 'Closed', 'Archived')),
  type text not null check (type in ('form', 'incident', 'prospect')),
  submitted_at timestamptz not null default now(),
  answers jsonb not null default '[]', -- [{key, label, type, value, step}]
  client_id bigint,
  assignee_id bigint,
  prospect_id bigint, -- the prospect it made
  note_id bigint, -- the note it belongs to: a general one, one of a task, or one of a shift
  task_note_id bigint,
  shift_note_id bigint,
  source text not null default 'import' check (source in ('page', 'api', 'import')),
  sending text, -- the page's own name for it, so that sending it again makes no second one
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint form_submission_form_fk foreign key (org_id, form_id) references form (org_id, id),
  constraint form_submission_version_fk foreign key (org_id, form_id, form_version) references form_version (org_id, form_id, version),
  constraint form_submission_client_fk foreign key (org_id, client_id) references client (org_id, id),
  constraint form_submission_assignee_fk foreign key (org_id, assignee_id) references staff (org_id, id),
  constraint form_submission_prospect_fk foreign key (org_id, prospect_id) references prospect (org_id, id),
  constraint form_submission_note_fk foreign key (org_id, note_id) references note (org_id, id) on delete set null (note_id),
  constraint form_submission_task_note_fk foreign key (org_id, task_note_id) references task_note (org_id, id) on delete set null (task_note_id),
  constraint form_submission_shift_note_fk foreign key (org_id, shift_note_id) references shift_note (org_id, id) on delete set null (shift_note_id),
  constraint form_submission_one_note_check check (num_nonnulls(note_id, task_note_id, shift_note_id) <= 1)
);
create unique index form_submission_sending_key on form_submission (org_id, form_id, sending) where sending is not null;
alter sequence form_submission_id_seq owned by form_submission.id;
-- Lists are newest first.
create index form_submission_by_time on form_submission (org_id, submitted_at, id);
create index form_submission_by_form on form_submission (org_id, form_id, submitted_at, id);
create index form_submission_by_status on form_submission (org_id, status, submitted_at, id);
create index form_submission_by_form_status on form_submission (org_id, form_id, status, submitted_at, id);
create index form_submission_by_type on form_submission (org_id, type, submitted_at, id);
create index form_submission_by_type_status on form_submission (org_id, type, status, submitted_at, id);
-- Who sent it: the name and the email address, a line each.
create index form_submission_by_submitter on form_submission
  using gin (org_id, (lower(coalesce(submitter, '') || E'\n' || coalesce(email, ''))) gin_trgm_ops);
create index form_submission_by_client on form_submission (org_id, client_id) where client_id is not null;
create index form_submission_by_prospect on form_submission (org_id, prospect_id) where prospect_id is not null;
create index form_submission_by_note on form_submission (org_id, note_id) where note_id is not null;
create index form_submission_by_task_note on form_submission (org_id, task_note_id) where task_note_id is not null;
create index form_submission_by_shift_note on form_submission (org_id, shift_note_id) where shift_note_id is not null;

-- Every status a submission came to, the first one included, and what was noted with it.
create sequence form_submission_change_id_seq maxvalue 9007199254740991;
create table form_submission_change (
  org_id bigint not null,
  id bigint not null default nextval('form_submission_change_id_seq') check (id between 1 and 9007199254740991),
  submission_id bigint not null,
  status text not null,
  by_name text,
  note text,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint form_submission_change_submission_fk foreign key (org_id, submission_id) references form_submission (org_id, id) on delete cascade
);
alter sequence form_submission_change_id_seq owned by form_submission_change.id;
create index form_submission_change_by_submission on form_submission_change (org_id, submission_id, id);

-- Staff whom an answer names, as client_by_full_name finds clients.
create index staff_by_full_name on staff (org_id, lower(last_name), lower(first_name)) where not supplier;
