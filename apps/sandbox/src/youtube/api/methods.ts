import { scopes } from '../oauth/scopes.ts'

/**
 * The type of a query parameter. `from` and `to` are the bounds of an integer, inclusive; `oneOf` lists the allowed
 * strings. The values of a `list` are repeated or comma-separated.
 */
export type ParameterKind = 'string' | 'boolean' | 'list' | { from: number; to: number } | { oneOf: readonly string[] }

/** A method in Google's discovery document and quota table. A call uses `cost` of the quota `bucket`. */
export interface Method {
  id: string
  /** The method's name in Google's RPC system, which the error for a missing scope contains. */
  rpc: string
  scopes: readonly string[]
  bucket: 'units' | 'uploads' | 'analytics'
  cost: number
  /** The names of the parameters without which a call is rejected. */
  required: readonly string[]
  parameters: Readonly<Record<string, ParameterKind>>
  /** The values that the parameter `part` accepts. */
  parts: readonly string[]
}

const page = { maxResults: { from: 0, to: 50 }, pageToken: 'string', onBehalfOfContentOwner: 'string' } as const
const readers = [scopes.youtube, scopes.forceSsl, scopes.readonly, scopes.partner]

const videoParts = [
  'contentDetails',
  'fileDetails',
  'id',
  'liveStreamingDetails',
  'localizations',
  'paidProductPlacementDetails',
  'player',
  'processingDetails',
  'recordingDetails',
  'snippet',
  'statistics',
  'status',
  'suggestions',
  'topicDetails',
]

/**
 * The methods of the Data API for channels, playlists and videos, with their scopes, quota costs and parameters.
 * @see https://developers.google.com/youtube/v3/docs (read 2026-11-20)
 * @see https://developers.google.com/youtube/v3/determine_quota_cost (read 2026-11-20)
 */
export const methods = {
  channelsList: {
    id: 'channels.list',
    rpc: 'youtube.api.v3.V3DataChannelService.List',
    scopes: [...readers, scopes.partnerAudit],
    bucket: 'units',
    cost: 1,
    required: ['part'],
    parameters: {
      ...page,
      part: 'list',
      mine: 'boolean',
      id: 'list',
      forHandle: 'string',
      forUsername: 'string',
      categoryId: 'string',
      managedByMe: 'boolean',
      mySubscribers: 'boolean',
      hl: 'string',
    },
    parts: [
      'auditDetails',
      'brandingSettings',
      'contentDetails',
      'contentOwnerDetails',
      'id',
      'localizations',
      'snippet',
      'statistics',
      'status',
      'topicDetails',
    ],
  },
  playlistItemsList: {
    id: 'playlistItems.list',
    rpc: 'youtube.api.v3.V3DataPlaylistItemService.List',
    scopes: readers,
    bucket: 'units',
    cost: 1,
    required: ['part'],
    parameters: { ...page, part: 'list', playlistId: 'string', id: 'list', videoId: 'string' },
    parts: ['contentDetails', 'id', 'snippet', 'status'],
  },
  videosList: {
    id: 'videos.list',
    rpc: 'youtube.api.v3.V3DataVideoService.List',
    scopes: readers,
    bucket: 'units',
    cost: 1,
    required: ['part'],
    parameters: {
      ...page,
      maxResults: { from: 1, to: 50 },
      part: 'list',
      id: 'list',
      chart: { oneOf: ['chartUnspecified', 'mostPopular'] },
      myRating: { oneOf: ['none', 'like', 'dislike'] },
      hl: 'string',
      locale: 'string',
      maxHeight: { from: 72, to: 8192 },
      maxWidth: { from: 72, to: 8192 },
      regionCode: 'string',
      videoCategoryId: 'string',
    },
    parts: videoParts,
  },
  videosInsert: {
    id: 'videos.insert',
    rpc: 'youtube.api.v3.V3DataVideoService.Insert',
    scopes: [scopes.youtube, scopes.forceSsl, scopes.upload, scopes.partner],
    bucket: 'uploads',
    cost: 1,
    required: ['part'],
    parameters: {
      part: 'list',
      notifySubscribers: 'boolean',
      autoLevels: 'boolean',
      stabilize: 'boolean',
      onBehalfOfContentOwner: 'string',
      onBehalfOfContentOwnerChannel: 'string',
    },
    parts: videoParts,
  },
  videosDelete: {
    id: 'videos.delete',
    rpc: 'youtube.api.v3.V3DataVideoService.Delete',
    scopes: [scopes.youtube, scopes.forceSsl, scopes.partner],
    bucket: 'units',
    cost: 50,
    required: ['id'],
    parameters: { id: 'string', onBehalfOfContentOwner: 'string' },
    parts: [],
  },
} as const satisfies Record<string, Method>

/** The parameters that every method of Google's APIs accepts. */
export const systemParameters: Readonly<Record<string, ParameterKind>> = {
  alt: { oneOf: ['json'] },
  access_token: 'string',
  oauth_token: 'string',
  fields: 'string',
  key: 'string',
  prettyPrint: 'boolean',
  quotaUser: 'string',
  uploadType: 'string',
  upload_protocol: 'string',
  '$.xgafv': { oneOf: ['1', '2'] },
}
