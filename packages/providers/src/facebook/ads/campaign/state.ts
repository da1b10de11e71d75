import type { ErrorCode } from '@carillon/errors'
import type { Json, JsonObject } from '../../../call-context.ts'
import type { NewCampaign } from '../../../ports/ads.ts'
import type { WriteCall } from '../../../ports/write.ts'
import type { FacebookCredentials } from '../../credentials.ts'

export type CampaignCall = WriteCall<NewCampaign, FacebookCredentials>

/** The progress of a campaign creation. Ids are in the order of the posts. */
export interface CampaignState extends JsonObject {
  /**
   * Part of the names of all created objects until the campaign is complete, so that they can be found after a lost
   * response.
   */
  marker: string
  /** The ids by which creatives reference the posts, in their order; null until posts and budget have been checked. */
  storyIds: string[] | null
  /** True once Meta has accepted the dry run. */
  rehearsed: boolean
  /** True once Meta has accepted the dry run of an ad in the ad set. */
  adRehearsed?: boolean
  campaignId: string | null
  adSetId: string | null
  /** In the order of the posts; null or missing until it is created. */
  creativeIds: (string | null)[]
  adIds: (string | null)[]
  /** Why one of several objects created in parallel was rejected. Nothing more is created then. */
  rejection?: StepRejection
  /** True once everything below the campaign is active, or when it is to stay paused. */
  activated: boolean
  /** True once the campaign has its final name and status. */
  finished: boolean
  undo: UndoState | null
}

/** A rejection as it is stored in the state. */
export interface StepRejection extends JsonObject {
  code: ErrorCode
  message: string
  details: Json
  retryAfter: number | null
}

interface UndoState extends JsonObject {
  /** Rounds of deleting in which a call failed. */
  rounds: number
  /** Rounds that ended because of Meta's rate limits. */
  throttled?: number
  /** Ids of the deleted objects, and of creatives of earlier campaigns, which stay. */
  deleted: string[]
  /** True when no further attempt will be made. */
  over: boolean
}

/**
 * The first state of a campaign's creation, with a random marker by which its objects are found after a lost response.
 */
export function beginCampaign(random: (bytes: number) => Uint8Array): CampaignState {
  return {
    marker: Buffer.from(random(6)).toString('hex'),
    storyIds: null,
    rehearsed: false,
    campaignId: null,
    adSetId: null,
    creativeIds: [],
    adIds: [],
    activated: false,
    finished: false,
    undo: null,
  }
}

/**
 * The objects that have been created so far and still exist: the campaign, the ad set, creatives and ads, each with its
 * id. While a campaign is undone, ad set and ads are omitted: deleting the campaign deletes them.
 */
export function createdSoFar({ undo, ...state }: CampaignState): { kind: string; id: string }[] {
  const { campaignId, adSetId, creativeIds, adIds } = state
  const all = (kind: string, ids: readonly (string | null)[]) =>
    ids.flatMap((id) => (id === null ? [] : [{ kind, id }]))
  if (undo === null) {
    return [
      ...all('campaign', [campaignId]),
      ...all('adset', [adSetId]),
      ...all('creative', creativeIds),
      ...all('ad', adIds),
    ]
  }
  const apart = [...all('campaign', [campaignId]), ...all('creative', creativeIds)]
  return apart.filter(({ id }) => !undo.deleted.includes(id))
}

/** How many objects are created or changed in parallel. */
export const atOnce = 10

/** The positions of the next posts without an id, at most `atOnce`. */
export function nextPositions(ids: readonly (string | null)[], count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place)
  return places.filter((place) => (ids[place] ?? null) === null).slice(0, atOnce)
}
