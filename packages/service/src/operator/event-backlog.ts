import { listEventBacklogs, readEventGauges } from '@carillon/database'
import type { Context } from '../context.ts'

const maxOrganizations = 200

const textOf = (at: Date | null) => at?.toISOString() ?? null

/**
 * Reads how many events are not in the feed yet and how far webhook deliveries are behind: in total, with ages in
 * seconds, and for the 200 organizations that are the furthest behind, with times in ISO 8601 (null if nothing waits).
 * Totals are counted up to 10,001.
 */
export async function describeEventBacklog({ db }: Context) {
  const { waiting, oldestWaitingSeconds, oldestDueSeconds, enabled, disabled } = await readEventGauges(db)
  const backlogs = await listEventBacklogs(db, maxOrganizations)
  return {
    events: { waiting, oldestSeconds: Math.round(oldestWaitingSeconds) },
    deliveries: { oldestDueSeconds: Math.round(oldestDueSeconds) },
    endpoints: { enabled, disabled },
    organizations: backlogs.map(({ oldestEventAt, oldestDueAt, ...counts }) => ({
      ...counts,
      oldestEventAt: textOf(oldestEventAt),
      oldestDueAt: textOf(oldestDueAt),
    })),
  }
}
