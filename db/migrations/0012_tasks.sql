-- A rule that makes tasks, and what it makes: a new task has these fields, and a primary charge from the price code.
-- `starts_on` is the first occurrence, from which `every` and `ends_after` count; `next_on` is the first one not made yet,
-- null when the series has ended.
create sequence task_series_id_seq maxvalue 9007199254740991;
create table task_series (
  org_id bigint not null references organisation,
  id bigint not null default nextval('task_series_id_seq') check (id between 1 and 9007199254740991),
  recurrence jsonb not null,
  starts_on date not null,
  next_on date,
  title text not null,
  client_id bigint,
  assignee_id bigint,
  minutes int not null check (minutes between 0 and 1440),
  billable boolean not null,
  price_code bigint,
  claim_type text, -- what its charges are claimed as, where their price code allows it; null: as usual
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint task_series_client_fk foreign key (org_id, client_id) references client (org_id, id),
  constraint task_series_assignee_fk foreign key (org_id, assignee_id) references staff (org_id, id),
  constraint task_series_price_code_fk foreign key (org_id, price_code) references price_code (org_id, id)
);
alter sequence task_series_id_seq owned by task_series.id;
create index task_series_by_next_day on task_series (next_on, org_id, id) where next_on is not null;

-- Whoever changes a task, its charges or its billables holds its row, so a task is changed by one at a time.
create sequence task_id_seq maxvalue 9007199254740991;
create table task (
  org_id bigint not null references organisation,
  id bigint not null default nextval('task_id_seq') check (id between 1 and 9007199254740991),
  title text not null,
  date date not null,
  client_id bigint,
  assignee_id bigint,
  minutes int not null default 0 check (minutes between 0 and 1440),
  billable boolean not null default false,
  completed boolean not null default false,
  series_id bigint, -- its date is then the day of the series that made it: a task changed for itself leaves the series
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint task_client_fk foreign key (org_id, client_id) references client (org_id, id),
  constraint task_assignee_fk foreign key (org_id, assignee_id) references staff (org_id, id),
  constraint task_series_fk foreign key (org_id, series_id) references task_series (org_id, id),
  constraint task_occurrence_key unique (org_id, series_id, date)
);
alter sequence task_id_seq owned by task.id;
create index task_by_client on task (org_id, client_id, id) where client_id is not null;
create index task_by_assignee on task (org_id, assignee_id, id) where assignee_id is not null;
create index task_by_day on task (org_id, date, id);
create index task_by_completed on task (org_id, completed, id);
create index task_by_billable on task (org_id, billable, id);
create index task_by_update on task (org_id, updated_at, id);

select tally_watch('task', 'tasks', $$case when r.completed then 'true' else 'false' end$$, $$case when r.billable then 'true' else 'false' end$$);

-- A task's price code is that of its primary charge, and is stored nowhere else.
create sequence task_charge_id_seq maxvalue 9007199254740991;
create table task_charge (
  org_id bigint not null,
  id bigint not null default nextval('task_charge_id_seq') check (id between 1 and 9007199254740991),
  task_id bigint not null,
  name text not null,
  price_code bigint not null,
  minutes int not null check (minutes between 0 and 1440),
  total_cost numeric(14, 2) not null check (total_cost >= 0),
  claim_type text not null,
  is_primary boolean not null,
  primary key (org_id, id),
  constraint task_charge_task_fk foreign key (org_id, task_id) references task (org_id, id) on delete cascade,
  constraint task_charge_price_code_fk foreign key (org_id, price_code) references price_code (org_id, id)
);
alter sequence task_charge_id_seq owned by task_charge.id;
create index task_charge_by_task on task_charge (org_id, task_id, id);
create unique index task_charge_primary_key on task_charge (org_id, task_id) where is_primary;

create sequence task_note_id_seq maxvalue 9007199254740991;
create table task_note (
  org_id bigint not null,
  id bigint not null default nextval('task_note_id_seq') check (id between 1 and 9007199254740991),
  task_id bigint not null,
  type text not null,
  notes text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint task_note_task_fk foreign key (org_id, task_id) references task (org_id, id) on delete cascade
);
alter sequence task_note_id_seq owned by task_note.id;
create index task_note_by_task on task_note (org_id, task_id, id);

create sequence task_document_id_seq maxvalue 9007199254740991;
create table task_document (
  org_id bigint not null,
  id bigint not null default nextval('task_document_id_seq') check (id between 1 and 9007199254740991),
  task_id bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint task_document_task_fk foreign key (org_id, task_id) references task (org_id, id) on delete cascade
);
alter sequence task_document_id_seq owned by task_document.id;
create index task_document_by_task on task_document (org_id, task_id, id);
