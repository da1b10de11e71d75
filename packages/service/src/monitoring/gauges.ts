import {
  countDueJobs,
  countEndingAccess,
  countOpenWrites,
  countOverdueTokens,
  type Db,
  type EndingAccess,
  lockUntilEnd,
  type OpenWrites,
  readLockWait as queryLockWait,
  readDatabaseEpoch,
  readEventGauges,
  readQueueGauges,
  readScheduleGauges,
  readStandbys,
  transaction,
} from '@carillon/database'
import { endingLogins } from '@carillon/domain'
import type { Context } from '../context.ts'
import { writeKindNames } from '../write-kinds.ts'
import { networksOfChosenServers } from './chosen-servers.ts'

const openStatuses = ['accepted', 'processing', 'unknown'] as const

/** Operators are told that a user has to log in again this many days before the account loses access. */
export const endingWithinDays = 14

/**
 * Counts, for each network whose logins expire, the connected accounts that will lose access within 14 days unless
 * their users log in again. Reads the database.
 */
export async function readEndingAccess({ db, now }: Pick<Context, 'db' | 'now'>): Promise<EndingAccess[]> {
  const logins = endingLogins()
  const before = new Date(now().getTime() + endingWithinDays * 24 * 3600_000)
  const counted = await countEndingAccess(db, { logins, before })
  const networks = [...new Set(logins.map(({ platform }) => platform))]
  return networks.map((platform) => ({
    platform,
    count: counted.find((ending) => ending.platform === platform)?.count ?? 0,
  }))
}

/** Milliseconds after its expiry at which a token counts as overdue; a refresh is retried meanwhile. */
const overdueMs = 5 * 60_000

/**
 * Counts the overdue tokens that a refresh can renew: those refreshed by servers of the networks, and those refreshed
 * by servers that users chose.
 */
async function countOverdue(db: Db, now: Date): Promise<{ network: number; user: number }> {
  const before = new Date(now.getTime() - overdueMs)
  const logins = networksOfChosenServers.map((platform) => ({ platform, authMethod: null }))
  return {
    network: await countOverdueTokens(db, { before, except: [...endingLogins(), ...logins] }),
    user: await countOverdueTokens(db, { before, only: logins }),
  }
}

/**
 * Reads the state of the whole installation from the database, for metrics: the pending work (queue, events, schedules,
 * open writes, due jobs, ending logins, overdue tokens), the standbys and the epoch. `writes` has each kind with each
 * open status, also with a count of 0; beyond 10,000 open writes the counts are estimates. Processes that read it at
 * the same time wait for each other, so that the database runs the counts one at a time.
 */
export async function readGauges({ db, now }: Pick<Context, 'db' | 'now'>) {
  const { counted, ...gauges } = await transaction(db, async (tx) => {
    await lockUntilEnd(tx, 'sweep', 'gauges')
    return {
      queue: await readQueueGauges(tx),
      events: await readEventGauges(tx),
      schedules: await readScheduleGauges(tx),
      counted: await countOpenWrites(tx, writeKindNames),
      ending: await readEndingAccess({ db: tx, now }),
      due: await countDueJobs(tx),
      standbys: await readStandbys(tx),
      epoch: await readDatabaseEpoch(tx),
      overdueTokens: await countOverdue(tx, now()),
    }
  })
  const countOf = (kind: string, status: string) =>
    counted.find((open) => open.kind === kind && open.status === status)?.count ?? 0
  const writes = writeKindNames.flatMap((kind) =>
    openStatuses.map((status): OpenWrites => ({ kind, status, count: countOf(kind, status) })),
  )
  return { ...gauges, writes }
}

/**
 * Returns the seconds since the start of the oldest of Carillon's database statements that are waiting for a lock other
 * than an advisory lock; 0 if none is waiting. The query itself needs no table that could be locked.
 */
export const readLockWait = ({ db }: Pick<Context, 'db'>): Promise<number> => queryLockWait(db)
