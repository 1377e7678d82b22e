-- Settings by API and command line.

-- Where a business location is, and whether `wattle org create` made it. An import that brings locations removes that one while
-- nothing uses it and nobody has changed it.
alter table business_location
  add column address text,
  add column is_initial boolean not null default false;

-- For the number of clients of a location, and for the foreign key's check when one is deleted.
create index client_by_business on client (org_id, business_id);

-- The name of the organisation is on the pages of its forms; with these so are its colour and its logo.
alter table organisation
  add column colour text constraint organisation_colour_check check (colour ~ '^#[0-9a-f]{6}$'),
  add column logo bytea constraint organisation_logo_check check (octet_length(logo) <= 204800),
  add column logo_type text,
  -- Of its content: the address of a logo changes with it, so that browsers may keep what they have read.
  add column logo_tag text generated always as (left(encode(sha256(logo), 'hex'), 32)) stored,
  add constraint organisation_logo_type_check
    check ((logo is null) = (logo_type is null) and logo_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'));

-- Tags that are offered before any prospect has them.
alter table prospect_options add column tags jsonb not null default '[]';

-- Whether the end of a price was not given, and is the day before the next price of its code begins.
alter table price_code add column ends_with_next boolean not null default false;

-- A deleted template is no longer offered. Notes that have it keep its name.
alter table note_template add column deleted boolean not null default false;

-- Whether clock times were entered or corrected by a request, not clocked.
alter table shift_staff add column corrected boolean not null default false;

-- Clock times are whole seconds, as records and bundles show them. The minutes of two such times are those of the times shown.
update shift_staff set check_in = date_bin('1 second', check_in, timestamptz '2000-01-01Z'),
  check_out = date_bin('1 second', check_out, timestamptz '2000-01-01Z')
where check_in <> date_bin('1 second', check_in, timestamptz '2000-01-01Z')
  or check_out <> date_bin('1 second', check_out, timestamptz '2000-01-01Z');

-- Every address that the page of a form has been given. All of them go on working, and no other form can take one. `form.address` is the
-- current one. The page is also at the form's key, which is the current address while this is null.
alter table form add column address text;
create table form_address (
  org_id bigint not null,
  form_id bigint not null,
  address text not null,
  created_at timestamptz not null default now(),
  constraint form_address_pkey primary key (org_id, form_id, address),
  constraint form_address_address_key unique (org_id, address),
  constraint form_address_form_fk foreign key (org_id, form_id) references form (org_id, id) on delete cascade
);
