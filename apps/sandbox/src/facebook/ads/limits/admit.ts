import type { Response } from 'express'
import { useCaseOf } from '../../../meta/ads-target.ts'
import type { GraphCall } from '../../../meta/graph/call.ts'
import { GraphError } from '../../../meta/graph/graph-error.ts'
import { SECOND_MS } from '../../../meta/graph/graph-time.ts'
import { createMeter } from '../../../meta/state/ads/meter.ts'
import { setAdsUsageHeaders } from './headers.ts'
import { count, TIERS } from './score.ts'

/**
 * Counts a call (1 point for a GET, 3 for any other) towards the ad account's rate limit and sets the usage headers.
 * The HTTP status of code 17 is not documented; 400 is Graph's usual status.
 * @throws GraphError with code 17 if the call would exceed the limit of the access tier, which blocks the ad account
 *   for one or five minutes (by tier), and for every call during that time
 */
export function admitToAccount(adAccountId: string, call: GraphCall, response: Response): void {
  const { meters, settings } = call.state.ads
  const meter = meters.get(adAccountId) ?? createMeter()
  meters.set(adAccountId, meter)
  const now = call.state.now()
  const admitted = count(meter, { points: call.request.method === 'GET' ? 1 : 3, now, tier: settings.tier })
  const { max, name } = TIERS[settings.tier]
  const seconds = admitted ? 0 : Math.ceil((meter.blockedUntil - now) / SECOND_MS)
  const percent = admitted ? Math.round((meter.points / max) * 10_000) / 100 : 100
  setAdsUsageHeaders(response, { adAccountId, useCase: useCaseOf(call.path), percent, seconds, tier: name })
  if (admitted) return
  throw new GraphError('User request limit reached', {
    code: 17,
    subcode: 2446079,
    userTitle: 'Ad account has too many API calls',
    userMessage: 'There have been too many calls from this ad account. Wait a bit and try again.',
    transient: true,
  })
}
