import { type ExternalWriteRow, readExternalWrite } from '@carillon/database'
import type { Context } from '../context.ts'
import { isStoreFailure } from '../store-failure.ts'

/** Pause in ms after which the row is read again even when no notification came. */
const lookAgainMs = 1_000

export interface WriteWait {
  /** When to give up, by `performance.now()`. */
  until: number
  signal: AbortSignal
  /** The row as it is at first; what stores it belongs here, so that no change that follows is missed. */
  first: () => Promise<ExternalWriteRow>
}

/**
 * Waits until the write is no longer processing, or the signal aborts. Once it is stored, a database that fails changes
 * nothing about it: the last row that could be read is returned.
 *
 * @throws whatever `first` throws
 */
export async function awaitWrite(
  context: Context,
  id: string,
  { until, signal, first }: WriteWait,
): Promise<ExternalWriteRow> {
  let known: ExternalWriteRow | undefined
  for (;;) {
    const left = until - performance.now()
    const watch = context.writes.changed(id, Math.max(0, Math.min(lookAgainMs, left)))
    try {
      known = known ? ((await readIfPossible(context, id)) ?? known) : await first()
      if (known.status !== 'processing' || left <= 0 || signal.aborted) return known
      await watch.wait()
    } finally {
      watch.stop()
    }
  }
}

/** The row as it is stored; undefined while the database fails. */
export async function readIfPossible(context: Context, id: string): Promise<ExternalWriteRow | undefined> {
  try {
    return await readExternalWrite(context.db, id)
  } catch (error) {
    if (!isStoreFailure(error)) throw error
    context.log.warn({ writeId: id, err: error }, 'write not readable')
    return undefined
  }
}
