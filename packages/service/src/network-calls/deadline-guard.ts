import type { Outbound } from '@carillon/outbound'
import { ProviderError } from '@carillon/providers'
import type { Context } from '../context.ts'

/** Guards one attempt at an irreversible call. */
export interface DeadlineGuard {
  outbound: Outbound
  /** @throws ProviderError once the time is over */
  check(): void
  /** Whether any request has been sent. */
  used(): boolean
}

/**
 * Creates an `outbound` that sends nothing after `untilMs` (milliseconds since the epoch). A suspended process may
 * resume after another process has taken over its step and made the call. The clock is checked before each call,
 * because a timer may fire too late.
 */
export function deadlineGuard({ outbound, now }: Pick<Context, 'outbound' | 'now'>, untilMs: number): DeadlineGuard {
  let used = false
  function check(): void {
    if (now().getTime() < untilMs) return
    const message = 'The call was held up until its deadline had passed.'
    throw new ProviderError('provider_error', message, used ? 'indeterminate' : 'not_sent')
  }
  return {
    check,
    used: () => used,
    outbound: {
      ...outbound,
      request(input) {
        check()
        used = true
        return outbound.request(input)
      },
    },
  }
}
