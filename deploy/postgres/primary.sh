#!/bin/sh
# Runs once, when the primary's data folder is made: roles, the database, and who may copy it.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --set password="$WATTLE_DB_PASSWORD" --set replication="$REPLICATION_PASSWORD" <<'SQL'
create role wattle login password :'password';
create role replication login replication password :'replication';
create database wattle owner wattle;
SQL
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --file /deploy/role.sql
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
# From the next start on, which is when the replica can be reached: until then nothing waits for it.
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --command "alter system set synchronous_standby_names = 'FIRST 1 (replica)'"
