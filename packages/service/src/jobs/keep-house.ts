import { endLifetime, lifetimes } from '@carillon/database'
import type { Context } from '../context.ts'
import { sweepMedia } from '../media/sweep-media.ts'

/** Lets go of everything that has had its time. What fails for one table keeps no other from being looked at. */
export async function keepHouse(context: Context, signal: AbortSignal): Promise<void> {
  const chores = lifetimes.map((lifetime) => ({
    table: lifetime.table,
    run: () => endLifetime(context.db, lifetime, context.now(), signal),
  }))
  const failures: unknown[] = []
  for (const { table, run } of [...chores, { table: 'media_file', run: () => clearMedia(context) }]) {
    if (signal.aborted) return
    try {
      const count = await run()
      if (count > 0) context.log.info({ task: 'housekeeping', kind: table.replace(/^.*\._/, ''), count }, 'let go')
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `housekeeping failed ${failures.length} times`)
}

async function clearMedia(context: Context): Promise<number> {
  const { spent, orphans } = await sweepMedia(context)
  return spent + orphans
}
