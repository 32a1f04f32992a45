#!/bin/sh
# Run by HAProxy with the address and port of the proxy, then of the server. Succeeds for the server that may be written to:
# it does not follow another one, and if it waits for a synchronous standby, it has one. So a former primary that comes back
# after its standby was promoted is refused: it cannot acknowledge anything.
# /etc/haproxy/pgpass, which the account haproxy alone can read (chown haproxy, chmod 600): *:*:postgres:manege_haproxy:the password
export PGPASSFILE=/etc/haproxy/pgpass PGCONNECT_TIMEOUT=2
answer=$(psql -X -A -t -w -h "$3" -p "$4" -U manege_haproxy -d postgres -c "
  select not pg_is_in_recovery() and (current_setting('synchronous_standby_names') = ''
    or exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')))" 2>&1)
[ "$answer" = t ]
