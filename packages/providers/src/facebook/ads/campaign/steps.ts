import type { GraphParameters } from '../../../meta/graph.ts'
import { markOf, numberOf } from './names.ts'
import { adForm, adSetForm, campaignForm, creativeForm } from './requests.ts'
import { type CampaignCall, type CampaignState, nextPositions } from './state.ts'

export const steps = ['campaign', 'adset', 'creative', 'ad'] as const
export type CampaignStep = (typeof steps)[number]

/** The functions that create and find the objects of one step: one object, or one for each post, in parallel. */
interface StepRow {
  edge: string
  /** Returns the id of the object under which Graph lists the objects that the step created. */
  parent(call: CampaignCall, state: CampaignState): string
  form(call: CampaignCall, state: CampaignState, place: number): GraphParameters
  /**
   * Returns whether an object with this name is the one that the step creates for the post at `place`. Meta may change
   * white space in the part of a name before the marker, and appends a date and a hash to the names of creatives.
   */
  isNamed(name: string, state: CampaignState, place: number): boolean
  /**
   * Returns the positions of the posts for which the step still has to create an object; `[0]` for the campaign and the
   * ad set.
   */
  places(call: CampaignCall, state: CampaignState): number[]
  /** Returns the state with Meta's id of the object that was created for the post at `place`. */
  withMade(state: CampaignState, place: number, id: string): CampaignState
}

function placed(ids: readonly (string | null)[], place: number, id: string): (string | null)[] {
  const length = Math.max(ids.length, place + 1)
  return Array.from({ length }, (_, at) => (at === place ? id : (ids[at] ?? null)))
}

/**
 * The steps of creating a campaign, keyed by name, each with the functions that create its objects and find them after
 * a lost response. Campaigns and creatives are found by the write's marker in their names; the ad set and the ads are
 * searched in the campaign, in which nothing else creates objects.
 */
export const stepRows: Readonly<Record<CampaignStep, StepRow>> = {
  campaign: {
    edge: 'campaigns',
    parent: ({ input }) => input.adAccountId,
    form: campaignForm,
    isNamed: (name, state) => name.includes(markOf(state)),
    places: (_call, { campaignId }) => (campaignId === null ? [0] : []),
    withMade: (state, _place, campaignId) => ({ ...state, campaignId }),
  },
  adset: {
    edge: 'adsets',
    parent: (_call, { campaignId }) => String(campaignId),
    form: adSetForm,
    // The campaign contains no other ad set.
    isNamed: () => true,
    places: (_call, { adSetId }) => (adSetId === null ? [0] : []),
    withMade: (state, _place, adSetId) => ({ ...state, adSetId }),
  },
  creative: {
    edge: 'adcreatives',
    parent: ({ input }) => input.adAccountId,
    form: creativeForm,
    isNamed: (name, state, place) => name.includes(`${numberOf(place)}${markOf(state)}`),
    places: ({ input }, { creativeIds }) => nextPositions(creativeIds, input.postIds.length),
    withMade: (state, place, id) => ({ ...state, creativeIds: placed(state.creativeIds, place, id) }),
  },
  ad: {
    edge: 'ads',
    parent: (_call, { campaignId }) => String(campaignId),
    form: adForm,
    isNamed: (name, _state, place) => name.trimEnd().endsWith(numberOf(place)),
    places: ({ input }, { adIds }) => nextPositions(adIds, input.postIds.length),
    withMade: (state, place, id) => ({ ...state, adIds: placed(state.adIds, place, id) }),
  },
}

/**
 * Returns the next step that still has something to create: one of the objects that the state lacks, or the creative or
 * ad of one of the posts in the input of the call; null if everything exists.
 */
export function nextStep(call: CampaignCall, state: CampaignState): CampaignStep | null {
  return steps.find((step) => stepRows[step].places(call, state).length > 0) ?? null
}
