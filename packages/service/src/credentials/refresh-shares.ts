import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'

/** A worker that waits for refreshes of one network with more than this part of its jobs could do nothing else. */
const shareOfJobs = 1 / 4
/** How long in ms nothing is refreshed ahead of need after a network failed to. */
const coolDownMs = 30_000
const retryAfterSeconds = 2

interface Share {
  waiting: number
  failedAt: number | null
}

const shares = new WeakMap<Context, Map<Platform, Share>>()

function shareOf(context: Context, platform: Platform): Share {
  const byPlatform = shares.get(context) ?? new Map<Platform, Share>()
  shares.set(context, byPlatform)
  const share = byPlatform.get(platform) ?? { waiting: 0, failedAt: null }
  byPlatform.set(platform, share)
  return share
}

/** Until when refreshes ahead of need leave the network alone; null when they need not. */
export function coolsDownUntil(context: Context, platform: Platform): Date | null {
  const { failedAt } = shareOf(context, platform)
  const until = failedAt === null ? null : failedAt + coolDownMs
  return until !== null && until > context.now().getTime() ? new Date(until) : null
}

/** Jobs that may wait for refreshes of one network in this process. Requests hold nothing that others need. */
function maxWaiting({ config, worker }: Context, background: boolean): number {
  if (worker.name === null) return Number.POSITIVE_INFINITY
  const share = Math.max(1, Math.floor(config.worker.concurrency * shareOfJobs))
  return background ? Math.ceil(share / 2) : share
}

export interface RefreshPlace {
  succeeded(): void
  /** The network did not answer as it should. */
  failed(): void
  leave(): void
}

/**
 * Takes a place among those that wait for a refresh of a network: one whose refreshes hang uses up no more than its share
 * of a worker's jobs.
 *
 * @throws ServiceError temporarily_unavailable when its share is used up, or it is to be left alone for a while
 */
export function takeRefreshPlace(
  context: Context,
  platform: Platform,
  { background }: { background: boolean },
): RefreshPlace {
  const share = shareOf(context, platform)
  const isCooling = background && coolsDownUntil(context, platform) !== null
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
