import { type RequestCounter, takeRequests } from '@carillon/database'
import type { Context } from '../context.ts'
import { enterWindow, type RequestSlice, sliceOf } from '../process-state/request-window.ts'
import type { Grant } from '../request.ts'
import { unauthorized } from './authenticate.ts'

/** The state of the request limit that will be reached first: that of the API key or that of its organization. */
interface RateState {
  /** False if a limit is reached, so that the request has to be rejected. */
  allowed: boolean
  /** Which limit this is: `key` or `organization`. */
  policy: RequestCounter
  /** The maximum number of requests per minute. */
  limit: number
  /** The number of requests left in the current minute, as far as this process knows. */
  remaining: number
  /** Seconds until the current minute ends and both limits begin again. */
  resetSeconds: number
}

const windowMs = 60_000

async function takeSlice(context: Context, slice: RequestSlice): Promise<void> {
  const { counter, id, windowStart, limit, waiting: need, extra: served } = slice
  // 1, 3, 7 and so on: a key with few requests reserves hardly more than it uses.
  const extra = 2 * served + 1
  try {
    const start = new Date(windowStart)
    const got = await takeRequests(context.db, { counter, id, windowStart: start, need, extra, served, limit })
    // The key has been deleted since it was found, or the notification of its deletion was lost.
    if (!got) throw unauthorized()
    slice.ready += got.taken
    slice.extra = got.extra
    slice.left = got.left
  } finally {
    slice.taking = null
  }
}

async function refill(context: Context, slice: RequestSlice): Promise<void> {
  slice.waiting++
  try {
    slice.taking ??= takeSlice(context, slice)
    await slice.taking
  } finally {
    slice.waiting--
  }
}

const remainingOf = ({ left, ready }: RequestSlice) => left + ready

/**
 * Takes one request from both slices (the parts of the limits that this process has reserved), or from neither. Returns
 * whether both had one.
 */
async function takeFromBoth(context: Context, key: RequestSlice, organization: RequestSlice): Promise<boolean> {
  while (key.ready < 1 || organization.ready < 1) {
    if (remainingOf(key) < 1 || remainingOf(organization) < 1) return false
    const empty = [key, organization].filter(({ ready }) => ready < 1)
    await Promise.all(empty.map((slice) => refill(context, slice)))
  }
  key.ready--
  organization.ready--
  return true
}

/**
 * Counts a request against the limits per minute of its API key and of its organization, over all gateways. A budget of
 * the key can lower the key's limit. A rejected request does not count. Each gateway reserves a few requests in
 * advance, so that few queries are needed; a limit is never exceeded, and no request is rejected while less than nine
 * tenths of the limit are used.
 * @throws ServiceError `unauthorized` if the key was deleted, or the database's error if a query fails
 */
export async function takeRequest(context: Context, { keyId, scope, budgets }: Grant): Promise<RateState> {
  const { requestsPerMinute, requestsPerMinuteOfOrganization } = context.config.gateway
  const at = context.now().getTime()
  const start = at - (at % windowMs)
  const window = context.state.requests
  enterWindow(window, start)
  const ofKey = Math.min(requestsPerMinute, budgets?.requestsPerMinute ?? requestsPerMinute)
  const key = sliceOf(window, 'key', { id: keyId, limit: ofKey })
  const ofAllKeys = { id: scope.organizationId, limit: requestsPerMinuteOfOrganization }
  const organization = sliceOf(window, 'organization', ofAllKeys)
  const allowed = await takeFromBoth(context, key, organization).catch((error: unknown) => {
    // The key may be gone, before the notification of its deletion has arrived.
    context.keyring.forget(keyId)
    throw error
  })
  const tighter = remainingOf(organization) < remainingOf(key) ? organization : key
  return {
    allowed,
    policy: tighter.counter,
    limit: tighter.limit,
    remaining: remainingOf(tighter),
    resetSeconds: Math.ceil((start + windowMs - at) / 1000),
  }
}
