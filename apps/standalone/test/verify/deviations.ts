import type { Deviation } from '@carillon/service'

export interface Deviating {
  fault: Record<string, unknown>
  expected: Omit<Deviation, 'operation'>
}

/** A deviation after which the reading of comments cannot go on. */
export const postWithoutId: Deviating = {
  fault: { operation: 'posts.get', field: 'id' },
  expected: { kind: 'missing_field', field: 'id' },
}

/** How a network deviates, by operations of the reads; each with what the report must say of it, and nothing else. */
export const readDeviations: Record<string, readonly Deviating[]> = {
  facebook: [
    {
      fault: { operation: 'posts.get', field: 'created_time', value: 1_795_000_000 },
      expected: { kind: 'wrong_type', field: 'created_time', value: 'number' },
    },
    {
      fault: { operation: 'comments.list', field: 'data[].created_time', value: 1_795_000_000 },
      expected: { kind: 'wrong_type', field: 'data[].created_time', value: 'number' },
    },
    {
      fault: { operation: 'ads.account.list', field: 'data[].account_status', value: 77 },
      expected: { kind: 'unknown_value', field: 'data[].account_status', value: '77' },
    },
    {
      fault: { operation: 'conversations.list', field: 'data[].updated_time', rename: 'updated_at' },
      expected: { kind: 'missing_field', field: 'data[].updated_time' },
    },
    {
      fault: {
        operation: 'ads.form.list',
        respond: { status: 400, body: { error: { code: 98_765, message: 'no' } } },
      },
      expected: { kind: 'unknown_error', field: 'error', value: '400.98765.98' },
    },
  ],
  instagram: [
    {
      fault: { operation: 'posts.list', field: 'data[].media_type', value: 'HOLOGRAM' },
      expected: { kind: 'unknown_value', field: 'data[].media_type', value: 'HOLOGRAM' },
    },
    {
      fault: { operation: 'comments.list', field: 'data[].timestamp', rename: 'created_at' },
      expected: { kind: 'missing_field', field: 'data[].timestamp' },
    },
    {
      fault: { operation: 'conversations.list', field: 'data', value: { items: [] } },
      expected: { kind: 'wrong_type', field: 'data', value: 'object' },
    },
    {
      fault: {
        operation: 'insights.get',
        respond: { status: 400, body: { error: { code: 98_765, message: 'no' } } },
      },
      expected: { kind: 'unknown_error', field: 'error', value: '400.98765' },
    },
  ],
  tiktok: [
    {
      fault: { operation: 'posts.list', times: 1, field: 'data.videos[].item_id', rename: 'video_id' },
      expected: { kind: 'missing_field', field: 'data.videos[].item_id' },
    },
    {
      fault: { operation: 'comments.list', field: 'data.comments[].owner', value: 'yes' },
      expected: { kind: 'wrong_type', field: 'data.comments[].owner', value: 'string' },
    },
    {
      fault: { operation: 'accounts.get', field: 'data.followers_count', rename: 'follower_count' },
      expected: { kind: 'renamed_field', field: 'data.followers_count', value: 'follower_count' },
    },
    {
      fault: {
        operation: 'properties.list',
        respond: { status: 200, body: { code: 49_876, message: 'no', data: {}, request_id: '1' } },
      },
      expected: { kind: 'unknown_error', field: 'error', value: '400.49876' },
    },
  ],
  youtube: [
    {
      fault: { operation: 'videos.list', field: 'items[].id' },
      expected: { kind: 'missing_field', field: 'items[].id' },
    },
    {
      fault: { operation: 'commentThreads.list', field: 'items[].snippet.totalReplyCount', value: 'many' },
      expected: { kind: 'wrong_type', field: 'items[].snippet.totalReplyCount', value: 'string' },
    },
    {
      fault: { operation: 'reports.query', field: 'columnHeaders[].name', rename: 'title' },
      expected: { kind: 'missing_field', field: 'columnHeaders[].name' },
    },
    {
      fault: {
        operation: 'playlistItems.list',
        times: 1,
        respond: { status: 418, body: { error: { code: 418, errors: [{ reason: 'teapot', domain: 'kitchen' }] } } },
      },
      expected: { kind: 'unknown_error', field: 'error' },
    },
  ],
  x: [
    {
      fault: { operation: 'posts.list', field: 'data[].public_metrics.like_count', rename: 'favorite_count' },
      expected: { kind: 'missing_field', field: 'data[].public_metrics.like_count' },
    },
  ],
  bluesky: [
    {
      fault: { operation: 'com.atproto.repo.listRecords', field: 'records[].value', value: 'gone' },
      expected: { kind: 'wrong_type', field: 'records[].value', value: 'string' },
    },
    {
      fault: { operation: 'app.bsky.feed.getPosts', field: 'posts[].likeCount', rename: 'like_count' },
      expected: { kind: 'renamed_field', field: 'posts[].likeCount', value: 'like_count' },
    },
  ],
  whatsapp: [
    {
      fault: { operation: 'numbers.list', field: 'data[].quality_rating', value: 'VIOLET' },
      expected: { kind: 'unknown_value', field: 'data[].quality_rating', value: 'VIOLET' },
    },
    {
      fault: { operation: 'templates.list', field: 'data[].status', rename: 'state' },
      expected: { kind: 'missing_field', field: 'data[].status' },
    },
    {
      fault: { operation: 'subscriptions.list', field: 'data[].whatsapp_business_api_data', rename: 'app' },
      expected: { kind: 'missing_field', field: 'data[].whatsapp_business_api_data' },
    },
  ],
}

/** The same of the writes. */
export const writeDeviations: Record<string, readonly Deviating[]> = {
  facebook: [
    {
      fault: { operation: 'comments.create', field: 'id', rename: 'comment_id' },
      expected: { kind: 'missing_field', field: 'id' },
    },
    {
      fault: { operation: 'comments.delete', respond: { status: 400, body: { error: { code: 98_765 } } } },
      expected: { kind: 'unknown_error', field: 'error', value: '400.98765' },
    },
    {
      fault: { operation: 'comments.hide', respond: { status: 400, body: { error: { code: 98_764 } } } },
      expected: { kind: 'unknown_error', field: 'error', value: '400.98764' },
    },
    {
      fault: { operation: 'messages.send', field: 'message_id', value: 7 },
      expected: { kind: 'wrong_type', field: 'message_id', value: 'number' },
    },
    {
      fault: { operation: 'ads.adset.create', field: 'id', rename: 'ad_set_id' },
      expected: { kind: 'missing_field', field: 'id' },
    },
  ],
  instagram: [
    {
      fault: { operation: 'comments.create', field: 'id', rename: 'comment_id' },
      expected: { kind: 'missing_field', field: 'id' },
    },
    {
      fault: { operation: 'messages.send', field: 'message_id' },
      expected: { kind: 'missing_field', field: 'message_id' },
    },
  ],
  tiktok: [
    {
      fault: { operation: 'comments.create', field: 'data.comment_id', rename: 'id' },
      expected: { kind: 'missing_field', field: 'data.comment_id' },
    },
  ],
  youtube: [
    {
      fault: { operation: 'commentThreads.insert', field: 'snippet.topLevelComment', value: 'gone' },
      expected: { kind: 'wrong_type', field: 'snippet.topLevelComment', value: 'string' },
    },
    {
      fault: { operation: 'comments.insert', field: 'snippet.publishedAt', value: 'today' },
      expected: { kind: 'wrong_type', field: 'snippet.publishedAt', value: 'string' },
    },
  ],
  whatsapp: [
    {
      fault: { operation: 'messages.send', field: 'messages[].id', rename: 'message_id' },
      expected: { kind: 'missing_field', field: 'messages[].id' },
    },
  ],
}
