-- The local times that a series was asked for, on the day of one of its shifts. Its shifts show them, but for those on a
-- day that skips one, and the next ones must not go on with what such a day shows. Null: as the latest shift has them.
alter table shift_series add column starts timestamp(0), add column ends timestamp(0);

-- Made by its series without somebody whom something blocked. The next ones are not made like it, or being elsewhere
-- once would take a person off a series for good.
alter table shift add column is_short boolean not null default false;
