import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { RefreshShare } from '../process-state/process-state.ts'

/** The maximum share of a worker's jobs that may wait for token refreshes of one network. */
const shareOfJobs = 1 / 4
/** Milliseconds for which background refreshes pause after a network failed. */
const coolDownMs = 30_000
const retryAfterSeconds = 2

function shareOf({ state }: Context, platform: Platform): RefreshShare {
  const share = state.refreshShares.get(platform) ?? { waiting: 0, failedAt: null }
  state.refreshShares.set(platform, share)
  return share
}

/** Returns the end of the pause of a network's background refreshes in this process; null if they are not paused. */
export function coolDownUntil(context: Context, platform: Platform): Date | null {
  const { failedAt } = shareOf(context, platform)
  const until = failedAt === null ? null : failedAt + coolDownMs
  return until !== null && until > context.now().getTime() ? new Date(until) : null
}

/**
 * Returns the maximum number of simultaneous refreshes of a network in this process; for background refreshes, half of
 * it. Gateways have no limit, because waiting requests do not occupy job slots.
 */
function maxWaiting({ config, worker }: Context, background: boolean): number {
  if (worker.name === null) return Number.POSITIVE_INFINITY
  const share = Math.max(1, Math.floor(config.worker.concurrency * shareOfJobs))
  return background ? Math.ceil(share / 2) : share
}

export interface RefreshSlot {
  succeeded(): void
  /** Records that the network failed to refresh, which pauses background refreshes. */
  failed(): void
  leave(): void
}

/**
 * Acquires a slot for a token refresh, so that a network that does not respond occupies only its share of a worker's
 * jobs. In a gateway, slots are not limited. Call `succeeded` or `failed` with the outcome, and `leave` in any case.
 * @throws ServiceError `temporarily_unavailable` if no slot is free, or for a background refresh while those of the
 *   network are paused
 */
export function takeRefreshSlot(
  context: Context,
  platform: Platform,
  { background }: { background: boolean },
): RefreshSlot {
  const share = shareOf(context, platform)
  const isCooling = background && coolDownUntil(context, platform) !== null
  if (isCooling || share.waiting >= maxWaiting(context, background)) {
    const message = 'Too many connections of this network wait to be refreshed. Nothing was sent; try again.'
    throw new ServiceError('temporarily_unavailable', message, { retryAfter: retryAfterSeconds })
  }
  share.waiting++
  return {
    succeeded() {
      share.failedAt = null
    },
    failed() {
      share.failedAt = context.now().getTime()
    },
    leave() {
      share.waiting--
    },
  }
}
