import { expect } from 'chai'
import { adsDialect, adsRejection, adsRules } from '../../../src/facebook/ads/errors.ts'
import { type GraphSample, graphSample } from '../../../src/meta/errors.ts'
import { everyRule, judge } from '../../error-table.ts'

/** Every code and subcode that is documented for ads: code, subcode, our code, and whose limit it is. */
const documented: readonly [number, number | undefined, string, string?][] = [
  [4, undefined, 'rate_limited', 'app'],
  [4, 1504022, 'rate_limited', 'app'],
  [4, 1504039, 'rate_limited', 'app'],
  [17, 2446079, 'rate_limited', 'ad_account'],
  [17, 1885172, 'rate_limited', 'ad_account'],
  [17, undefined, 'rate_limited', 'app'],
  [32, undefined, 'rate_limited', 'app'],
  [613, 1487742, 'rate_limited', 'ad_account'],
  [613, 5044001, 'rate_limited', 'ad_account'],
  [613, 1487632, 'rate_limited', 'ad_account'],
  [613, 1487225, 'rate_limited', 'ad_account'],
  [613, undefined, 'rate_limited', 'ad_account'],
  [80000, undefined, 'rate_limited', 'ad_account'],
  [80001, undefined, 'rate_limited', 'app'],
  [80003, undefined, 'rate_limited', 'ad_account'],
  [80004, undefined, 'rate_limited', 'ad_account'],
  [80005, undefined, 'rate_limited', 'app'],
  [80014, undefined, 'rate_limited', 'ad_account'],
  [190, 463, 'connection_expired'],
  [102, undefined, 'connection_expired'],
  [104, undefined, 'connection_expired'],
  [457, undefined, 'connection_expired'],
  [3, undefined, 'ads_permission_required'],
  [10, undefined, 'ads_permission_required'],
  [200, undefined, 'ads_permission_required'],
  [294, undefined, 'ads_permission_required'],
  [100, 3191001, 'ads_permission_required'],
  [200, 1870034, 'provider_rejected'],
  [200, 1870047, 'provider_rejected'],
  [100, 33, 'ad_object_not_found'],
  [803, undefined, 'ad_object_not_found'],
  [100, undefined, 'provider_rejected'],
  [100, 4834011, 'provider_rejected'],
  [100, 1870227, 'provider_rejected'],
  [100, 1870189, 'provider_rejected'],
  [100, 3858152, 'provider_rejected'],
  [100, 3858081, 'provider_rejected'],
  [100, 1885621, 'provider_rejected'],
  [100, 1885272, 'provider_rejected'],
  [100, 1487472, 'provider_rejected'],
  [100, 1885557, 'provider_rejected'],
  [100, 2446289, 'provider_rejected'],
  [100, 2490155, 'provider_rejected'],
  [100, 1885029, 'provider_rejected'],
  [100, 1885183, 'provider_rejected'],
  [100, 1487566, 'provider_rejected'],
  [100, 1487056, 'provider_rejected'],
  [-1, 1815857, 'provider_rejected'],
  [1487472, undefined, 'provider_rejected'],
  [1885272, undefined, 'provider_rejected'],
  [368, undefined, 'provider_rejected'],
  [415, undefined, 'provider_rejected'],
  [2607, undefined, 'provider_rejected'],
  [2615, undefined, 'provider_rejected'],
  [3018, undefined, 'provider_rejected'],
  [3979, undefined, 'provider_rejected'],
  [3980, undefined, 'provider_rejected'],
  [1340029, undefined, 'provider_rejected'],
  [1373054, undefined, 'provider_rejected'],
  [1404078, undefined, 'provider_rejected'],
  [1404163, undefined, 'provider_rejected'],
  [2238055, undefined, 'provider_rejected'],
  [-1, 2238055, 'provider_rejected'],
  [3867105, undefined, 'provider_rejected'],
  [2708008, undefined, 'provider_rejected'],
  [2859015, undefined, 'provider_rejected'],
  [1, undefined, 'provider_error'],
  [2, undefined, 'provider_error'],
  [3902, undefined, 'provider_error'],
  [3910001, undefined, 'provider_error'],
]

describe("Facebook's rejections of calls about ads", () => {
  everyRule('ads', { rules: adsDialect.rules, judged: (sample) => judge(adsDialect, sample) })

  it('every sample names the page that documents it', () => {
    for (const { sample } of adsDialect.rules) {
      expect((sample as GraphSample).page).to.match(
        /^https:\/\/developers\.facebook\.com\/\S+ \(read \d{4}-\d\d-\d\d\)$/,
      )
    }
  })

  for (const [code, subcode, ours, limit] of documented) {
    it(`${code}${subcode === undefined ? '' : `/${subcode}`} is ${ours}${limit ? ` of the ${limit}` : ''}`, () => {
      const error = judge(adsDialect, graphSample(code, subcode === undefined ? {} : { error_subcode: subcode }))
      expect(error?.code).to.equal(ours)
      expect(error?.details).to.deep.equal(limit && { limit })
    })
  }

  it('says what to do when Meta has ended the version of the Marketing API', () => {
    const error = judge(adsDialect, graphSample(2635))
    expect(error).to.include({ code: 'provider_error', outcome: 'rejected' })
    expect(error?.message).to.include('Upgrade Carillon')
  })

  it('an object that is not reached has the code that the call names', () => {
    const rules = adsRules('ad_account_not_found')
    const error = judge({ rules, rejection: adsRejection }, graphSample(100, { error_subcode: 33 }))
    expect(error?.code).to.equal('ad_account_not_found')
  })

  it('shows the explanation for users, else the message, without control characters and no longer than 500', () => {
    const told = judge(adsDialect, graphSample(100, { error_user_msg: 'Too\u0007 low\n', message: 'no' }))
    expect(told?.message).to.equal('Too  low')
    expect(judge(adsDialect, graphSample(100, { message: 'Invalid parameter' }))?.message).to.equal('Invalid parameter')
    expect(judge(adsDialect, graphSample(100, { error_user_msg: 'x'.repeat(2000) }))?.message).to.have.lengthOf(500)
  })

  it('a failure of Meta may have taken effect, a rejection has not', () => {
    expect(judge(adsDialect, graphSample(2, { status: 400 }))?.outcome).to.equal('indeterminate')
    expect(judge(adsDialect, graphSample(100, { is_transient: true, error_subcode: 99 }))?.outcome).to.equal('rejected')
    expect(judge(adsDialect, graphSample(1885272))?.outcome).to.equal('rejected')
  })
})
