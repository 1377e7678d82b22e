-- Settings that Wattle sends for each connection, but a pooler in transaction mode does not forward. Run once as a superuser,
-- for the role in DATABASE_URL. Open connections keep their settings.
alter role wattle set timezone = 'UTC';
alter role wattle set datestyle = 'ISO';
alter role wattle set statement_timeout = '15s';
alter role wattle set idle_in_transaction_session_timeout = '60s';
alter role wattle set plan_cache_mode = force_generic_plan;
-- On the coordinator of Citus, in place of the line above:
-- alter role wattle set plan_cache_mode = force_custom_plan;
-- alter role wattle set citus.propagate_set_commands = local;
-- A commit waits until the replica has applied it, so that every node can read from the replica. No effect while
-- synchronous_standby_names is empty.
alter role wattle set synchronous_commit = remote_apply;
