-- Price codes are listed with an exact total, and the prices that one code has at different times are found together.
create index price_code_by_code on price_code (org_id, code, id);

select tally_watch('price_code', 'price_codes', $$coalesce(r.funding_type, '')$$, $$''$$);
-- The table may have rows already, which the triggers of the counts did not see.
insert into tally (org_id, list, width, bucket, status, kind, slot, n)
select org_id, 'price_codes', w.width, id >> w.width, coalesce(funding_type, ''), '', 0, count(*)
from price_code cross join (values (20::smallint), (14::smallint), (8::smallint)) w (width)
group by 1, 3, 4, 5;

-- What a charge costs: by the hour for so many minutes, or once for whatever else the unit is. Whole cents, half a
-- cent up. A price has 2 decimals, so that its sixtieths are never nearer to half a cent than 1/6000: the digits that a
-- division keeps always decide it.
create function charge_cost(price numeric, unit text, minutes int) returns numeric language sql immutable as $$
  select round(case when lower(trim(unit)) in ('hour', 'hours', 'hr', 'h') then price * minutes / 60 else price end, 2)
$$;

-- What a charge is claimed as when nobody says: Standard where the price code allows it, which one without a list does.
create function usual_claim_type(claim_types text[]) returns text language sql immutable as $$
  select case when claim_types = '{}' or 'Standard' = any (claim_types) then 'Standard' else claim_types[1] end
$$;
