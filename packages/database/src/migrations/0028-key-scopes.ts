import { type Kysely, sql } from 'kysely'

/**
 * Adds to `api_key` scopes, profiles, allowed IP addresses and budgets (such as publishes per UTC day); existing
 * keys get the scope `*` and no limits. Creates `key_budget_use`, which counts the used units, and the function
 * `take_key_budget`, which uses one for a write; adds to `external_write` the budget that a write has used (or null).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table api_key
    add column scopes text[] not null default '{*}',
    add column profile_ids uuid[],
    add column allowed_ips text[],
    add column last_used_ip text,
    add column budgets jsonb`,
  `create table key_budget_use (
    key_id uuid not null references api_key on delete cascade,
    budget text not null,
    day date not null,
    used integer not null check (used >= 0),
    primary key (key_id, budget, day)
  )`,
  'create index key_budget_use_day on key_budget_use (day)',
  // Which budget the write has used up, and of which keys.
  'alter table external_write add column budget text, add column budget_key_ids uuid[]',
  // Locks the counts in the order of their keys, as giving back does, so that two writes cannot deadlock.
  `create function take_key_budget(key uuid, budget_name text, on_day date, write_id uuid)
  returns uuid[] language plpgsql volatile as $$
  declare
    owner record;
    known boolean := false;
    taken uuid[] := '{}';
  begin
    for owner in
      with recursive line as (
        select id, parent_id, budgets from api_key where id = key
        union all
        select parent.id, parent.parent_id, parent.budgets from api_key as parent join line on parent.id = line.parent_id
      )
      select id, (budgets ->> budget_name)::int as max_used from line order by id
    loop
      known := true;
      continue when owner.max_used is null;
      insert into key_budget_use as budget_use (key_id, budget, day, used)
        select owner.id, budget_name, on_day, 1 where owner.max_used > 0
        on conflict (key_id, budget, day) do update set used = budget_use.used + 1
        where budget_use.used < owner.max_used;
      if not found then
        -- A write that is stored again after a lost confirmation: its key is a duplicate, which undoes this statement.
        if exists (select from external_write where id = write_id) then return taken; end if;
        raise exception 'a budget of the key is used up' using errcode = 'KB001',
          detail = json_build_object('budget', budget_name, 'limit', owner.max_used, 'day', on_day);
      end if;
      taken := taken || owner.id;
    end loop;
    if not known then
      raise foreign_key_violation using message = 'the key has been deleted',
        constraint = 'key_budget_use_key_id_fkey';
    end if;
    return taken;
  end $$`,
]
