import { type Platform, profilesOf, type Scope } from '@carillon/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ExternalWriteRow, WriteStatus } from '../schema/external-write.ts'
import { firstIdOf } from '../statements/first-id.ts'
import { matching } from '../statements/matching.ts'
import { countRows, hasRows } from '../statements/results.ts'
import { reachableWrites } from './external-write.ts'
import { afterStoring } from './write-deadline.ts'

/** Selects up to `max` external writes of one kind; absent fields select all. */
export interface ExternalWriteFilter {
  kind: string
  accountId?: string
  profileId?: string
  platform?: Platform
  status?: WriteStatus
  requestId?: string
  /** Only publishes whose text has, for each word of `search`, a word that begins with it. */
  search?: string
  /** Only writes older than the one with this id, for the next page. */
  before?: string
  max: number
}

const words = sql<string>`publish_words(organization_id, profile_id, account_id, payload)`

const lettersIn = (word: string): number => word.replace(/[^\p{L}\p{N}]/gu, '').length

const prefixOf = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`

/**
 * Returns a PostgreSQL text search query for texts that have, for each of these words, a word that begins with it.
 * `I`, `İ` and `ı` match `i` as well, as the database's collation decides which of them is the capital of another.
 */
function prefixQuery(searched: readonly string[]): string {
  const spellings = searched.map((word) => [...new Set([word, word.replace(/[Iİı]/g, 'i')])].map(prefixOf))
  return spellings.map((each) => `(${each.join(' | ')})`).join(' & ')
}

/** Returns the text search query for the organization, profiles and account of a filter, which are indexed as words. */
function ownerQuery(scope: Scope, { profileId, accountId }: ExternalWriteFilter): string {
  const profiles = profileId === undefined ? profilesOf(scope) : [profileId]
  const owners = [
    `'organization:${scope.organizationId}'`,
    ...(profiles === null ? [] : [`(${profiles.map((id) => `'profile:${id}'`).join(' | ')})`]),
    ...(accountId === undefined ? [] : [`'account:${accountId}'`]),
  ]
  return owners.join(' & ')
}

/** The number of the newest publishes that a search reads one by one before it uses the index. */
const newest = 200

/** The number of the newest publishes that have the longest word from which on it counts as frequent. */
const frequentFrom = 4

/**
 * The memory for the places of the publishes that the index finds: about half a million publishes. With less, whole
 * pages are kept, and the texts of all publishes on them are divided into words again, which takes 35 µs each.
 */
const searchMemory = '32MB'

/**
 * Returns publishes whose text has all words of `search`, newest first. Searches the newest 200 one by one, as the
 * index would collect every publish with a frequent word. If fewer than `max` match, searches all: ended ones by the
 * index for the longest word, filtered by the other words, or for all words if the longest one is frequent; those in
 * progress, which the index does not contain, one by one.
 */
async function searchPublishes(
  db: Db,
  scope: Scope,
  { search, ...filter }: ExternalWriteFilter & { search: string },
): Promise<ExternalWriteRow[]> {
  const searched = search.split(/\s+/).filter(Boolean)
  const longest = searched.toSorted((one, other) => lettersIn(other) - lettersIn(one)).slice(0, 1)
  const [all, rarest] = [searched, longest].map((some) => sql`to_tsquery('simple', ${prefixQuery(some)})`)
  // Not an expression of the index, so that the index is not searched for the other words.
  const hasAll = sql<boolean>`numnode(${all}) > 0 and (${words} || ''::tsvector) @@ ${all}`
  const first = db.kysely.selectFrom(writesOf(db, scope, filter).orderBy('id', 'desc').limit(newest).as('recent'))
  const recent = await first.selectAll().where(hasAll).orderBy('id', 'desc').limit(filter.max).execute()
  if (recent.length >= filter.max) return recent
  const withRarest = first.where(sql<boolean>`(${words} || ''::tsvector) @@ ${rarest}`).select('id')
  const isFrequent = searched.length === 1 || (await countRows(db, withRarest)) >= frequentFrom
  const isFound = sql<boolean>`${words} @@ (${ownerQuery(scope, filter)}::tsquery && ${isFrequent ? all : rarest})`
  const matches = sql<boolean>`${isFound} and ${isFrequent ? sql`numnode(${all}) > 0` : hasAll}
    and (select memory from memory) is not null`
  const partOf = (part: RawBuilder<boolean>) =>
    db.kysely
      .selectFrom(
        writesOf(db, scope, filter).where(part).where(matches).orderBy('id', 'desc').limit(filter.max).as('part'),
      )
      .selectAll()
  // One statement: a publish that ends between two of them would be in none of the parts, or in both.
  const parts = partOf(sql`kind = 'publish' and wake_at is null`).unionAll(partOf(sql`wake_at is not null`))
  const memory = sql`set_config('work_mem', ${sql.lit(searchMemory)}, true)`.as('memory')
  return db.kysely
    .with(
      (cte) => cte('memory').materialized(),
      (query) => query.selectNoFrom(memory),
    )
    .selectFrom(parts.as('found'))
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.max)
    .execute()
}

/**
 * Returns up to `max` external writes within a scope (an organization, or some of its profiles) that match a filter,
 * newest first. With `requestId`, first waits for running transactions that store writes of this request with a
 * deadline (`storeBefore`): a write that matches and is missing after its deadline will never be stored.
 */
export function listExternalWrites(db: Db, scope: Scope, filter: ExternalWriteFilter): Promise<ExternalWriteRow[]> {
  const { search, requestId } = filter
  const read = (on: Db) =>
    search === undefined
      ? writesOf(on, scope, filter).orderBy('id', 'desc').limit(filter.max).execute()
      : searchPublishes(on, scope, { ...filter, search })
  return requestId === undefined ? read(db) : afterStoring(db, { ...scope, requestId }, read)
}

/**
 * Returns up to `max` external writes of a request that are of one of these kinds, newest first; an empty list if the
 * request stored none within the scope. First waits for running transactions that store writes of this request with a
 * deadline (`storeBefore`): a write that is missing after its deadline will never be stored.
 * @param requestId the `X-Request-Id` of the request
 */
export function listWritesOfRequest(
  db: Db,
  scope: Scope,
  { requestId, kinds, max }: { requestId: string; kinds: readonly string[]; max: number },
): Promise<ExternalWriteRow[]> {
  return afterStoring(db, { ...scope, requestId }, (tx) =>
    reachableWrites(tx, scope)
      .where('requestId', '=', requestId)
      .where(sql<boolean>`kind = any(${kinds}::text[])`)
      .orderBy('id', 'desc')
      .limit(max)
      .execute(),
  )
}

/**
 * Returns the SQL condition that a write has a status: a literal, as only then does a prepared statement use the
 * indexes of those that failed, or that have not ended or are unknown.
 */
const hasStatus = (status: WriteStatus) => sql<boolean>`status = ${sql.lit(status)}`

function writesOf(db: Db, scope: Scope, filter: ExternalWriteFilter) {
  const { kind, accountId, profileId, platform, status, requestId, before } = filter
  const all = reachableWrites(db, scope).where(
    matching<'externalWrite'>({ kind, accountId, profileId, platform, requestId }),
  )
  const query = status === undefined ? all : all.where(hasStatus(status))
  return before === undefined ? query : query.where('id', '<', before)
}

/** The SQL condition that a write in progress has made a call that took effect, or whose outcome is not known. */
const mayHaveTakenEffect = sql<boolean>`(status = 'processing' and exists (
  select from external_write_attempt as made where made.write_id = external_write.id
    and coalesce(made.outcome, '') not in ('not_sent', 'absent', 'rejected')))`

/**
 * Returns up to `max` publishes of an account that were created before the publish `id` and took effect or may have
 * done so, newest first.
 */
export function listPublishesBefore(
  db: Db,
  { id, accountId }: Pick<ExternalWriteRow, 'id' | 'accountId'>,
  max: number,
): Promise<Pick<ExternalWriteRow, 'id' | 'platform' | 'payload'>[]> {
  return db.kysely
    .selectFrom('externalWrite')
    .select(['id', 'platform', 'payload'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'publish')
    .where('id', '<', id)
    .where(({ eb, or }) => or([eb('status', 'in', ['succeeded', 'accepted', 'unknown']), mayHaveTakenEffect]))
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/** Returns up to `max` external writes of all organizations with a status, newest first, for operators. */
export function listExternalWritesByStatus(
  db: Db,
  { status, kind, max }: { status: WriteStatus; kind?: string | undefined; max: number },
): Promise<ExternalWriteRow[]> {
  const ofKind = db.kysely.selectFrom('externalWrite').selectAll().where(matching<'externalWrite'>({ kind }))
  const query = ofKind.where(hasStatus(status))
  return query.orderBy('id', 'desc').limit(max).execute()
}

/**
 * Returns those of the external writes with these ids that have not ended or have an unknown outcome, in no particular
 * order.
 */
export function listOpenWrites(db: Db, ids: readonly string[]): Promise<Pick<ExternalWriteRow, 'id' | 'accountId'>[]> {
  return db.kysely
    .selectFrom('externalWrite')
    .select(['id', 'accountId'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', 'in', ['processing', 'accepted', 'unknown'])
    .execute()
}

/**
 * Returns the external writes of a kind of an account that were created after `since` and whose outcome is unknown,
 * oldest first.
 */
export function listUndecidedWrites(
  db: Db,
  { accountId, kind, since }: { accountId: string; kind: string; since: Date },
): Promise<ExternalWriteRow[]> {
  const ofAccount = db.kysely
    .selectFrom('externalWrite')
    .selectAll()
    .where(matching<'externalWrite'>({ accountId, kind }))
  const query = ofAccount.where(hasStatus('unknown'))
  return query.where('id', '>', firstIdOf(since)).orderBy('id').execute()
}

/**
 * Returns whether an external write of an account is being carried out. Its tokens are then not refreshed in advance.
 */
export function accountIsWriting(db: Db, accountId: string): Promise<boolean> {
  const open = db.kysely.selectFrom('externalWrite').where('accountId', '=', accountId).where('wakeAt', 'is not', null)
  return hasRows(open.where('runningSince', 'is not', null))
}

/** Returns the `traceparent` of the span that caused each write, keyed by write id. Writes without one are left out. */
export async function readTraceparents(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('externalWrite')
    .select(['id', 'traceparent'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('traceparent', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ id, traceparent }) => (traceparent === null ? [] : [[id, traceparent] as const])))
}
