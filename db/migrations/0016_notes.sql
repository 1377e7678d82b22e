-- Signs what the organisation hands out to be brought back, such as cursors. Never shown.
alter table organisation add signing_key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

-- Questions that a note can answer. They come with an import, by themselves or with the first note that names them.
create sequence note_template_id_seq maxvalue 9007199254740991;
create table note_template (
  org_id bigint not null references organisation,
  id bigint not null default nextval('note_template_id_seq') check (id between 1 and 9007199254740991),
  name text not null,
  questions jsonb not null default '[]', -- [{key, label}]; none: any key can be answered
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
alter sequence note_template_id_seq owned by note_template.id;

-- A note is general, or of a task, or of a shift; each kind has its table and its ids. Whoever wrote it is a staff member
-- (author_id) or a connection, by the name it had (author_name).
create sequence note_id_seq maxvalue 9007199254740991;
create table note (
  org_id bigint not null,
  id bigint not null default nextval('note_id_seq') check (id between 1 and 9007199254740991),
  client_id bigint not null,
  title text,
  note_type text not null default 'General',
  notes text not null,
  date date not null,
  author_id bigint,
  author_name text,
  employee_id bigint,
  source text not null default 'import' check (source in ('web', 'app', 'api', 'import')),
  attachments jsonb not null default '[]', -- [{id, name, content_type, size}]
  template_id bigint,
  answers jsonb not null default '[]', -- [{key, label, value}]
  shift_cautions jsonb not null default '[]', -- [{code, text}]
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint note_client_fk foreign key (org_id, client_id) references client (org_id, id),
  constraint note_author_fk foreign key (org_id, author_id) references staff (org_id, id),
  constraint note_employee_fk foreign key (org_id, employee_id) references staff (org_id, id),
  constraint note_template_fk foreign key (org_id, template_id) references note_template (org_id, id)
);
alter sequence note_id_seq owned by note.id;

-- Notes of tasks and shifts get what general notes have. Without a date of its own a note is of the local day it was written.
alter table task_note
  add title text,
  add date date,
  add author_id bigint,
  add author_name text,
  add employee_id bigint,
  add source text not null default 'import' check (source in ('web', 'app', 'api', 'import')),
  add attachments jsonb not null default '[]',
  add template_id bigint,
  add answers jsonb not null default '[]',
  add shift_cautions jsonb not null default '[]',
  add updated_at timestamptz not null default now(),
  add constraint task_note_author_fk foreign key (org_id, author_id) references staff (org_id, id),
  add constraint task_note_employee_fk foreign key (org_id, employee_id) references staff (org_id, id),
  add constraint task_note_template_fk foreign key (org_id, template_id) references note_template (org_id, id);
alter table shift_note
  add client_id bigint, -- a note of this client alone; otherwise of every client of the shift
  add title text,
  add note_type text not null default 'General',
  add date date,
  add author_name text,
  add employee_id bigint, -- otherwise whoever wrote it
  add source text not null default 'import' check (source in ('web', 'app', 'api', 'import')),
  add attachments jsonb not null default '[]',
  add template_id bigint,
  add answers jsonb not null default '[]',
  add shift_cautions jsonb not null default '[]',
  add updated_at timestamptz not null default now(),
  add constraint shift_note_client_fk foreign key (org_id, client_id) references client (org_id, id),
  add constraint shift_note_employee_fk foreign key (org_id, employee_id) references staff (org_id, id),
  add constraint shift_note_template_fk foreign key (org_id, template_id) references note_template (org_id, id);

-- Notes that were written through the API so far: their events know by which connection.
update task_note n set source = 'api', author_name = c.name, updated_at = n.created_at
  from event e join connection c on c.org_id = e.org_id and c.id = e.connection_id
  where e.type = 'task.note_added' and e.org_id = n.org_id and e.subject_id = n.task_id and (e.detail ->> 'note_id')::bigint = n.id;
update shift_note n set source = 'api', author_name = case when n.staff_id is null then c.name end, updated_at = n.created_at
  from event e join connection c on c.org_id = e.org_id and c.id = e.connection_id
  where e.type = 'shift.note_added' and e.org_id = n.org_id and e.subject_id = n.shift_id and (e.detail ->> 'note_id')::bigint = n.id;
update task_note set updated_at = created_at where updated_at > created_at;
update shift_note set updated_at = created_at where updated_at > created_at;

-- What a note was before an edit.
create sequence note_revision_id_seq maxvalue 9007199254740991;
create table note_revision (
  org_id bigint not null,
  id bigint not null default nextval('note_revision_id_seq') check (id between 1 and 9007199254740991),
  note_id bigint,
  task_note_id bigint,
  title text,
  note_type text not null,
  notes text not null,
  date date not null,
  template_id bigint,
  answers jsonb not null default '[]',
  by_name text, -- the connection whose edit replaced it
  created_at timestamptz not null default now(), -- when it was replaced
  primary key (org_id, id),
  constraint note_revision_note_fk foreign key (org_id, note_id) references note (org_id, id) on delete cascade,
  constraint note_revision_task_note_fk foreign key (org_id, task_note_id) references task_note (org_id, id) on delete cascade,
  constraint note_revision_template_fk foreign key (org_id, template_id) references note_template (org_id, id),
  constraint note_revision_of_one_check check ((note_id is null) <> (task_note_id is null))
);
alter sequence note_revision_id_seq owned by note_revision.id;
create index note_revision_by_note on note_revision (org_id, note_id, id) where note_id is not null;
create index note_revision_by_task_note on note_revision (org_id, task_note_id, id) where task_note_id is not null;
