import type { AccountRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { settingsOf } from '@carillon/providers'
import type { Context } from '../context.ts'
import type { RefreshShare } from '../process-state/process-state.ts'

/** The maximum share of a worker's jobs that may wait for token refreshes of one network. */
const shareOfJobs = 1 / 4
/** Milliseconds for which background refreshes pause after a network failed. */
const coolDownMs = 30_000
const retryAfterSeconds = 2

type Refreshed = Pick<AccountRow, 'platform' | 'organizationId'>

/**
 * Returns the share of an account: that of its network, or of its organization on this network if users choose their
 * servers. A server that hangs or fails on purpose then delays no other organization.
 */
function shareOf({ state }: Context, { platform, organizationId }: Refreshed): RefreshShare {
  const key = settingsOf[platform].serversOfUsers === true ? `${platform} ${organizationId}` : platform
  const share = state.refreshShares.get(key) ?? { waiting: 0, failedAt: null }
  state.refreshShares.set(key, share)
  return share
}

/**
 * Returns until when background token refreshes of the account's network (of its organization on this network, if users
 * choose their servers) are paused in this process; null if they are not.
 */
export function coolDownUntil(context: Context, account: Refreshed): Date | null {
  const { failedAt } = shareOf(context, account)
  const until = failedAt === null ? null : failedAt + coolDownMs
  return until !== null && until > context.now().getTime() ? new Date(until) : null
}

/**
 * Returns the maximum number of simultaneous refreshes of a share in this process; for background refreshes, half of
 * it. Gateways have no limit, because waiting requests do not occupy job slots.
 */
function maxWaiting({ config, worker }: Context, background: boolean): number {
  if (worker.name === null) return Number.POSITIVE_INFINITY
  const share = Math.max(1, Math.floor(config.worker.concurrency * shareOfJobs))
  return background ? Math.ceil(share / 2) : share
}

interface RefreshSlot {
  /** Ends a pause of the background refreshes of the share. */
  succeeded(): void
  /** Records that the network failed to refresh, which pauses the background refreshes of the share for 30 seconds. */
  failed(): void
  leave(): void
}

/**
 * Acquires a slot for a token refresh of an account, so that a network that does not respond occupies only its share of
 * a worker's jobs: a quarter, of which background refreshes get half. If users choose the servers of the network, each
 * organization has a share of its own. In a gateway, slots are not limited. Call `failed` if the network did not
 * respond or failed, otherwise `succeeded`, and `leave` in any case. `failed` pauses the background refreshes of the
 * share in this process for 30 seconds.
 * @throws ServiceError `temporarily_unavailable` if no slot is free, or for a background refresh during a pause
 */
export function takeRefreshSlot(
  context: Context,
  account: Refreshed,
  { background }: { background: boolean },
): RefreshSlot {
  const share = shareOf(context, account)
  const isCooling = background && coolDownUntil(context, account) !== null
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
