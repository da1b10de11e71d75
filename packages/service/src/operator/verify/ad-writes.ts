import { fullAdAccountId, supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { NewCampaign } from '@carillon/providers'
import { campaignCreateKind } from '../../ads/campaign-create-kind.ts'
import { writeNow } from '../../journal/write-now.ts'
import { type Check, CheckEnd, skippedCheck } from './check.ts'
import type { TestPost } from './publish-samples.ts'
import { callForTrial, type Trial } from './trial.ts'
import type { WriteOptions } from './write-options.ts'

/** The daily budget, in minor units of the currency, for an ad account that reports no minimum. */
const dailyBudget = 1_000

/** The fields of a test campaign except its ad account, post and budget. The campaign stays paused. */
const campaign = {
  name: 'Test of Carillon',
  countries: ['US'],
  startTime: null,
  endTime: null,
  ageMin: 18,
  ageMax: 65,
  specialAdCategories: [],
  status: 'paused',
  dsaBeneficiary: null,
  dsaPayor: null,
} as const satisfies Partial<NewCampaign>

/**
 * Returns checks of `verify` that create a paused campaign for the test post, set its status to `paused` again and
 * delete it. If `adAccountId` is null, returns only one check, which is skipped. Empty for a platform without ads.
 */
export function adWrites(
  trial: Trial,
  { adAccountId: named, ...post }: TestPost & Pick<WriteOptions, 'adAccountId'>,
): Check[] {
  const { context, account, requestId, signal } = trial
  const { platform } = account
  if (!supports('ads', platform)) return []
  const create = 'create a paused campaign'
  if (named === null) return [skippedCheck(create, 'Requires an ad account. Pass --ad-account ID.')]
  const adAccountId = fullAdAccountId(named)
  let campaignId: string | undefined
  const created = (): string => {
    if (campaignId === undefined) throw new CheckEnd('skipped', 'The campaign was not created.')
    return campaignId
  }
  const port = async () => (await context.registry.adapter(platform)).ads
  return [
    {
      check: create,
      async run() {
        const ads = await port()
        const missingScopes = ads.missingScopes('write', account.scopes)
        if (missingScopes.length > 0) throw new ServiceError('ads_permission_required')
        const postIds = [post.id()]
        const { minDailyBudget } = await callForTrial(trial, (call) => ads.readAdAccount(call, adAccountId))
        const budget = { daily: minDailyBudget ?? dailyBudget }
        const payload: NewCampaign = { ...campaign, adAccountId, postIds, budget }
        const write = { kind: campaignCreateKind, account, grant: null, requestId, payload, signal }
        campaignId = (await writeNow(context, write)).id
      },
    },
    {
      check: 'set the status of the campaign',
      async run() {
        const ads = await port()
        const id = created()
        await callForTrial(trial, (call) => ads.setStatus(call, { adAccountId, id, status: 'paused' }))
      },
    },
    {
      check: 'delete the campaign',
      async run() {
        const ads = await port()
        const target = { adAccountId, campaignId: created() }
        await callForTrial(trial, (call) => ads.deleteCampaign(call, target))
      },
    },
  ]
}
