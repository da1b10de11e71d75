import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { matching } from '../statements/matching.ts'

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
  const at = now === undefined ? sql<Date>`clock_timestamp()` : sql<Date>`${now}::timestamptz`
  const span = sql`make_interval(secs => ${perSeconds}::float8)`
  // The request that has to have left the span before another one fits in.
  const allowed = requests - reserved
  const blocking = sql`rate.taken_at[cardinality(rate.taken_at) - ${allowed}::int + 1]`
  // One of the future was taken before the database's clock was put back.
  const isFree = sql<boolean>`cardinality(rate.taken_at) < ${allowed}::int
    or ${blocking} <= ${at} - ${span} or ${blocking} > ${at} + ${span}`
  const kept = sql<Date[]>`(rate.taken_at || ${at})[greatest(1, cardinality(rate.taken_at) + 2 - ${requests}::int):]`
  const taken = await db.kysely
    .insertInto('rate')
    .values({ name, key, takenAt: sql<Date[]>`array[${at}]` })
    .onConflict((conflict) => conflict.columns(['name', 'key']).doUpdateSet({ takenAt: kept }).where(isFree))
    .returning('name')
    .executeTakeFirst()
  if (taken) return 0
  const wait = sql<number | null>`ceil(extract(epoch from ${blocking} + ${span} - ${at}))::int`.as('wait')
  const row = await db.kysely.selectFrom('rate').select(wait).where(matching<'rate'>({ name, key })).executeTakeFirst()
  return Math.max(1, row?.wait ?? 1)
}

/** Releases all slots of the rate limit `name` for a key, so that they can be taken again at once. */
export async function releaseRateSlot(db: Db, { name, key }: { name: string; key: string }): Promise<void> {
  await db.kysely.deleteFrom('rate').where(matching<'rate'>({ name, key })).execute()
}
