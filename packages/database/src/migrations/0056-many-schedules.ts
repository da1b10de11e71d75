import { type Kysely, sql } from 'kysely'

/**
 * Creates the table `changed_account` for accounts whose schedules have to be checked, and replaces the trigger's
 * function `look_at_schedules`. It had all schedules of a changed account checked, and each is stored in all indexes of
 * the table, so that the change of an account with very many ran into the timeout of its statement. It does that for
 * the 1,000 that are due first. If there are more, it stores where they end, and workers continue from there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const openBy = (status: string) => `
        (select id, due_at from schedule where account_id = old.id and status = '${status}' order by due_at, id limit 1000)`

const statements = [
  `create table changed_account (
    account_id uuid primary key,
    due_at timestamptz not null,
    id uuid not null
  )`,
  `create or replace function look_at_schedules() returns trigger language plpgsql as $$
  declare
    last record;
  begin
    -- Before any schedule, as workers lock them in this order.
    perform from changed_account where account_id = old.id for update;
    with first as materialized (
      select id, due_at from (${openBy('scheduled')}
        union all ${openBy('held')}
      ) as open order by due_at, id limit 1000
    ), marked as (
      update schedule set look_at = 'epoch' from first
        where schedule.id = first.id and schedule.status in ('scheduled', 'held')
    )
    select id, due_at into last from first order by due_at, id offset 999;
    if found then
      insert into changed_account (account_id, due_at, id) values (old.id, last.due_at, last.id)
        on conflict (account_id) do update set due_at = excluded.due_at, id = excluded.id;
    end if;
    return null;
  end $$`,
]
