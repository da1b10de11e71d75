import { takeRequests } from '@carillon/database'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { unauthorized } from './authenticate.ts'

export interface RateState {
  allowed: boolean
  limit: number
  /** What this process knows to be left in the running minute. */
  remaining: number
  resetSeconds: number
}

interface Slice {
  windowStart: number
  ready: number
  left: number
  /** A slice that is being taken; whoever needs one meanwhile waits for it instead of taking another. */
  taking: Promise<void> | null
}

const slices = new WeakMap<Context, Map<string, Slice>>()
const windowMs = 60_000

function sliceOf(context: Context, keyId: string, windowStart: number): Slice {
  const byKey = slices.get(context) ?? new Map<string, Slice>()
  slices.set(context, byKey)
  const held = byKey.get(keyId)
  if (held?.windowStart === windowStart) return held
  const fresh = { windowStart, ready: 0, left: context.config.gateway.requestsPerMinute, taking: null }
  if (byKey.size > 10_000) byKey.clear()
  byKey.set(keyId, fresh)
  return fresh
}

async function takeSlice(
  context: Context,
  { slice, keyId, limit }: { slice: Slice; keyId: string; limit: number },
): Promise<void> {
  const want = Math.max(1, Math.floor(slice.left / 16))
  try {
    const got = await takeRequests(context.pool, { keyId, windowStart: new Date(slice.windowStart), want, limit })
    // Deleted since it was looked up, or remembered here although the news of it never came.
    if (!got) throw unauthorized()
    slice.ready += got.taken
    slice.left = got.left
  } finally {
    slice.taking = null
  }
}

/**
 * Counts requests against the limit per minute of their key, across all gateways. Each process reserves slices of the
 * remaining requests, smaller ones towards the end, so that few queries are needed and the limit is never exceeded.
 */
export async function takeRequest(context: Context, grant: Grant): Promise<RateState> {
  const limit = context.config.gateway.requestsPerMinute
  const at = context.now().getTime()
  const windowStart = at - (at % windowMs)
  const slice = sliceOf(context, grant.keyId, windowStart)
  while (slice.ready < 1 && slice.left > 0) {
    slice.taking ??= takeSlice(context, { slice, keyId: grant.keyId, limit })
    await slice.taking
  }
  const allowed = slice.ready > 0
  if (allowed) slice.ready--
  const resetSeconds = Math.ceil((windowStart + windowMs - at) / 1000)
  return { allowed, limit, remaining: slice.left + slice.ready, resetSeconds }
}
