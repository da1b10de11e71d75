import { type ExternalWriteRow, hintedWrite, readExternalWrite } from '@carillon/database'
import { inSpan } from '@carillon/log'
import type { Context } from '../context.ts'
import { isStorageFailure } from '../storage-failure.ts'

/** Milliseconds after which the row is read again even without a notification. */
const lookAgainMs = 1_000

interface WriteWait {
  /** The time at which the wait ends, on the clock of `performance.now()`. */
  until: number
  signal: AbortSignal
  /**
   * Returns the row at the beginning. It runs after the subscription to changes, so a caller that stores a new row does
   * it here and misses no change.
   */
  first: () => Promise<ExternalWriteRow>
}

/**
 * Waits until the write's status is no longer `processing`, the time is up, or the signal aborts, which is noticed
 * within a second. Returns the row that was last read or received in a notification. Database failures during the wait
 * are logged and ignored.
 * @throws any error of `first`
 */
export function awaitWrite(context: Context, id: string, wait: WriteWait): Promise<ExternalWriteRow> {
  return inSpan('wait for the outcome', () => untilEnded(context, id, wait), { fields: { writeId: id } })
}

async function untilEnded(
  context: Context,
  id: string,
  { until, signal, first }: WriteWait,
): Promise<ExternalWriteRow> {
  let known: ExternalWriteRow | undefined
  let hinted: ExternalWriteRow | undefined
  for (;;) {
    const left = until - performance.now()
    const watch = context.writes.changed(id, Math.max(0, Math.min(lookAgainMs, left)))
    try {
      known = known ? (hinted ?? (await readIfPossible(context, id)) ?? known) : await first()
      if (known.status !== 'processing' || left <= 0 || signal.aborted) return known
      hinted = hintedWrite(await watch.wait())
    } finally {
      watch.stop()
    }
  }
}

/** Reads the row of a write; undefined if it does not exist or the database fails, which is logged. */
export async function readIfPossible(context: Context, id: string): Promise<ExternalWriteRow | undefined> {
  try {
    return await readExternalWrite(context.db, id)
  } catch (error) {
    if (!isStorageFailure(error)) throw error
    context.log.warn({ writeId: id, err: error }, 'write not readable')
    return undefined
  }
}
