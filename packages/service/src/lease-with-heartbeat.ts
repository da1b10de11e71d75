import type { LogFields } from '@carillon/log'
import type { Context } from './context.ts'

export interface Heartbeat {
  /** Milliseconds between two extensions. */
  everyMs: number
  extend(): Promise<unknown>
  /** Fields of the log line about an extension that failed. */
  about: LogFields
}

/**
 * Runs work while extending its lease. A failed extension is logged, and the next one tries again: whether the lease is
 * still held is checked where its holder stores something.
 */
export async function leaseWithHeartbeat<T>(
  { log }: Pick<Context, 'log'>,
  { everyMs, extend, about }: Heartbeat,
  work: () => Promise<T>,
): Promise<T> {
  const beat = setInterval(() => {
    extend().catch((error: unknown) => log.warn({ ...about, err: error }, 'lease not extended'))
  }, everyMs)
  beat.unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}
