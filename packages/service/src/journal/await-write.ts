import { type ExternalWriteRow, readExternalWrite } from '@carillon/database'
import { inSpan } from '@carillon/log'
import type { Context } from '../context.ts'
import { isStorageFailure } from '../storage-failure.ts'

/** Milliseconds after which the row is read again even without a notification. */
const lookAgainMs = 1_000

export interface WriteWait {
  /** The end of the wait, in terms of `performance.now()`. */
  until: number
  signal: AbortSignal
  /** Returns the initial row. The caller also stores a new row here, so that no change is missed in between. */
  first: () => Promise<ExternalWriteRow>
}

/**
 * Waits until the write is no longer processing, the time is up, or the signal aborts. Database failures during the
 * wait are ignored: the last row read is returned.
 * @throws whatever `first` throws
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

/** Reads the stored row; undefined while the database fails. */
export async function readIfPossible(context: Context, id: string): Promise<ExternalWriteRow | undefined> {
  try {
    return await readExternalWrite(context.db, id)
  } catch (error) {
    if (!isStorageFailure(error)) throw error
    context.log.warn({ writeId: id, err: error }, 'write not readable')
    return undefined
  }
}
