import type { Method } from '../api/methods.ts'
import { scopes } from '../oauth/scopes.ts'

/** The scope and quota of all methods for comments. */
const comments = { scopes: [scopes.forceSsl], bucket: 'units' } as const
const page = {
  maxResults: { from: 1, to: 100 },
  pageToken: 'string',
  textFormat: { oneOf: ['textFormatUnspecified', 'html', 'plainText'] },
} as const
const service = 'youtube.api.v3.V3DataCommentService'
const threadService = 'youtube.api.v3.V3DataCommentThreadService'

/**
 * The methods of comments and comment threads, with their scopes, quotas and parameters.
 * @see https://developers.google.com/youtube/v3/docs/commentThreads (read 2026-11-20)
 * @see https://developers.google.com/youtube/v3/docs/comments (read 2026-11-20)
 * @see https://developers.google.com/youtube/v3/determine_quota_cost (read 2026-11-20)
 */
export const commentMethods = {
  threadsList: {
    ...comments,
    id: 'commentThreads.list',
    rpc: `${threadService}.List`,
    cost: 1,
    required: ['part'],
    parameters: {
      ...page,
      part: 'list',
      videoId: 'string',
      allThreadsRelatedToChannelId: 'string',
      channelId: 'string',
      id: 'list',
      searchTerms: 'string',
      order: { oneOf: ['orderUnspecified', 'time', 'relevance'] },
      moderationStatus: { oneOf: ['published', 'heldForReview', 'likelySpam', 'rejected'] },
    },
    parts: ['id', 'replies', 'snippet'],
  },
  threadsInsert: {
    ...comments,
    id: 'commentThreads.insert',
    rpc: `${threadService}.Insert`,
    cost: 50,
    required: ['part'],
    parameters: { part: 'list' },
    parts: ['id', 'snippet'],
  },
  list: {
    ...comments,
    id: 'comments.list',
    rpc: `${service}.List`,
    cost: 1,
    required: ['part'],
    parameters: { ...page, part: 'list', id: 'list', parentId: 'string' },
    parts: ['id', 'snippet'],
  },
  insert: {
    ...comments,
    id: 'comments.insert',
    rpc: `${service}.Insert`,
    cost: 50,
    required: ['part'],
    parameters: { part: 'list' },
    parts: ['id', 'snippet'],
  },
  setModerationStatus: {
    ...comments,
    id: 'comments.setModerationStatus',
    rpc: `${service}.SetModerationStatus`,
    cost: 50,
    required: ['id', 'moderationStatus'],
    parameters: {
      id: 'list',
      moderationStatus: { oneOf: ['published', 'heldForReview', 'likelySpam', 'rejected'] },
      banAuthor: 'boolean',
    },
    parts: [],
  },
  delete: {
    ...comments,
    id: 'comments.delete',
    rpc: `${service}.Delete`,
    cost: 50,
    required: ['id'],
    parameters: { id: 'string' },
    parts: [],
  },
} as const satisfies Record<string, Method>
