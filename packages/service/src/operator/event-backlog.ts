import { listEventBacklogs, readEventGauges } from '@carillon/database'
import type { Context } from '../context.ts'

const maxOrganizations = 200

const textOf = (at: Date | null) => at?.toISOString() ?? null

/**
 * Reads how many events are not in the feed yet (`events`), how far webhook deliveries are behind (`deliveries`) and
 * how many endpoints exist by status (`endpoints`). These totals are counted up to 10,001; ages are in seconds.
 * `organizations` lists up to 200 with events or deliveries that wait, those with the oldest due delivery first;
 * `oldestEventAt` and `oldestDueAt` are in ISO 8601, null if no event waits or no delivery is due.
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
