#!/bin/sh
# Copies the primary at the first start, then replicates it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until pg_basebackup --host=primary --username=replication --pgdata="$PGDATA" --write-recovery-conf --checkpoint=fast; do
    echo 'waiting for the primary'
    sleep 2
  done
  chmod 700 "$PGDATA"
fi
# A query that delays replication delays every write, so it is cancelled after one second.
exec postgres -c cluster_name=replica -c hot_standby_feedback=on -c max_standby_streaming_delay=1s
