import type { Outbound } from '@carillon/outbound'
import { ProviderError } from '@carillon/providers'
import type { Context } from '../context.ts'

/** A guard that prevents requests of one attempt at an irreversible call after the attempt's deadline. */
interface DeadlineGuard {
  outbound: Outbound
  /**
   * @throws ProviderError if the deadline has passed: with the outcome `indeterminate` if a request was sent, else
   *   `not_sent`
   */
  check(): void
  /** Whether any request has been sent. */
  used(): boolean
}

/**
 * Creates a guard whose `outbound` makes calls (`request` and `guarded`) only until `untilMs` (milliseconds since the
 * epoch). A later call throws a `ProviderError`, with the outcome `indeterminate` if an earlier call was made, else
 * `not_sent`: the process may have been suspended, and another process may have taken over its step and made the call.
 * The clock is checked before each call, because a timer may fire too late, but not before the redirects and retries of
 * a call.
 */
export function deadlineGuard({ outbound, now }: Pick<Context, 'outbound' | 'now'>, untilMs: number): DeadlineGuard {
  let used = false
  function check(): void {
    if (now().getTime() < untilMs) return
    const message = 'The call was held up until its deadline had passed.'
    throw new ProviderError('provider_error', message, used ? 'indeterminate' : 'not_sent')
  }
  function admit(): void {
    check()
    used = true
  }
  return {
    check,
    used: () => used,
    outbound: {
      ...outbound,
      request(input) {
        admit()
        return outbound.request(input)
      },
      guarded(input) {
        admit()
        return outbound.guarded(input)
      },
    },
  }
}
