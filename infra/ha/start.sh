#!/bin/sh
# Runs one program of the database: etcd, postgres (with Patroni), haproxy or pgbouncer. The containers of compose.yaml
# and processes.sh start all of them with it. Settings, as environment variables:
#
#   HOST_NAME   the name of this host, such as etcd-1 or postgres-a
#   HOST        the host name or IP address under which the others reach it
#   LISTEN      the IP address to listen on; HOST if it is not set
#   DATA        a folder of its own
#   ETCD        all members of etcd, as name=host,name=host
#   POSTGRES_A, POSTGRES_B, GATEWAY_A, GATEWAY_B, HAPROXY   hosts
#   SUPERUSER_PASSWORD, REPLICATION_PASSWORD, DATABASE_PASSWORD, or each with _FILE and the path of a file with it
set -eu
here=$(cd "$(dirname "$0")" && pwd)
listen=${LISTEN:-${HOST:-}}

# password NAME: the value of NAME, or what the file of NAME_FILE contains.
password() {
  eval "file=\${$1_FILE:-}"
  if [ -n "$file" ]; then cat "$file"; else eval "printf %s \"\$$1\""; fi
}

# each_etcd PREFIX SUFFIX SEPARATED: "name=host,…" as "PREFIXhostSUFFIX,…", with "name=" before each if SEPARATED is =.
each_etcd() {
  echo "$ETCD" | tr ',' '\n' | while IFS='=' read -r name host; do
    if [ "$3" = '=' ]; then printf '%s=' "$name"; fi
    printf '%s%s%s,' "$1" "$host" "$2"
  done | sed 's/,$//'
}

mkdir -p "$DATA"
case $1 in
  etcd)
    exec etcd --name "$HOST_NAME" --data-dir "$DATA/etcd" --enable-v2=false --logger zap --log-level warn \
      --listen-client-urls "http://$listen:2379" --advertise-client-urls "http://$HOST:2379" \
      --listen-peer-urls "http://$listen:2380" --initial-advertise-peer-urls "http://$HOST:2380" \
      --initial-cluster "$(each_etcd http:// :2380 =)" --initial-cluster-token carillon
    ;;
  postgres)
    bin=$(dirname "$(ls /usr/lib/postgresql/*/bin/postgres | sort -V | tail -n 1)")
    DATABASE_PASSWORD=$(password DATABASE_PASSWORD)
    export DATABASE_PASSWORD PATH="$bin:$PATH"
    export PATRONI_NAME="$HOST_NAME" PATRONI_ETCD3_HOSTS="$(each_etcd '' :2379 '')" \
      PATRONI_RESTAPI_LISTEN="$listen:8008" PATRONI_RESTAPI_CONNECT_ADDRESS="$HOST:8008" \
      PATRONI_POSTGRESQL_LISTEN="$listen:5432" PATRONI_POSTGRESQL_CONNECT_ADDRESS="$HOST:5432" \
      PATRONI_POSTGRESQL_DATA_DIR="$DATA/data" PATRONI_POSTGRESQL_BIN_DIR="$bin" \
      PATRONI_POSTGRESQL_PGPASS="$DATA/pgpass" \
      PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD="$(password SUPERUSER_PASSWORD)" \
      PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD="$(password REPLICATION_PASSWORD)"
    # Both name files beside this script, wherever that is.
    sed "s|^bootstrap:|bootstrap:\n  post_bootstrap: $here/create-database.sh|" "$here/patroni.yaml" > "$DATA/patroni.yaml"
    printf '  parameters: { unix_socket_directories: %s }\n' "$DATA" >> "$DATA/patroni.yaml"
    exec patroni "$DATA/patroni.yaml"
    ;;
  haproxy)
    exec haproxy -W -db -f "$here/haproxy.cfg"
    ;;
  pgbouncer)
    umask 077
    printf '"carillon" "%s"\n' "$(password DATABASE_PASSWORD)" > "$DATA/users.txt"
    sed -e "s/host=DATABASE_HOST/host=$HAPROXY/" -e "s/^listen_addr = .*/listen_addr = $listen/" "$here/pgbouncer.ini" \
      > "$DATA/pgbouncer.ini"
    cd "$DATA"
    exec pgbouncer pgbouncer.ini
    ;;
  *)
    echo "$1 is not etcd, postgres, haproxy or pgbouncer." >&2
    exit 2
    ;;
esac
