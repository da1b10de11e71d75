import { type Kysely, sql } from 'kysely'

/**
 * Creates `message_list` with a version for each account, which triggers on `message` increment with each change, so
 * that a rendered list of messages can be recognized as outdated. An account gets its row with its next change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table message_list (
    account_id uuid primary key references account on delete cascade,
    version bigint not null
  )`,
  // The row is locked until the transaction ends: whoever sees a version sees every change before it.
  `create function note_changed_messages() returns trigger language plpgsql as $$
    begin
      insert into message_list (account_id, version)
        select account_id, 1 from changed group by account_id order by account_id
        on conflict (account_id) do update set version = message_list.version + 1;
      return null;
    end $$`,
  // Messages are deleted with their account, too, whose row is gone then.
  `create function note_deleted_messages() returns trigger language plpgsql as $$
    begin
      update message_list set version = version + 1 where account_id in (select account_id from changed);
      return null;
    end $$`,
  `create trigger message_inserted after insert on message referencing new table as changed
    for each statement execute function note_changed_messages()`,
  `create trigger message_updated after update on message referencing new table as changed
    for each statement execute function note_changed_messages()`,
  `create trigger message_deleted after delete on message referencing old table as changed
    for each statement execute function note_deleted_messages()`,
]
