#!/bin/bash
# The set-up of compose.yaml as processes of one Linux machine without containers. Each host has an IP address of its own
# in the machine's loopback network. The programs are Debian's:
#
#   apt-get install patroni python3-etcd etcd-server haproxy pgbouncer postgresql
#
#   processes.sh check              names the programs that are missing
#   processes.sh up [database]      starts everything, or everything but the gateways and workers
#   processes.sh status             the PostgreSQL members
#   processes.sh kill <host>        kills all processes of a host at once; `primary` is the host of the primary
#   processes.sh start <host>       starts a host again; `dead` are those that were killed
#   processes.sh restart <host>     ends a gateway or worker with SIGTERM; its supervisor starts it again
#   processes.sh migrate [<folder>] runs the migrations of the Carillon in a folder, by default of this one
#   processes.sh upgrade <host> <folder>   restarts a gateway or worker with the Carillon in a folder
#   processes.sh version <host>     the folder whose Carillon a gateway or worker runs
#   processes.sh admin <words>      a command of the operator, such as `admin organization create --name Example`
#   processes.sh environment        DATABASE_URL and the other settings of the gateways and workers
#   processes.sh down               ends everything; the data stays in HA_DIR
#
# HA_DIR (carillon-ha in TMPDIR) holds data, logs and passwords. HA_NETWORK (127.77.0) is the loopback network.
# HA_ASYNCHRONOUS=1 starts the cluster without synchronous replication, which loses publishes; for tests.
# HA_CARILLON is the folder of the Carillon that `up` starts; the one that has this script if it is not set.
# All settings of Carillon that the environment has go to the gateways and workers.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=${HA_DIR:-${TMPDIR:-/tmp}/carillon-ha}
net=${HA_NETWORK:-127.77.0}
release=${HA_CARILLON:-$root}

declare -A hosts=(
  [etcd-1]=$net.11 [etcd-2]=$net.12 [etcd-3]=$net.13 [postgres-a]=$net.21 [postgres-b]=$net.22
  [haproxy]=$net.31 [pgbouncer]=$net.32 [gateway-a]=$net.41 [gateway-b]=$net.42 [worker-a]=$net.51 [worker-b]=$net.52
)
database=(etcd-1 etcd-2 etcd-3 postgres-a postgres-b haproxy pgbouncer)
carillon=(gateway-a gateway-b worker-a worker-b)

fail() { echo "$*" >&2; exit 1; }

missing() {
  local program
  for program in etcd patroni patronictl haproxy pgbouncer; do command -v "$program" > /dev/null || echo "$program"; done
  ls /usr/lib/postgresql/*/bin/postgres > /dev/null 2>&1 || echo postgres
}

secret() {
  [ -s "$dir/secrets/$1" ] || head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' > "$dir/secrets/$1"
  cat "$dir/secrets/$1"
}

# PostgreSQL and PgBouncer do not run as root.
as_user=()
if [ "$(id -u)" = 0 ]; then as_user=(setpriv --reuid=postgres --regid=postgres --init-groups); fi

prepare() {
  mkdir -p "$dir/secrets" "$dir/run" "$dir/log" "$dir/programs" "$dir/versions"
  chmod 700 "$dir/secrets"
  cp "$here"/{start.sh,create-database.sh,patroni.yaml,haproxy.cfg,pgbouncer.ini} "$dir/programs"
  for name in superuser_password replication_password database_password; do secret "$name" > /dev/null; done
  [ -s "$dir/secrets/encryption_keys" ] || printf '1:%s' "$(head -c 32 /dev/urandom | base64)" > "$dir/secrets/encryption_keys"
  for name in "${database[@]}"; do
    mkdir -p "$dir/$name"
    [ "$(id -u)" != 0 ] || chown postgres: "$dir/$name"
  done
}

database_environment() {
  printf '%s\n' "PATH=$PATH" "HOME=$dir" "LC_ALL=C.UTF-8" "HOST_NAME=$1" "HOST=${hosts[$1]}" "LISTEN=${hosts[$1]}" "DATA=$dir/$1" \
    "ETCD=etcd-1=${hosts[etcd-1]},etcd-2=${hosts[etcd-2]},etcd-3=${hosts[etcd-3]}" "HAPROXY=${hosts[haproxy]}" \
    "POSTGRES_A=${hosts[postgres-a]}" "POSTGRES_B=${hosts[postgres-b]}" \
    "GATEWAY_A=${hosts[gateway-a]}" "GATEWAY_B=${hosts[gateway-b]}" \
    "SUPERUSER_PASSWORD=$(secret superuser_password)" "REPLICATION_PASSWORD=$(secret replication_password)" \
    "DATABASE_PASSWORD=$(secret database_password)"
}

carillon_environment() {
  local login="carillon:$(secret database_password)"
  echo "DATABASE_URL=postgres://$login@${hosts[pgbouncer]}:6432/carillon"
  echo "DATABASE_SESSION_URL=postgres://$login@${hosts[haproxy]}:5432/carillon"
  echo "DATABASE_FAILOVER=$([ -n "${HA_ASYNCHRONOUS:-}" ] && echo asynchronous || echo synchronous)"
  echo "ENCRYPTION_KEYS=$(cat "$dir/secrets/encryption_keys")"
  echo "PUBLIC_URL=${PUBLIC_URL:-http://${hosts[haproxy]}:8080}"
  # Connections between addresses of the loopback network come from this one.
  echo "TRUSTED_PROXIES=${TRUSTED_PROXIES:-127.0.0.1}"
  if [ -z "${S3_BUCKET:-}" ]; then echo "MEDIA_DIR=$dir/media"; echo "SPOOL_DIR=$dir/spool"; fi
}

# supervise LINK APP: runs an app of the Carillon to which a link leads. If its process ends, it is started again, whatever
# the reason and however often, as systemd and containers do it here.
supervise() {
  local folder
  while :; do
    folder=$(readlink -f "$1")
    "$folder/node_modules/.bin/node" "$(main_of "$folder" "$2")" || true
    sleep 1
  done
}

is_up() { [ -s "$dir/run/$1" ] && kill -0 "$(cat "$dir/run/$1")" 2> /dev/null; }

# bundle FOLDER: makes what the processes of that Carillon run, unless it is there. Earlier versions ran their sources.
bundle() { [ ! -d "$1/packages/bundler" ] || "$1/node_modules/.bin/node" "$1/packages/bundler/src/main.ts" > /dev/null; }

# main_of FOLDER APP: the file that Node runs.
main_of() { if [ -d "$1/packages/bundler" ]; then echo "$1/apps/$2/dist/main.js"; else echo "$1/apps/$2/src/main.ts"; fi; }

use_version() { bundle "$2" && ln -sfn "$2" "$dir/versions/$1"; }

# The process of a gateway or worker, below its supervisor.
carillon_process() { pgrep -P "$(cat "$dir/run/$1")"; }

start_host() {
  local name=$1 program=${1%-*}
  ! is_up "$name" || return 0
  case $name in
    gateway-* | worker-*)
      mapfile -t settings < <(carillon_environment)
      export -f supervise main_of
      [ -e "$dir/versions/$name" ] || use_version "$name" "$release"
      env "${settings[@]}" HOST="${hosts[$name]}" GATEWAY_PORT=8080 WORKER_PORT=8081 \
        setsid bash -c 'supervise "$@"' supervise "$dir/versions/$name" "$program" \
        >> "$dir/log/$name.log" 2>&1 < /dev/null &
      ;;
    *)
      mapfile -t settings < <(database_environment "$name")
      "${as_user[@]}" env -i "${settings[@]}" setsid "$dir/programs/start.sh" "$program" >> "$dir/log/$name.log" 2>&1 < /dev/null &
      ;;
  esac
  echo $! > "$dir/run/$name"
}

# Every process below a process, itself first: a parent starts nothing that is then left over.
tree() { local child; echo "$1"; for child in $(pgrep -P "$1" || true); do tree "$child"; done; }

processes_of() {
  is_up "$1" && tree "$(cat "$dir/run/$1")"
  # Patroni starts PostgreSQL apart from itself.
  local lock=$dir/$1/data/postmaster.pid
  if [ -s "$lock" ] && kill -0 "$(head -n 1 "$lock")" 2> /dev/null; then tree "$(head -n 1 "$lock")"; fi
}

kill_host() {
  local pids
  pids=$(processes_of "$1" | sort -un) || true
  [ -n "$pids" ] || fail "$1 does not run."
  # shellcheck disable=SC2086
  { kill -STOP $pids || true; kill -KILL $pids || true; } 2> /dev/null
  rm -f "$dir/run/$1"
}

members() {
  PATRONI_ETCD3_HOSTS=${hosts[etcd-1]}:2379,${hosts[etcd-2]}:2379,${hosts[etcd-3]}:2379 \
    timeout 20 patronictl -c "$dir/programs/patroni.yaml" "$@" 2> /dev/null
}

# member_that PATH: the PostgreSQL host whose Patroni responds with 200 to /primary, /replica or /synchronous.
member_that() {
  local name
  for name in postgres-a postgres-b; do
    if is_fine "${hosts[$name]}" 8008 "$1"; then echo "$name"; return 0; fi
  done
  return 1
}

# is_fine HOST PORT PATH: whether a GET is responded to with 200 within two seconds.
is_fine() {
  timeout 2 bash -c 'exec 3<> "/dev/tcp/$1/$2" && printf "GET %s HTTP/1.0\r\n\r\n" "$3" >&3 && grep -q "^HTTP/1.. 200" <&3' \
    bash "$@" 2> /dev/null
}

wait_until() {
  local what=$1 end=$((SECONDS + 120))
  shift
  until "$@" > /dev/null 2>&1; do [ $SECONDS -lt $end ] || fail "$what is not up after 120 s; see $dir/log."; sleep 0.3; done
}

listens() { timeout 2 bash -c ': < "/dev/tcp/$1/$2"' bash "$@"; }

# migrate FOLDER SETTING…
migrate() {
  local folder=$1
  shift
  bundle "$folder"
  env "$@" "$folder/node_modules/.bin/node" "$(main_of "$folder" admin)" migrate >> "$dir/log/migrate.log" 2>&1
}

up() {
  local absent
  absent=$(missing | tr '\n' ' ')
  [ -z "$absent" ] || fail "Missing programs: $absent"
  prepare
  local name
  for name in "${database[@]}"; do start_host "$name"; done
  wait_until 'The primary' member_that /primary
  if [ -n "${HA_ASYNCHRONOUS:-}" ]; then
    members edit-config --force --quiet -s synchronous_mode=off carillon > /dev/null
    wait_until 'The standby' member_that /replica
  else
    wait_until 'The synchronous standby' member_that /synchronous
  fi
  wait_until PgBouncer listens "${hosts[pgbouncer]}" 6432
  [ "${1:-}" != database ] || return 0
  mapfile -t settings < <(carillon_environment)
  wait_until 'The migrated database' migrate "$release" "${settings[@]}"
  for name in "${carillon[@]}"; do start_host "$name"; done
  for name in gateway-a gateway-b; do wait_until "$name" is_fine "${hosts[$name]}" 8080 /readyz; done
  for name in worker-a worker-b; do wait_until "$name" is_fine "${hosts[$name]}" 8081 /readyz; done
  wait_until 'The way to the gateways' is_fine "${hosts[haproxy]}" 8080 /readyz
  echo "Up: http://${hosts[haproxy]}:8080. Logs: $dir/log"
}

down() {
  local name pids
  # Supervisors and Patroni end before what they would start again.
  for name in "${carillon[@]}" postgres-a postgres-b haproxy pgbouncer etcd-1 etcd-2 etcd-3; do
    pids=$(processes_of "$name" | sort -un) || true
    [ -z "$pids" ] || case $name in
      gateway-* | worker-*) kill -KILL "$(head -n 1 "$dir/run/$name")"; kill -TERM $pids 2> /dev/null || true ;;
      *) kill -TERM "$(cat "$dir/run/$name")" 2> /dev/null || kill_host "$name" ;;
    esac
    for pid in $pids; do timeout 40 tail --pid="$pid" -f /dev/null || kill -KILL "$pid" 2> /dev/null || true; done
    rm -f "$dir/run/$name"
  done
}

host_named() {
  local name=$1
  if [ "$name" = primary ]; then name=$(member_that /primary); fi
  [ -n "$name" ] && [ -n "${hosts[$name]:-}" ] || fail "$1 is none of: primary ${!hosts[*]}"
  echo "$name"
}

case ${1:-} in
  check) missing; [ -z "$(missing)" ] ;;
  up) up "${2:-}" ;;
  status) members list carillon ;;
  kill) name=$(host_named "${2:-}"); kill_host "$name"; echo "$name" ;;
  start)
    if [ "${2:-}" = dead ]; then
      for name in "${database[@]}" "${carillon[@]}"; do [ -e "$dir/log/$name.log" ] && start_host "$name"; done
    else
      start_host "$(host_named "${2:-}")"
    fi
    ;;
  restart) kill -TERM "$(carillon_process "$(host_named "${2:-}")")" ;;
  migrate)
    mapfile -t settings < <(carillon_environment)
    migrate "${2:-$release}" "${settings[@]}" || fail "The migrations failed; see $dir/log/migrate.log."
    ;;
  upgrade)
    name=$(host_named "${2:-}")
    [ -d "${3:-}/apps" ] || fail "${3:-Nothing} is not a folder of Carillon."
    use_version "$name" "$3"
    kill -TERM "$(carillon_process "$name")"
    ;;
  version)
    tr '\0' '\n' < "/proc/$(carillon_process "$(host_named "${2:-}")")/cmdline" | sed -nE 's#/apps/[a-z]+/(dist/main\.js|src/main\.ts)$##p'
    ;;
  admin)
    mapfile -t settings < <(carillon_environment)
    env "${settings[@]}" "$release/node_modules/.bin/node" "$release/apps/admin/src/main.ts" "${@:2}"
    ;;
  environment) carillon_environment ;;
  down) down ;;
  *) sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'; exit 2 ;;
esac
