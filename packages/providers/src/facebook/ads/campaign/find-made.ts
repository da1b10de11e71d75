import type { Fields } from '../../../json.ts'
import { idOf, textOf } from '../../../json.ts'
import type { Verdict } from '../../../ports/write.ts'
import { readAdsList } from '../list.ts'
import { adName, creativeName, markedName } from './names.ts'
import type { CampaignCall, CampaignState } from './state.ts'

export const steps = ['campaign', 'adset', 'creative', 'ad'] as const
export type CampaignStep = (typeof steps)[number]

interface Search {
  path: string
  name: string
  operation: string
}

function searchOf(call: CampaignCall, state: CampaignState, step: CampaignStep): Search {
  const { adAccountId } = call.input
  const within = `/${state.campaignId}`
  switch (step) {
    case 'campaign':
      return { path: `/${adAccountId}/campaigns`, name: markedName(call, state), operation: 'ads.campaign.list' }
    case 'adset':
      return { path: `${within}/adsets`, name: call.input.name, operation: 'ads.adset.list' }
    case 'creative': {
      const name = creativeName(call, state, state.creativeIds.length)
      return { path: `/${adAccountId}/adcreatives`, name, operation: 'ads.creative.list' }
    }
    case 'ad':
      return { path: `${within}/ads`, name: adName(call, state.adIds.length), operation: 'ads.ad.list' }
  }
}

/** The state after a step that made the object with this id. */
export function withMade(state: CampaignState, step: CampaignStep, id: string): CampaignState {
  switch (step) {
    case 'campaign':
      return { ...state, campaignId: id }
    case 'adset':
      return { ...state, adSetId: id }
    case 'creative':
      return { ...state, creativeIds: [...state.creativeIds, id] }
    case 'ad':
      return { ...state, adIds: [...state.adIds, id] }
  }
}

/**
 * Looks for what a call made whose response was lost, by its name. The names of campaigns and creatives carry the marker of
 * this write; ad sets and ads are searched in the campaign, which nobody else knows yet.
 */
export async function findMade(
  call: CampaignCall,
  state: CampaignState,
  step: CampaignStep,
): Promise<Verdict<CampaignState>> {
  const { path, name, operation } = searchOf(call, state, step)
  const { items } = await readAdsList(call, {
    purpose: 'read',
    adAccountId: call.input.adAccountId,
    absent: 'ad_object_not_found',
    path,
    operation,
    query: { fields: 'id,name' },
    sizes: [500, 100],
    begun: true,
  })
  const found = items.find((item: Fields) => textOf(item['name']) === name)
  const id = found && idOf(found['id'])
  return id ? { kind: 'done', state: withMade(state, step, id) } : { kind: 'absent' }
}
