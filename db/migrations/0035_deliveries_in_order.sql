-- A delivery that is sent again by a request, and was not pending, is outside the order of its record.
alter table webhook_delivery add in_order boolean not null default true;
update webhook_delivery set in_order = false where is_replay and status = 'pending';
