#!/bin/sh
# Patroni runs this once, on the first primary, with a connection string of its superuser.
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --dbname="$1" <<'SQL'
create role carillon login password :'password';
create database carillon owner carillon;
SQL
