#!/bin/sh
# Runs once, when the data folder of the primary is created: creates the roles and the database, and allows replication.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --set password="$WATTLE_DB_PASSWORD" --set replication="$REPLICATION_PASSWORD" <<'SQL'
create role wattle login password :'password';
create role replication login replication password :'replication';
create database wattle owner wattle;
SQL
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --file /deploy/role.sql
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
# Takes effect at the next start. Until then the replica cannot connect, and commits must not wait for it.
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --command "alter system set synchronous_standby_names = 'FIRST 1 (replica)'"
