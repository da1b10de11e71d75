import { type ExternalWriteRow, readExternalWrite } from '@carillon/database'
import type { Context } from '../context.ts'
import { isStoreFailure } from '../store-failure.ts'

/** Pause in ms after which the row is read again even when no notification came. */
const lookAgainMs = 1_000

/**
 * Waits until the write is no longer processing, or the signal aborts. Once it is stored, a database that fails changes
 * nothing about it: the last row that could be read is returned, or undefined when there was none.
 */
export async function awaitWrite(
  context: Context,
  id: string,
  { until, signal }: { until: number; signal: AbortSignal },
): Promise<ExternalWriteRow | undefined> {
  let known: ExternalWriteRow | undefined
  for (;;) {
    const left = until - performance.now()
    const watch = context.writes.changed(id, Math.max(0, Math.min(lookAgainMs, left)))
    try {
      known = (await readIfPossible(context, id)) ?? known
      if ((known && known.status !== 'processing') || left <= 0 || signal.aborted) return known
      await watch.wait()
    } finally {
      watch.stop()
    }
  }
}

async function readIfPossible(context: Context, id: string): Promise<ExternalWriteRow | undefined> {
  try {
    return await readExternalWrite(context.db, id)
  } catch (error) {
    if (!isStoreFailure(error)) throw error
    context.log.warn({ writeId: id, err: error }, 'write not readable')
    return undefined
  }
}
