import { purgeRows, type RetentionPolicy, retentionPolicies, trimApiRequests } from '@carillon/database'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { areFarApart } from '../process-state/database-clock.ts'
import { sweepMedia } from '../publishing/media/sweep-media.ts'
import { sweepUploads } from '../uploads/delete-upload.ts'
import { resumeDeletions } from '../user-requests/resume-deletions.ts'

type Setting = NonNullable<RetentionPolicy['setting']>

const keptDays: Readonly<Record<Setting, (config: Config) => number>> = {
  AUDIT_KEPT_DAYS: ({ auditKeptDays }) => auditKeptDays,
  COMMENTS_KEPT_DAYS: ({ comments }) => comments.keptDays,
  EVENTS_KEPT_DAYS: ({ eventsKeptDays }) => eventsKeptDays,
  REQUESTS_KEPT_DAYS: ({ requests }) => requests.keptDays,
}

/** Returns the policy with the retention period that the operator has set. */
function inForce({ config }: Context, policy: RetentionPolicy): RetentionPolicy {
  const { setting, beyondSettingHours, keptHours } = policy
  if (setting === undefined) return policy
  const setHours = keptDays[setting](config) * 24
  if (beyondSettingHours === undefined) return { ...policy, keptHours: setHours }
  return { ...policy, keptHours: Math.max(keptHours, setHours + beyondSettingHours) }
}

/**
 * Job: deletes everything whose retention period has ended and the API requests beyond the maximum of an organization,
 * and resumes deletions that users requested. If one table fails, the others are still purged. An aborted `signal`
 * stops it before the next table at the latest.
 * @throws AggregateError at the end if any of them failed; Error, and nothing is deleted, while the clocks of machine
 *   and database differ by more than an hour: one that is far ahead would have everything deleted
 */
export async function runRetention(context: Context, signal: AbortSignal): Promise<void> {
  if (areFarApart(context)) {
    const minutes = Math.round(Math.abs(context.clockAheadMs()) / 60_000)
    throw new Error(`nothing is deleted: the clocks of the machine and the database are ${minutes} minutes apart`)
  }
  const purges = retentionPolicies.map((policy) => ({
    table: policy.table,
    run: () => purgeRows(context.db, inForce(context, policy), context.now(), signal),
  }))
  const failures: unknown[] = []
  const others = [
    {
      table: 'api_request',
      run: () => trimApiRequests(context.db, context.config.requests.maxPerOrganization, signal),
    },
    { table: 'media_file', run: () => purgeMedia(context) },
    { table: 'data_deletion', run: () => resumeDeletions(context).then(() => 0) },
  ]
  for (const { table: name, run } of [...purges, ...others]) {
    if (signal.aborted) break
    const table = name.replace(/^.*\._/, '')
    try {
      const count = await run()
      if (count > 0) context.log.info({ task: 'retention.run', kind: table, count }, 'expired rows deleted')
    } catch (error) {
      context.log.warn({ task: 'retention.run', kind: table, err: error }, 'expired rows not deleted')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `retention failed ${failures.length} times`)
}

async function purgeMedia(context: Context): Promise<number> {
  const uploads = await sweepUploads(context)
  const { spent, orphans } = await sweepMedia(context)
  return uploads + spent + orphans
}
