import { purgeRows, retentionPolicies } from '@carillon/database'
import type { Context } from '../context.ts'
import { sweepMedia } from '../media/sweep-media.ts'

/** Deletes everything whose retention period is over. A table that fails does not keep the others from being purged. */
export async function runRetention(context: Context, signal: AbortSignal): Promise<void> {
  const purges = retentionPolicies.map((policy) => ({
    table: policy.table,
    run: () => purgeRows(context.db, policy, context.now(), signal),
  }))
  const failures: unknown[] = []
  for (const { table, run } of [...purges, { table: 'media_file', run: () => purgeMedia(context) }]) {
    if (signal.aborted) return
    try {
      const count = await run()
      if (count > 0)
        context.log.info({ task: 'retention.run', kind: table.replace(/^.*\._/, ''), count }, 'expired rows deleted')
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `retention failed ${failures.length} times`)
}

async function purgeMedia(context: Context): Promise<number> {
  const { spent, orphans } = await sweepMedia(context)
  return spent + orphans
}
