import type { PublishPlatform, PublishStatus, Scope } from '@carillon/domain'
import { type ColumnType, type Generated, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../connect.ts'

type JsonColumn<T> = ColumnType<T, string, string>

export interface PublicationError {
  code: string
  message: string
  details?: unknown
  status: number
  retryAfter?: number
}

/** The publish journal. What it says is the truth; jobs are only wake-up calls. */
export interface PublicationTable {
  id: string
  organization_id: string
  profile_id: string
  account_id: string
  platform: PublishPlatform
  request_id: string
  status: PublishStatus
  /** The post as it was asked for, media items by their ids. */
  payload: JsonColumn<Record<string, unknown>>
  /** What the adapter keeps between steps. */
  state: JsonColumn<Record<string, unknown>>
  /** The call that cannot be taken back and whose end is not known yet. */
  open_step: Generated<string | null>
  attempt: Generated<number>
  attempted_at: Generated<Date | null>
  /** From when on the network can be asked what became of the open step. */
  settle_at: Generated<Date | null>
  lookups: Generated<number>
  version: Generated<number>
  /** Failures in a row of the step that is next. */
  tries: Generated<number>
  /** Processes that died over it. */
  crashes: Generated<number>
  running_since: Generated<Date | null>
  /** The worker pool that has it. */
  running_by: Generated<string | null>
  /** When somebody has to look at the row again; null once it has ended. */
  wake_at: Date | null
  /** When the network took the post in that it had not published yet. */
  accepted_at: Generated<Date | null>
  post_ids: Generated<string[]>
  permalink: Generated<string | null>
  error: ColumnType<PublicationError | null, string | null | undefined, string | null>
  created_at: Date
  updated_at: Date
}

export type PublicationRow = Selectable<PublicationTable>
export type PublicationChanges = Omit<Updateable<PublicationTable>, 'id' | 'version' | 'organization_id'>

export interface PublicationFilter {
  accountId?: string
  profileId?: string
  platform?: string
  status?: PublishStatus
  requestId?: string
  /** Only publications before this id. */
  before?: string
  most: number
}

export async function insertPublication(
  db: Db,
  row: Pick<
    PublicationRow,
    'id' | 'organization_id' | 'profile_id' | 'account_id' | 'platform' | 'request_id' | 'created_at'
  > & { payload: string; state: string; wake_at: Date },
): Promise<void> {
  await db
    .insertInto('publication')
    .values({ ...row, status: 'processing', updated_at: row.created_at })
    .execute()
}

function reachable(db: Db, scope: Scope) {
  const own = db.selectFrom('publication').selectAll().where('organization_id', '=', scope.organizationId)
  return scope.profileId === null ? own : own.where('profile_id', '=', scope.profileId)
}

export function findPublication(db: Db, scope: Scope, id: string): Promise<PublicationRow | undefined> {
  return reachable(db, scope).where('id', '=', id).executeTakeFirst()
}

/** For the worker, which acts for every organization. */
export function readPublication(db: Db, id: string): Promise<PublicationRow | undefined> {
  return db.selectFrom('publication').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first. */
export function listPublications(db: Db, scope: Scope, filter: PublicationFilter): Promise<PublicationRow[]> {
  let query = reachable(db, scope)
  if (filter.accountId !== undefined) query = query.where('account_id', '=', filter.accountId)
  if (filter.profileId !== undefined) query = query.where('profile_id', '=', filter.profileId)
  if (filter.platform !== undefined) query = query.where(sql<string>`platform`, '=', filter.platform)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.requestId !== undefined) query = query.where('request_id', '=', filter.requestId)
  if (filter.before !== undefined) query = query.where('id', '<', filter.before)
  return query.orderBy('id', 'desc').limit(filter.most).execute()
}

/** Over all organizations, for the operator. */
export function listPublicationsByStatus(db: Db, status: PublishStatus, most: number): Promise<PublicationRow[]> {
  return db
    .selectFrom('publication')
    .selectAll()
    .where('status', '=', status)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/**
 * Takes a publication up that has not ended, until `lease`. A row that is still marked as running belonged to a process
 * that died over it: that is counted.
 */
export function pickUpPublication(
  db: Db,
  id: string,
  { now, lease, by }: { now: Date; lease: Date; by: string | null },
): Promise<PublicationRow | undefined> {
  return db
    .updateTable('publication')
    .set({
      crashes: sql`crashes + case when running_since is null then 0 else 1 end`,
      version: sql`version + 1`,
      running_since: now,
      running_by: by,
      wake_at: lease,
    })
    .where('id', '=', id)
    .where('wake_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Changes a publication only while its version is the one that was read. Answers the row as it then is, or undefined
 * when somebody else has moved it: whoever gets undefined stops.
 */
export function movePublication(
  db: Db,
  { id, version }: { id: string; version: number },
  changes: PublicationChanges,
): Promise<PublicationRow | undefined> {
  return db
    .updateTable('publication')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}

/** Keeps a running publication from being taken up by somebody else; does not change its version. */
export async function extendLease(db: Db, id: string, { since, until }: { since: Date; until: Date }): Promise<void> {
  await db
    .updateTable('publication')
    .set({ wake_at: until })
    .where('id', '=', id)
    .where('running_since', '=', since)
    .execute()
}

/** Publications whose time to be looked at passed before `before`. */
export async function listOverdue(db: Db, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('publication')
    .select('id')
    .where('wake_at', '<', before)
    .orderBy('wake_at')
    .limit(most)
    .execute()
  return rows.map((row) => row.id)
}

/** Whether a publish of the account has work left: its tokens are then not refreshed ahead of need. */
export async function accountIsPublishing(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('publication')
    .select('id')
    .where('account_id', '=', accountId)
    .where('wake_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of posts that other publications of the account are known to have made since `since`. */
export async function claimedPostIds(
  db: Db,
  { accountId, since, except }: { accountId: string; since: Date; except: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('publication')
    .select(sql<string>`unnest(post_ids)`.as('post_id'))
    .where('account_id', '=', accountId)
    .where('id', '!=', except)
    .where('updated_at', '>=', since)
    .execute()
  return rows.map((row) => row.post_id)
}
