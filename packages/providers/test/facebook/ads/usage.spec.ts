import { expect } from 'chai'
import { readUsage, secondsToWait } from '../../../src/facebook/ads/usage.ts'

const subject = { adAccountId: '981', pageId: '104' }

function row(type: string, count: number, minutes = 0) {
  return { type, call_count: count, total_cputime: 5, total_time: 5, estimated_time_to_regain_access: minutes }
}

/** Headers after https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20). */
function headers(fields: Record<string, unknown>): Headers {
  return new Headers(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
}

describe('usage headers of calls about ads', () => {
  it('reads all four, each for its own limit', () => {
    const usage = readUsage(
      headers({
        'x-business-use-case-usage': { 981: [row('ads_management', 40)], 104: [row('leadgen', 30)] },
        'x-ad-account-usage': { acc_id_util_pct: 9.67, reset_time_duration: 100 },
        'x-fb-ads-insights-throttle': { app_id_util_pct: 7, acc_id_util_pct: 8 },
        'x-app-usage': { call_count: 1, total_time: 2, total_cputime: 3 },
      }),
      subject,
    )
    expect(usage.map(({ limit, percent, seconds }) => [limit, percent, seconds])).to.deep.equal([
      ['app', 30, null],
      ['ad_account', 40, null],
      ['ad_account', 9.67, 100],
      ['app', 7, null],
      ['ad_account', 8, null],
      ['app', 3, null],
    ])
  })

  it('leaves out other ad accounts, other uses and what cannot be read', () => {
    const foreign = { 982: [row('ads_management', 100, 9)], 981: [row('instagram', 100, 9), { type: 'ads_insights' }] }
    expect(readUsage(headers({ 'x-business-use-case-usage': foreign }), subject)).to.deep.equal([])
    const odd = { 104: [row('constructor', 100, 9)] }
    expect(readUsage(headers({ 'x-business-use-case-usage': odd }), subject)).to.deep.equal([])
    expect(readUsage(new Headers({ 'x-app-usage': 'nonsense' }), subject)).to.deep.equal([])
  })

  it('waits for the longest estimate by use case in minutes, else for that of the ad account in seconds, else a minute', () => {
    const cases: [Record<string, unknown>, number][] = [
      [
        {
          'x-business-use-case-usage': { 981: [row('ads_management', 100, 2), row('ads_insights', 100, 5)] },
          'x-ad-account-usage': { acc_id_util_pct: 100, reset_time_duration: 900 },
        },
        300,
      ],
      [
        {
          'x-business-use-case-usage': { 981: [row('ads_management', 100, 0)] },
          'x-ad-account-usage': { acc_id_util_pct: 100, reset_time_duration: 89.2 },
        },
        90,
      ],
      [{}, 60],
    ]
    for (const [fields, seconds] of cases) {
      expect(secondsToWait(readUsage(headers(fields), subject), 'ad_account')).to.equal(seconds)
    }
  })
})
