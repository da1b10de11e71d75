import { sql } from 'kysely'
import type { Db } from '../db.ts'

/**
 * Takes a slot of the rate limit `name` if one is free. The limit counts separately for each `key`, such as an account.
 * In no span of `perSeconds` seconds, wherever it begins, more than `requests` slots are taken. Returns 0 if a slot was
 * taken, otherwise the number of whole seconds to wait, at least 1.
 * @param reserved the number of slots, less than `requests`, that this call leaves to other callers; 0 by default
 * @param now by default the database's clock, because the clocks of machines differ
 */
export async function takeRateSlot(
  db: Db,
  {
    name,
    key,
    requests,
    perSeconds,
    reserved = 0,
    now,
  }: { name: string; key: string; requests: number; perSeconds: number; reserved?: number; now?: Date },
): Promise<number> {
  const at = now === undefined ? sql`clock_timestamp()` : sql`${now}::timestamptz`
  const span = sql`make_interval(secs => ${perSeconds}::float8)`
  // The request that has to have left the span before another one fits in.
  const allowed = requests - reserved
  const blocking = sql`r.taken_at[cardinality(r.taken_at) - ${allowed}::int + 1]`
  const taken = await sql`
    insert into rate as r (name, key, taken_at) values (${name}, ${key}, array[${at}])
    on conflict (name, key) do update
      set taken_at = (r.taken_at || ${at})[greatest(1, cardinality(r.taken_at) + 2 - ${requests}::int):]
      where cardinality(r.taken_at) < ${allowed}::int or ${blocking} <= ${at} - ${span}
    returning name`.execute(db.kysely)
  if (taken.rows.length > 0) return 0
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from ${blocking} + ${span} - ${at}))::int as wait
    from rate as r where name = ${name} and key = ${key}`.execute(db.kysely)
  return Math.max(1, rows[0]?.wait ?? 1)
}

/** Releases all slots of the rate limit `name` for a key, so that they can be taken again at once. */
export async function releaseRateSlot(db: Db, { name, key }: { name: string; key: string }): Promise<void> {
  await db.kysely.deleteFrom('rate').where('name', '=', name).where('key', '=', key).execute()
}
