import type { RequestSource, StatusClass } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { withPartition } from '../partitions/create-partitions.ts'
import type { ApiRequestRow, NewApiRequest } from '../schema/api-request.ts'
import { firstIdOf, timeOfId } from '../statements/first-id.ts'
import { matching } from '../statements/matching.ts'
import { ofProfiles } from '../statements/of-profiles.ts'

const ofClient = ['keyId', 'source', 'profileId', 'durationMs', 'requestId', 'publishId', 'ip'] as const
const outcome = ['operation', 'status', 'code', 'problem'] as const
const columns = ['organizationId', 'id', 'at', 'method', 'path', 'params', ...outcome, ...ofClient, 'keyName'] as const

/** The fields of a request in JSON with the types of their columns, in the order of `columns`, without `keyName`. */
const fields = sql`given (
  "organizationId" uuid, id uuid, at timestamptz, method text, path text, params json, operation text, status int,
  code text, problem text, "keyId" uuid, source text, "profileId" uuid, "durationMs" int, "requestId" text,
  "publishId" uuid, ip text)`

/**
 * Stores requests, with the current names of their keys. Ignores requests that are already stored. The commit does not
 * wait for the disk: a crash of the database server can lose the latest requests. Creates missing partitions of the
 * table.
 */
export async function insertApiRequests(db: Db, rows: readonly NewApiRequest[]): Promise<void> {
  if (rows.length === 0) return
  const given = sql<NewApiRequest>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<'given'>(fields)
  const quick = () => db.kysely.selectNoFrom(sql`set_config('synchronous_commit', 'off', true)`.as('value'))
  const isKey = sql<boolean>`api_key.id = given."keyId"`
  const insert = db.kysely
    .with((cte) => cte('quick').materialized(), quick)
    .insertInto('apiRequest')
    .columns(columns)
    .expression((query) => {
      const requests = query.selectFrom(['quick', given]).leftJoin('apiKey', (on) => on.on(isKey))
      return requests.selectAll('given').select('apiKey.name')
    })
    .onConflict((conflict) => conflict.doNothing())
  const times = rows.map(({ id }) => timeOfId(id))
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  const store = () => withPartition(db, { table: 'api_request', at: () => last }, () => insert.execute())
  await withPartition(db, { table: 'api_request', at: () => first }, store)
}

/** Selects requests of an organization; absent fields select all. */
export interface ApiRequestRead {
  organizationId: string
  /** Only requests that concern these profiles; null for all requests, also those without a profile. */
  profileIds: readonly string[] | null
  statusClass?: StatusClass
  operation?: string
  keyId?: string
  requestId?: string
  source?: RequestSource
  from?: Date
  /** Only requests before this time. */
  to?: Date
  /** Only requests older than the one with this id, for the next page. */
  beforeId?: string
  limit: number
}

/** Returns the requests of an organization that match a filter, newest first. */
export function listApiRequests(db: Db, read: ApiRequestRead): Promise<ApiRequestRow[]> {
  const { profileIds, statusClass, operation, keyId, requestId, source, from, to, beforeId } = read
  let query = db.kysely
    .selectFrom('apiRequest')
    .selectAll()
    .where('organizationId', '=', read.organizationId)
    .where(ofProfiles(profileIds))
    .where(matching<'apiRequest'>({ operation, keyId, requestId, source }))
  if (statusClass !== undefined) query = query.where(sql<boolean>`status / 100 = ${Number(statusClass[0])}`)
  if (from !== undefined) query = query.where('at', '>=', from).where('id', '>=', firstIdOf(soonerBy(slackMs, from)))
  if (to !== undefined) query = query.where('at', '<', to).where('id', '<', firstIdOf(soonerBy(-slackMs, to)))
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.orderBy('id', 'desc').limit(read.limit).execute()
}

/** The maximum difference, in ms, between the time of a request and that in its id. */
const slackMs = 60_000

const soonerBy = (ms: number, at: Date): Date => new Date(at.getTime() - ms)

/** Returns those of these ids that belong to publishes of an organization. A purged publish no longer exists. */
export async function existingPublishes(
  db: Db,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await db.kysely
    .selectFrom('externalWrite')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where(matching<'externalWrite'>({ organizationId, kind: 'publish' }))
    .execute()
  return new Set(found.map(({ id }) => id))
}

/**
 * The number of an API key's requests with the same operation, profile and IP address, and the time of the latest of
 * them (`lastAt`). A change of the key's access affects all requests of a group alike.
 */
export interface RequestGroup {
  operation: string
  profileId: string | null
  ip: string | null
  count: number
  lastAt: Date
}

/**
 * Groups the requests of an API key since a time by operation, profile and IP address, in no particular order, without
 * those that have no operation or were rejected with 401 or 403.
 */
export async function groupRequestsOfKey(
  db: Db,
  { organizationId, keyId, from }: { organizationId: string; keyId: string; from: Date },
): Promise<RequestGroup[]> {
  return db.kysely
    .selectFrom('apiRequest')
    .select([sql<string>`operation`.as('operation'), 'profileId', 'ip'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('at').as('lastAt')])
    .where('organizationId', '=', organizationId)
    .where('id', '>=', firstIdOf(soonerBy(slackMs, from)))
    .where('at', '>=', from)
    .where('keyId', '=', keyId)
    .where('operation', 'is not', null)
    .where(sql<boolean>`status is distinct from 401 and status is distinct from 403`)
    .groupBy(['operation', 'profileId', 'ip'])
    .execute()
}

/** The maximum number of rows that one statement deletes. */
const batch = 1_000
/** The maximum number of rows that one statement counts. */
const countedAtOnce = 20_000

const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const firstUuid = '00000000-0000-0000-0000-000000000000'

/** A place in the table, in the order of organizations and then of requests, both descending. */
interface RequestPlace {
  organizationId: string
  id: string
  /** The number of requests of the organization before this place and at it. */
  count: number
}

/** The requests of an organization among some that were counted. */
interface Counted {
  organizationId: string
  count: number
  /** The oldest of them. */
  lastId: string
  /** The newest one beyond the maximum of the organization; null if there is none. */
  beyondId: string | null
}

/** Counts the requests of each organization among the next 20,000 after a place, in descending order. */
function countNext(db: Db, { organizationId, id, count }: RequestPlace, max: number): Promise<Counted[]> {
  const after = sql<boolean>`(organization_id, id) < (${organizationId}::uuid, ${id}::uuid)`
  const next = db.kysely.selectFrom('apiRequest').select(['organizationId', 'id']).where(after)
  const part = () => next.orderBy('organizationId', 'desc').orderBy('id', 'desc').limit(countedAtOnce)
  const number = sql<number>`row_number() over (partition by organization_id order by id desc)
    + case when organization_id = ${organizationId}::uuid then ${count}::int else 0 end`
  const beyond = sql<string | null>`(array_agg(id order by id desc) filter (where number > ${max}))[1]`
  return db.kysely
    .with((cte) => cte('part').materialized(), part)
    .with('numbered', (query) => query.selectFrom('part').selectAll().select(number.as('number')))
    .selectFrom('numbered')
    .select(['organizationId', sql<number>`count(*)::int`.as('count')])
    .select([sql<string>`(array_agg(id order by id))[1]`.as('lastId'), beyond.as('beyondId')])
    .groupBy('organizationId')
    .orderBy('organizationId', 'desc')
    .execute()
}

/** Deletes an organization's request `id` and all older ones, some in each statement. Returns their number. */
async function deleteUpTo(
  db: Db,
  { organizationId, id, signal }: { organizationId: string; id: string; signal: AbortSignal },
): Promise<number> {
  const own = matching<'apiRequest'>({ organizationId })
  const oldest = db.kysely.selectFrom('apiRequest').select('id').where(own).where('id', '<=', id).orderBy('id')
  const change = db.kysely.deleteFrom('apiRequest').where(own)
  let deleted = 0
  while (!signal.aborted) {
    const { numDeletedRows } = await change
      .where(sql<boolean>`id = any(array(${oldest.limit(batch)}))`)
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
    if (numDeletedRows < BigInt(batch)) break
  }
  return deleted
}

/**
 * Deletes the oldest requests of each organization that has more than `max`, so that `max` remain; stops when the
 * signal aborts. Returns the number of deleted requests. Counts them 20,000 at a time, so that no statement runs into
 * its timeout.
 */
export async function trimApiRequests(db: Db, max: number, signal: AbortSignal): Promise<number> {
  let deleted = 0
  let place: RequestPlace = { organizationId: lastUuid, id: lastUuid, count: 0 }
  while (!signal.aborted) {
    const counted = await countNext(db, place, max)
    const before: RequestPlace = place
    for (const { organizationId, count, lastId, beyondId } of counted) {
      const earlier = organizationId === before.organizationId ? before.count : 0
      place = { organizationId, id: beyondId === null ? lastId : firstUuid, count: earlier + count }
      if (beyondId !== null) deleted += await deleteUpTo(db, { organizationId, id: beyondId, signal })
    }
    if (counted.reduce((sum, { count }) => sum + count, 0) < countedAtOnce) break
  }
  return deleted
}
