import { isUnknownTimeline } from '@carillon/database'
import type { Context } from '../context.ts'

/**
 * Runs `work`, a statement that claims or reads something that only a known database server has completely. If the
 * server was promoted without this process noticing, as can happen behind a pooler, marks the open writes, whose last
 * changes may be lost, and runs it again.
 */
export async function onKnownTimeline<T>({ pool }: Pick<Context, 'pool'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUnknownTimeline(error)) throw error
    await pool.compareEpoch()
    return work()
  }
}
