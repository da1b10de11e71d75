import type { ErrorCode } from '@carillon/errors'
import type { Json, JsonObject } from '../../../call-context.ts'
import type { NewCampaign } from '../../../ports/ads.ts'
import type { WriteCall } from '../../../ports/write.ts'
import type { FacebookCredentials } from '../../credentials.ts'

export type CampaignCall = WriteCall<NewCampaign, FacebookCredentials>

/** The stored progress of creating a campaign. Ids are Meta's, in the order of the posts. */
export interface CampaignState extends JsonObject {
  /**
   * Part of the names of the campaign (until it is complete) and its creatives, so that they can be found after a lost
   * response.
   */
  marker: string
  /**
   * The ids by which creatives reference the posts, in the order of the posts; null until the posts and the budget have
   * been checked.
   */
  storyIds: string[] | null
  /** True once Meta has accepted the dry run of the campaign and its creatives. */
  rehearsed: boolean
  /** True once Meta has accepted the dry run of an ad in the ad set. */
  adRehearsed?: boolean
  /** Null until the campaign is created. */
  campaignId: string | null
  /** Null until the ad set is created. */
  adSetId: string | null
  /** The ids of the creatives, in the order of the posts; null or missing until the creative is created. */
  creativeIds: (string | null)[]
  /** The ids of the ads, in the order of the posts; null or missing until the ad is created. */
  adIds: (string | null)[]
  /** The rejection of one of several objects that were created in parallel. Nothing more is created once it is set. */
  rejection?: StepRejection
  /** True once the ads and the ad set have been activated; stays false for a campaign that is to be paused. */
  activated: boolean
  /** True once the campaign has its final name and status. */
  finished: boolean
  /** The progress of deleting the created objects after a failure; null before. */
  undo: UndoState | null
}

/** The error of a rejected object, in the form in which the state stores it. */
export interface StepRejection extends JsonObject {
  code: ErrorCode
  message: string
  /** The `details` of the error; null without any. */
  details: Json
  /** The seconds to wait before a retry; null if unknown. */
  retryAfter: number | null
}

interface UndoState extends JsonObject {
  /** The number of rounds of deleting in which a call failed. */
  rounds: number
  /** The number of rounds that ended because of Meta's rate limits. */
  throttled?: number
  /** Ids of the deleted objects, and of creatives that earlier campaigns created and that are kept. */
  deleted: string[]
  /** True if no further attempt will be made. */
  over: boolean
}

/**
 * Returns the first state of creating a campaign, with a random marker by which its objects can be found after a lost
 * response. `random(bytes)` returns that many random bytes.
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
 * Returns the objects that have been created and still exist (`kind` is `campaign`, `adset`, `creative` or `ad`, `id`
 * is Meta's). Once a failed creation is being undone (`undo` is set), ad set and ads are omitted, since deleting the
 * campaign deletes them.
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

/** Carillon's own limit on the objects of a campaign that are created, activated or deleted in parallel. */
export const atOnce = 10

/**
 * Returns the positions, counted from 0, of the next posts that have no id in `ids`: up to `atOnce` of them, an empty
 * list if none lacks one. `count` is the number of posts.
 */
export function nextPositions(ids: readonly (string | null)[], count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place)
  return places.filter((place) => (ids[place] ?? null) === null).slice(0, atOnce)
}
