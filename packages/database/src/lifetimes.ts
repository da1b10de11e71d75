import { limits } from '@carillon/domain'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './connect.ts'
import { writeHasEnded } from './ended-writes.ts'

/** Rows that may go, or have to, some time after something. */
export interface Lifetime {
  table: string
  /** Which rows, and since when the time counts, in words. */
  rows: string
  keptHours: number
  /** The same for the database: rows for which that was before `before`. */
  where(before: Date): RawBuilder<SqlBool>
  /** Columns that are emptied; the row itself goes when left out. */
  emptied?: readonly string[]
  why: string
}

const day = 24

/** The least id that can have been made at a time: ids begin with theirs, so that old rows are found by the primary key. */
function firstIdOf(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** How long what is stored stays, where it does not stay for good. */
export const lifetimes: readonly Lifetime[] = [
  {
    table: 'request_window',
    rows: "counts of a key's requests, from the beginning of their minute",
    keptHours: 1,
    where: (before) => sql`started_at < ${before}`,
    why: 'A minute that is over counts for nothing.',
  },
  {
    table: 'idempotent_answer',
    rows: 'answers to an `Idempotency-Key`, from the request on',
    keptHours: limits.idempotencyHours,
    where: (before) => sql`created_at < ${before}`,
    why: 'So long the same answer is promised.',
  },
  {
    table: 'webhook_event',
    rows: 'events as networks posted them, from their arrival on',
    keptHours: 30 * day,
    where: (before) => sql`id < ${firstIdOf(before)}`,
    why: 'Within a month they can be processed again.',
  },
  {
    table: 'message_status',
    rows: 'reports on messages that were sent, from their arrival on',
    keptHours: 30 * day,
    where: (before) => sql`received_at < ${before}`,
    why: 'The message itself has the furthest of them; others have waited in vain for their message.',
  },
  {
    table: 'connection_session',
    rows: 'what a connection keeps for its callback or choice (state, tokens not yet taken over), from its end on',
    keptHours: 1,
    where: (before) => sql`id < ${firstIdOf(before)} and expires_at < ${before}
      and (sealed is not null or state_hash is not null or selection_hash is not null)`,
    emptied: ['sealed', 'state_hash', 'selection_hash'],
    why: 'Nobody can use it any more, and it holds secrets.',
  },
  {
    table: 'connection_session',
    rows: 'connection sessions, from their end on',
    keptHours: 30 * day,
    where: (before) => sql`id < ${firstIdOf(before)} and expires_at < ${before}`,
    why: 'A caller who comes late can still read how it ended.',
  },
  {
    table: 'paused_limit',
    rows: 'pauses of limits that a network reported as reached, from their end on',
    keptHours: 1,
    where: (before) => sql`until < ${before}`,
    why: 'Calls are made again.',
  },
  {
    table: 'ad_report',
    rows: 'ids of reports on advertising that a network prepares, from their start on',
    keptHours: day,
    where: (before) => sql`started_at < ${before}`,
    why: 'A report that nobody has read by then is started again.',
  },
  {
    table: 'rate',
    rows: "the latest calls under a network's rate, from the last one on",
    keptHours: day,
    where: (before) => sql`taken_at[cardinality(taken_at)] < ${before}`,
    why: 'Rates count over a minute.',
  },
  {
    table: 'day_budget',
    rows: "units used of a network's day, from that day on",
    keptHours: 30 * day,
    where: (before) => sql`day < ${before}::date`,
    why: 'The day counts once; a month of them tells how quotas are used.',
  },
  {
    table: 'external_write',
    rows: 'publishes that are `published` or `failed`, with their attempts, from their last change on',
    keptHours: 400 * day,
    where: (before) => sql`id < ${firstIdOf(before)} and updated_at < ${before}
      and wake_at is null and status in ('succeeded', 'failed') and kind = 'publish'`,
    why: 'More than a year, so that what was published can be compared with the year before.',
  },
  {
    table: 'external_write',
    rows: 'other external writes (deletions, replies, messages) that succeeded or failed, from their last change on',
    keptHours: 30 * day,
    where: (before) => sql`id < ${firstIdOf(before)} and updated_at < ${before}
      and wake_at is null and status in ('succeeded', 'failed') and kind <> 'publish'`,
    why: 'They carry what people write, and no operation of the API reads them later.',
  },
  {
    table: 'comment_post',
    rows: 'copies of the comments on a post, from the last time that somebody read them',
    keptHours: 30 * day,
    where: (before) => sql`read_at < ${before}`,
    why: 'Nobody reads them any more; the next read copies them anew.',
  },
  {
    table: 'comment',
    rows: 'copies of comments that were deleted, from then on',
    keptHours: 30 * day,
    where: (before) => sql`deleted_at < ${before}`,
    why: 'So long a deletion that is repeated is known to have been done.',
  },
  {
    table: 'graphile_worker._private_jobs',
    rows: 'jobs of external writes that have ended, from their last try on',
    keptHours: 1,
    where: (before) =>
      sql`attempts >= max_attempts and locked_at is null and updated_at < ${before} and ${writeHasEnded}`,
    why: 'A job that was replaced while it ran stays behind when its worker dies; another one has done its work.',
  },
  {
    table: 'graphile_worker._private_jobs',
    rows: 'jobs that failed as often as they may, from their last try on',
    keptHours: 7 * day,
    where: (before) => sql`attempts >= max_attempts and locked_at is null and updated_at < ${before}`,
    why: 'A week to look at them; what they were about stands in tables of its own.',
  },
]

const batch = 1_000

/**
 * Lets go of what has had its time at `now`, a thousand rows at a time, until none is left or the signal aborts. Rows that
 * somebody else holds are left for the next time. Answers how many there were.
 */
export async function endLifetime(db: Db, lifetime: Lifetime, now: Date, signal: AbortSignal): Promise<number> {
  const { table, emptied } = lifetime
  const before = new Date(now.getTime() - lifetime.keptHours * 3_600_000)
  const target = sql.table(table)
  const over = sql`array(select ctid from ${target} where ${lifetime.where(before)} limit ${batch} for update skip locked)`
  const empty = (column: string) => sql`${sql.ref(column)} = null`
  const change = emptied ? sql`update ${target} set ${sql.join(emptied.map(empty))}` : sql`delete from ${target}`
  let count = 0
  while (!signal.aborted) {
    const { numAffectedRows } = await sql`${change} where ctid = any(${over})`.execute(db)
    count += Number(numAffectedRows ?? 0)
    if (numAffectedRows !== BigInt(batch)) break
  }
  return count
}
