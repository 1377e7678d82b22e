-- What a report builder keeps: spaces with subfolders, insights (questions with their settings, never their results), and
-- dashboards that show insights and texts on a grid. Spaces come with an import.
create sequence space_id_seq maxvalue 9007199254740991;
create table space (
  org_id bigint not null references organisation,
  id bigint not null default nextval('space_id_seq') check (id between 1 and 9007199254740991),
  name text not null,
  subfolders jsonb not null default '[]', -- [{id, name}]
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
alter sequence space_id_seq owned by space.id;

-- Whoever changes an insight or a dashboard holds its row.
create sequence insight_id_seq maxvalue 9007199254740991;
create table insight (
  org_id bigint not null references organisation,
  id bigint not null default nextval('insight_id_seq') check (id between 1 and 9007199254740991),
  name text not null,
  description text,
  mode text not null default 'single' check (mode = 'single'),
  spec jsonb not null,
  space_id bigint,
  subfolder_id text, -- of the space; judged when it is set
  protected boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint insight_space_fk foreign key (org_id, space_id) references space (org_id, id),
  constraint insight_subfolder_check check (subfolder_id is null or space_id is not null)
);
alter sequence insight_id_seq owned by insight.id;
-- Lists are newest first.
create index insight_by_time on insight (org_id, created_at, id);
create index insight_by_space on insight (org_id, space_id, created_at, id);
create index insight_by_name on insight using gin (org_id, lower(name) gin_trgm_ops);
select time_tally_watch('insight', 'reports.insight', $$''$$, $$coalesce(r.space_id::text, '')$$, 'r.created_at');

create sequence dashboard_id_seq maxvalue 9007199254740991;
create table dashboard (
  org_id bigint not null references organisation,
  id bigint not null default nextval('dashboard_id_seq') check (id between 1 and 9007199254740991),
  name text not null,
  description text,
  space_id bigint,
  subfolder_id text,
  protected boolean not null default false,
  settings jsonb not null, -- {auto_layout, date_range?}
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint dashboard_space_fk foreign key (org_id, space_id) references space (org_id, id),
  constraint dashboard_subfolder_check check (subfolder_id is null or space_id is not null)
);
alter sequence dashboard_id_seq owned by dashboard.id;
create index dashboard_by_time on dashboard (org_id, created_at, id);
create index dashboard_by_space on dashboard (org_id, space_id, created_at, id);
create index dashboard_by_name on dashboard using gin (org_id, lower(name) gin_trgm_ops);
select time_tally_watch('dashboard', 'reports.dashboard', $$''$$, $$coalesce(r.space_id::text, '')$$, 'r.created_at');

create sequence dashboard_card_id_seq maxvalue 9007199254740991;
create table dashboard_card (
  org_id bigint not null,
  id bigint not null default nextval('dashboard_card_id_seq') check (id between 1 and 9007199254740991),
  dashboard_id bigint not null,
  type text not null check (type in ('insight', 'text')),
  insight_id bigint,
  text text,
  x int not null check (x >= 0),
  y int not null check (y between 0 and 10000),
  w int not null check (w > 0),
  h int not null check (h between 1 and 100),
  show_title boolean not null default true,
  show_description boolean not null default false,
  locked boolean not null default false,
  primary key (org_id, id),
  constraint dashboard_card_dashboard_fk foreign key (org_id, dashboard_id) references dashboard (org_id, id) on delete cascade,
  constraint dashboard_card_insight_fk foreign key (org_id, insight_id) references insight (org_id, id),
  constraint dashboard_card_kind_check check ((type = 'insight') = (insight_id is not null) and (type = 'text') = (text is not null)),
  constraint dashboard_card_grid_check check (x + w <= 24),
  -- No two cards of a dashboard share a square, whoever writes them. Judged at the end of a statement, because cards move together.
  constraint dashboard_card_overlap exclude using gist (
    int8range(org_id, org_id, '[]') with &&, int8range(dashboard_id, dashboard_id, '[]') with &&,
    int4range(x, x + w) with &&, int4range(y, y + h) with &&) deferrable initially immediate
);
alter sequence dashboard_card_id_seq owned by dashboard_card.id;
create index dashboard_card_by_dashboard on dashboard_card (org_id, dashboard_id, y, x);
create index dashboard_card_by_insight on dashboard_card (org_id, insight_id) where insight_id is not null;
