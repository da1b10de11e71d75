import type { ErrorCode } from '@carillon/errors'
import type { Json, JsonObject } from '../../../call-context.ts'
import type { NewCampaign } from '../../../ports/ads.ts'
import type { WriteCall } from '../../../ports/write.ts'
import type { FacebookCredentials } from '../../credentials.ts'

export type CampaignCall = WriteCall<NewCampaign, FacebookCredentials>

/** How far the creation of a campaign is. Ids are in the order of the posts. */
export interface CampaignState extends JsonObject {
  /** Is part of the names of what is made, until the campaign is complete, so that it is recognized after a lost response. */
  marker: string
  /** Set once the posts and the budget were checked: the ids that creatives refer to, in the order of the posts. */
  storyIds: string[] | null
  /** Set once Meta has accepted a dry run. */
  rehearsed: boolean
  campaignId: string | null
  adSetId: string | null
  /** At the places of their posts; null or nothing where there is none yet. */
  creativeIds: (string | null)[]
  adIds: (string | null)[]
  /** Why one of several objects that were made side by side was rejected. Nothing more is made then. */
  rejection?: StepRejection
  /** Everything below the campaign is switched on, or stays paused. */
  activated: boolean
  /** The campaign has its own name and status. */
  finished: boolean
  undo: UndoState | null
}

/** A rejection that outlives its process. */
export interface StepRejection extends JsonObject {
  code: ErrorCode
  message: string
  details: Json
  retryAfter: number | null
}

export interface UndoState extends JsonObject {
  /** Rounds of deleting in which something failed. */
  rounds: number
  /** Rounds that Meta's limits ended. */
  throttled?: number
  /** Ids that are gone. */
  deleted: string[]
  /** Nothing more is tried. */
  over: boolean
}

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

/** What was made so far and would be left if nothing more was done: deleting the campaign deletes its ad set and ads. */
export function madeSoFar({ campaignId, creativeIds, undo }: CampaignState): { kind: string; id: string }[] {
  const made = [
    ...(campaignId === null ? [] : [{ kind: 'campaign', id: campaignId }]),
    ...creativeIds.flatMap((id) => (id === null ? [] : [{ kind: 'creative', id }])),
  ]
  return made.filter(({ id }) => !undo?.deleted.includes(id))
}

/** How many objects are made or changed side by side. */
export const atOnce = 10

/** The places of posts for which there is no id yet, as many as are made side by side. */
export function nextPlaces(ids: readonly (string | null)[], count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place)
  return places.filter((place) => (ids[place] ?? null) === null).slice(0, atOnce)
}
