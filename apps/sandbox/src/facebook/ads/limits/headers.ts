import type { Response } from 'express'
import type { AdsUseCase } from '../../../meta/ads-target.ts'

interface AdsUsage {
  /** The id of the ad account, with the prefix `act_`. */
  adAccountId: string
  useCase: AdsUseCase
  percent: number
  /** The number of seconds until calls are accepted again; 0 if they are. */
  seconds: number
  tier: string
}

/**
 * Sets the headers that report the usage of an ad account's rate limit.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
 */
export function setAdsUsageHeaders(
  response: Response,
  { adAccountId, useCase, percent, seconds, tier }: AdsUsage,
): void {
  const whole = Math.ceil(percent)
  const row = {
    type: useCase,
    call_count: whole,
    total_cputime: Math.min(whole, 25),
    total_time: Math.min(whole, 25),
    // Minutes here, seconds in the ad account's own header.
    estimated_time_to_regain_access: Math.ceil(seconds / 60),
    ads_api_access_tier: tier,
  }
  response.setHeader('X-Business-Use-Case-Usage', JSON.stringify({ [adAccountId.replace('act_', '')]: [row] }))
  const account = { acc_id_util_pct: percent, reset_time_duration: seconds, ads_api_access_tier: tier }
  response.setHeader('X-Ad-Account-Usage', JSON.stringify(account))
  if (useCase !== 'ads_insights') return
  const insights = { app_id_util_pct: 0, acc_id_util_pct: percent, ads_api_access_tier: tier }
  response.setHeader('X-FB-Ads-Insights-Throttle', JSON.stringify(insights))
}
