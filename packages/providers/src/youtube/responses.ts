import { type DocumentedResponses, fieldsUnder, noFields, type Responses } from '../drift.ts'

const comment = {
  id: 'text',
  'snippet.publishedAt': 'time',
  'snippet.authorDisplayName?': 'text',
  'snippet.authorProfileImageUrl?': 'text',
  'snippet.authorChannelUrl?': 'text',
  'snippet.authorChannelId?.value': 'text',
  'snippet.textDisplay?': 'text',
  'snippet.textOriginal?': 'text',
  'snippet.likeCount?': 'count',
  'snippet.parentId?': 'text',
  'snippet.moderationStatus?': ['published', 'heldForReview', 'likelySpam', 'rejected'],
} as const

/**
 * The response fields that the adapter relies on, keyed by operation. YouTube omits `items` from empty lists.
 * @see https://developers.google.com/youtube/v3/docs (read 2026-11-20)
 */
const fields: Responses = {
  'oauth.token': { access_token: 'text', 'refresh_token?': 'text', expires_in: 'count', 'scope?': 'text' },
  'oauth.refresh': { access_token: 'text', expires_in: 'count', 'scope?': 'text' },
  'oauth.revoke': noFields,
  'channels.list': {
    'items?[].id': 'text',
    'items?[].snippet.title': 'text',
    'items?[].snippet.customUrl?': 'text',
    'items?[].snippet.thumbnails?': 'object',
    'items?[].contentDetails?.relatedPlaylists.uploads': 'text',
    'items?[].statistics?.viewCount': 'count',
    'items?[].statistics?.videoCount': 'count',
    'items?[].statistics?.subscriberCount?': 'count',
    'items?[].statistics?.hiddenSubscriberCount': 'boolean',
  },
  'playlistItems.list': {
    'items?[].contentDetails.videoId': 'text',
    'items?[].snippet.publishedAt': 'time',
    'nextPageToken?': 'text',
  },
  'videos.list': {
    'items?[].id': 'text',
    'items?[].snippet?.title': 'text',
    'items?[].snippet?.channelId': 'text',
    'items?[].snippet?.publishedAt': 'time',
    'items?[].snippet?.thumbnails?': 'object',
    'items?[].statistics?.viewCount?': 'count',
    'items?[].statistics?.likeCount?': 'count',
    'items?[].statistics?.commentCount?': 'count',
  },
  'videos.insert': noFields,
  'media.upload': { 'id?': 'text' },
  'media.status': { 'id?': 'text' },
  'videos.delete': noFields,
  'commentThreads.list': {
    'items?[].id': 'text',
    'items?[].snippet.channelId?': 'text',
    'items?[].snippet.videoId?': 'text',
    'items?[].snippet.totalReplyCount': 'count',
    ...fieldsUnder('items?[].snippet.topLevelComment', comment),
    ...fieldsUnder('items?[].replies?.comments[]', comment),
    'nextPageToken?': 'text',
  },
  'comments.list': { ...fieldsUnder('items?[]', comment), 'nextPageToken?': 'text' },
  'commentThreads.insert': { id: 'text', 'snippet.topLevelComment.id': 'text' },
  'comments.insert': { id: 'text', 'snippet.publishedAt': 'time' },
  'comments.setModerationStatus': noFields,
  'comments.delete': noFields,
  'reports.query': { columnHeaders: 'list', 'columnHeaders[].name': 'text', 'rows?': 'list' },
}

/**
 * YouTube's successful responses according to its documentation, keyed by operation: the fields on which the adapter
 * relies, and status codes other than 200. A response that differs is reported as drift.
 * @see https://developers.google.com/youtube/v3/docs (read 2026-11-23)
 * @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-23)
 */
export const youtubeResponses: DocumentedResponses = {
  fields,
  statuses: {
    'videos.delete': [204],
    'comments.delete': [204],
    'comments.setModerationStatus': [204],
    'media.status': [200, 201, 308],
    'media.upload': [200, 201, 308],
  },
}
