-- What is to be invoiced for a charge. It repeats what it was made of, so that an invoice that was void stays what it was
-- when the charge changes afterwards or goes. Until it is invoiced it follows its charge.
create sequence billable_id_seq maxvalue 9007199254740991;
create table billable (
  org_id bigint not null references organisation,
  id bigint not null default nextval('billable_id_seq') check (id between 1 and 9007199254740991),
  task_id bigint,
  charge_id bigint,
  client_id bigint,
  date date not null,
  name text not null,
  price_code bigint not null,
  minutes int not null,
  claim_type text not null,
  total_cost numeric(14, 2) not null check (total_cost >= 0),
  status text not null check (status in ('pending', 'invoiced', 'void')),
  invoice_number text,
  void_reason text,
  status_at timestamptz not null, -- when it became what it is
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint billable_task_fk foreign key (org_id, task_id) references task (org_id, id) on delete set null (task_id),
  constraint billable_charge_fk foreign key (org_id, charge_id) references task_charge (org_id, id) on delete set null (charge_id),
  constraint billable_client_fk foreign key (org_id, client_id) references client (org_id, id),
  constraint billable_price_code_fk foreign key (org_id, price_code) references price_code (org_id, id),
  -- Only what is void can outlive its charge, and only what was never invoiced has no number.
  constraint billable_state check (status = 'void' or (charge_id is not null and task_id is not null)),
  constraint billable_number check ((status = 'pending') <= (invoice_number is null) and (status = 'invoiced') <= (invoice_number is not null))
);
alter sequence billable_id_seq owned by billable.id;
-- However many ask at once, a charge is billed once.
create unique index billable_open_key on billable (org_id, charge_id) where status <> 'void';
create index billable_by_task on billable (org_id, task_id) where task_id is not null;
create index billable_by_charge on billable (org_id, charge_id) where charge_id is not null;
create index billable_by_client on billable (org_id, client_id, id) where client_id is not null;
create index billable_by_day on billable (org_id, date, id);
create index billable_by_status on billable (org_id, status, id);
create index billable_by_invoice on billable (org_id, invoice_number, id) where invoice_number is not null;
create index billable_by_update on billable (org_id, updated_at, id);

select tally_watch('billable', 'billables', 'r.status', $$''$$);
