import type { Logger } from '@carillon/log'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { openPool } from './connection/pool.ts'
import type { Migration } from './migrating/migration.ts'
import { lockWaits } from './migrating/repeat-while-locked.ts'
import { runMigrations, withoutOthers } from './migrating/run-migrations.ts'
import * as initial from './migrations/0001-initial.ts'
import * as openPublications from './migrations/0002-open-publications.ts'
import * as refreshLease from './migrations/0003-refresh-lease.ts'
import * as externalWrites from './migrations/0004-external-writes.ts'
import * as comments from './migrations/0005-comments.ts'
import * as messages from './migrations/0006-messages.ts'
import * as ads from './migrations/0007-ads.ts'
import * as userRequests from './migrations/0008-user-requests.ts'
import * as accountStanding from './migrations/0009-account-standing.ts'
import * as restoredWrites from './migrations/0010-restored-writes.ts'
import * as growth from './migrations/0011-growth.ts'
import * as messageVersions from './migrations/0012-message-versions.ts'
import * as dashboardSessions from './migrations/0013-dashboard-sessions.ts'
import * as publishSearch from './migrations/0014-publish-search.ts'
import * as thumbnails from './migrations/0015-thumbnails.ts'
import * as commentChanges from './migrations/0016-comment-changes.ts'
import * as commentAccounts from './migrations/0017-comment-account.ts'
import * as keysOfKeys from './migrations/0018-keys-of-keys.ts'
import * as commentReplies from './migrations/0019-comment-replies.ts'
import * as oneNumberSpelling from './migrations/0020-one-number-spelling.ts'
import * as dueWrites from './migrations/0021-due-writes.ts'
import * as events from './migrations/0022-events.ts'
import * as boundedQueue from './migrations/0023-bounded-queue.ts'
import * as databaseEpoch from './migrations/0024-database-epoch.ts'
import * as webhookEndpoints from './migrations/0026-webhook-endpoints.ts'
import * as push from './migrations/0027-push.ts'
import * as keyScopes from './migrations/0028-key-scopes.ts'
import * as audit from './migrations/0029-audit.ts'
import * as uploads from './migrations/0030-uploads.ts'
import * as requests from './migrations/0031-requests.ts'
import * as connectLinks from './migrations/0032-connect-links.ts'
import * as namesAndAnswers from './migrations/0033-names-and-answers.ts'
import * as toolWrites from './migrations/0034-tool-writes.ts'
import * as schedules from './migrations/0035-schedules.ts'
import * as slots from './migrations/0036-slots.ts'
import * as traces from './migrations/0037-traces.ts'
import * as queueJob from './migrations/0041-queue-job.ts'
import * as status from './migrations/0043-status.ts'
import * as keyChanges from './migrations/0044-key-changes.ts'
import * as scheduleLists from './migrations/0045-schedule-lists.ts'
import * as readableEvents from './migrations/0046-readable-events.ts'
import * as queuePlacePlan from './migrations/0047-queue-place-plan.ts'
import * as publishWords from './migrations/0048-publish-words.ts'
import * as conversationReads from './migrations/0049-conversation-reads.ts'
import * as unusedNewestId from './migrations/0050-unused-newest-id.ts'

/** All migrations, keyed by name, in the order in which they are run. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-open-publications': openPublications,
  '0003-refresh-lease': refreshLease,
  '0004-external-writes': externalWrites,
  '0005-comments': comments,
  '0006-messages': messages,
  '0007-ads': ads,
  '0008-user-requests': userRequests,
  '0009-account-standing': accountStanding,
  '0010-restored-writes': restoredWrites,
  '0011-growth': growth,
  '0012-message-versions': messageVersions,
  '0013-dashboard-sessions': dashboardSessions,
  '0014-publish-search': publishSearch,
  '0015-thumbnails': thumbnails,
  '0016-comment-changes': commentChanges,
  '0017-comment-account': commentAccounts,
  '0018-keys-of-keys': keysOfKeys,
  '0019-comment-replies': commentReplies,
  '0020-one-number-spelling': oneNumberSpelling,
  '0021-due-writes': dueWrites,
  '0022-events': events,
  '0023-bounded-queue': boundedQueue,
  '0024-database-epoch': databaseEpoch,
  '0026-webhook-endpoints': webhookEndpoints,
  '0027-push': push,
  '0028-key-scopes': keyScopes,
  '0029-audit': audit,
  '0030-uploads': uploads,
  '0031-requests': requests,
  '0032-connect-links': connectLinks,
  '0033-names-and-answers': namesAndAnswers,
  '0034-tool-writes': toolWrites,
  '0035-schedules': schedules,
  '0036-slots': slots,
  '0037-traces': traces,
  '0041-queue-job': queueJob,
  '0043-status': status,
  '0044-key-changes': keyChanges,
  '0045-schedule-lists': scheduleLists,
  '0046-readable-events': readableEvents,
  '0047-queue-place-plan': queuePlacePlan,
  '0048-publish-words': publishWords,
  '0049-conversation-reads': conversationReads,
  '0050-unused-newest-id': unusedNewestId,
}

/** The names of all migrations, in the order in which they are run. */
export const migrationNames: readonly string[] = Object.keys(migrations)

export interface MigrateOptions {
  url: string
  log: Logger
  /** The name of the last migration to run; the newest one if absent. For tests of the migrations after it. */
  to?: string
}

function upTo(last: string | undefined): Readonly<Record<string, Migration>> {
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => last === undefined || name <= last))
}

/**
 * Runs all pending migrations, including those of the job queue. The service can keep running meanwhile. If several
 * processes call this at the same time, one runs the migrations and the others wait. After an interruption, the next
 * call continues.
 * @throws MigrationBlockedError if other sessions hold locks that a migration needs, after 40 tries to get them; the
 *   error of a migration that fails for another reason
 */
export async function migrate({ url, log, to }: MigrateOptions): Promise<void> {
  const pool = openPool({ url, log, max: 3, statementTimeoutMs: 0 })
  // Migrations use the columns' own names.
  const all = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await all.connection().execute((db) =>
      withoutOthers(db, log, async () => {
        // The queue is loaded only for migrations. Its tables come first, as ours change jobs.
        const queue = await import('graphile-worker')
        await queue.runMigrations({ pgPool: pool })
        await runMigrations({ db, pool, log, waits: lockWaits }, upTo(to))
      }),
    )
  } finally {
    await all.destroy()
  }
}

/**
 * Returns whether all migrations of this version of Carillon have been run. Those of a newer version may have been run
 * as well.
 * @throws DatabaseError of pg with code 42P01 (undefined table) if none was ever run
 */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ done: number }>(
    'select count(*)::int as done from kysely_migration where name = any($1)',
    [migrationNames],
  )
  return rows[0]?.done === migrationNames.length
}
