import type { LogFields } from '@carillon/log'
import type { Context } from './context.ts'

/** How a lease is extended while work lasts. */
interface Heartbeat {
  /** Milliseconds between two extensions. */
  everyMs: number
  extend(): Promise<unknown>
  /** Fields of the log line about an extension that failed. */
  about: LogFields
}

/**
 * Runs `work` and calls `extend`, which extends a lease, every `everyMs` milliseconds until `work` ends; returns its
 * result. A failed extension is only logged, with the fields `about`, and the next one tries again: `work` itself has
 * to check that it still holds the lease when it stores something.
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
