import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table database_epoch add column restored_from timestamptz, add column restored_at timestamptz,
    add column lost_from timestamptz`,
  // A failover is often followed by another one, back to the repaired server. Two days are the limit of a series.
  `create function keep_lost_from() returns trigger language plpgsql as $$
  begin
    new.lost_from := new.complete_until;
    if old.raised_at > new.raised_at - interval '1 day' then
      new.lost_from := greatest(
        least(old.lost_from, old.complete_until, new.complete_until), new.raised_at - interval '2 days');
    end if;
    return new;
  end $$`,
  `create trigger database_epoch_lost_from before update of raised_at on database_epoch for each row
    when (new.raised_at is distinct from old.raised_at) execute function keep_lost_from()`,
]

/**
 * Adds to `database_epoch` the period whose changes a restored backup lacks: `restored_from`, when the backup was
 * begun, and `restored_at`, when the restore was noted. Adds the time from which the last failovers may have lost
 * changes (`lost_from`), set by a trigger. All are null in the existing row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
