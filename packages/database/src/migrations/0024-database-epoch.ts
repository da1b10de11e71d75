import { type Kysely, sql } from 'kysely'

const statements = [
  // Null for a standby, and for a database that has no timelines or does not show them, such as one whose storage is
  // replicated below PostgreSQL.
  `create function server_timeline() returns integer language plpgsql volatile as $$
    declare
      digits bytea;
    begin
      if pg_is_in_recovery() then return null; end if;
      digits := decode(left(pg_walfile_name(pg_current_wal_lsn()), 8), 'hex');
      return (get_byte(digits, 0) << 24) + (get_byte(digits, 1) << 16) + (get_byte(digits, 2) << 8) + get_byte(digits, 3);
    exception when feature_not_supported or insufficient_privilege then
      return null;
    end
  $$`,
  `create table database_epoch (
    only_row boolean primary key default true check (only_row),
    timeline integer,
    standbys text not null default '',
    raised_at timestamptz,
    complete_until timestamptz
  )`,
  'insert into database_epoch (timeline) values (server_timeline())',
  // Rows that exist get no value, so that the table is not rewritten.
  'alter table external_write add column timeline integer',
  'alter table external_write alter column timeline set default server_timeline()',
  'alter table external_write add column changes_lost_at timestamptz',
  `create function require_known_timeline() returns boolean language plpgsql volatile as $$
    declare
      current_timeline integer := server_timeline();
    begin
      if current_timeline is not null and current_timeline is distinct from (select timeline from database_epoch) then
        raise exception 'the database server was promoted' using errcode = 'TL001';
      end if;
      return true;
    end
  $$`,
]

/**
 * Creates `database_epoch`, with the server's timeline (a number that grows when a standby is promoted), and adds to
 * `external_write` the timeline on which a write was inserted (`timeline`) and when it was noticed that its latest
 * changes may be lost (`changes_lost_at`), both null in existing rows. So a promotion is recognized before anything is
 * sent for rows whose latest changes the promoted server may lack.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
