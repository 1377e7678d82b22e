-- What Wattle asks of each connection and a pooler in transaction mode does not pass on. Run once, as a superuser, for
-- the role that DATABASE_URL names; connections that are open keep what they have.
alter role wattle set timezone = 'UTC';
alter role wattle set datestyle = 'ISO';
alter role wattle set statement_timeout = '15s';
alter role wattle set idle_in_transaction_session_timeout = '60s';
alter role wattle set plan_cache_mode = force_generic_plan;
-- A write is answered when the replica shows it, so that every node may read there. Has no effect as long as
-- synchronous_standby_names is empty.
alter role wattle set synchronous_commit = remote_apply;
