import type { Outbound } from '@carillon/outbound'
import { ProviderError } from '@carillon/providers'
import type { Context } from '../context.ts'

/** The way to the network for one attempt at a call that cannot be taken back. */
export interface DeadlineGuard {
  outbound: Outbound
  /** @throws ProviderError once the time is over */
  check(): void
  /** Whether any request was let out. */
  used(): boolean
}

/**
 * Lets nothing out after `untilMs`: a process that stood still may wake up long after others have taken the step for dead
 * and made the call themselves. Timers do not help there, as the next event may come before theirs; the clock does.
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
