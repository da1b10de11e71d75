import { type Endpoint, forAccount, requireScope } from './http/endpoint.ts'
import { integerText, json } from './http/query.ts'
import { flag, list, oneOf, optional, record, text, withDefault } from './http/reader.ts'
import { describeVideo, insightVideoFields, videoFieldNames } from './insights/video-fields.ts'
import { isListed } from './post.ts'
import { badParameter } from './rejection.ts'

const query = {
  fields: withDefault(json(list(oneOf(...videoFieldNames), { min: 1 })), ['item_id']),
  filters: withDefault(json(record({ video_ids: optional(list(text())), ad_post_only: withDefault(flag, false) })), {
    video_ids: undefined,
    ad_post_only: false,
  }),
  cursor: optional(integerText({ min: 0 })),
  max_count: withDefault(integerText({ min: 1, max: 20 }), 10),
}

/**
 * The endpoint that lists an account's public posts, newest first (`/business/video/list/`).
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (captured 2026-08-23)
 */
export const videoList: Endpoint = forAccount({
  method: 'GET',
  path: '/business/video/list/',
  operation: 'posts.list',
  fields: query,
  scopes: ['video.list'],
  handle({ store, figures }, { input, grant, person, now }) {
    const { fields, filters, cursor, max_count } = input
    if (fields.length > 1 && !fields.includes('item_id'))
      throw badParameter('fields', 'item_id must be included when several fields are asked for.')
    if (fields.some((name) => name in insightVideoFields)) requireScope(grant, ['video.insights'])
    // Without a cursor the list begins with the newest post, one of this very millisecond included.
    const before = cursor ?? Math.max(now, ...store.posts.map(({ createdAt }) => createdAt)) + 1
    const matching = store.posts
      .filter((post) => post.accountId === person.openId && isListed(post, now) && post.createdAt < before)
      .filter(({ id }) => filters.video_ids?.includes(id) ?? true)
      .filter(() => !filters.ad_post_only)
      .toSorted((one, other) => other.createdAt - one.createdAt)
    const page = matching.slice(0, max_count)
    return {
      videos: page.map((post) => describeVideo({ post, person, store, figures, now }, fields)),
      cursor: page.at(-1)?.createdAt ?? before,
      has_more: matching.length > page.length,
    }
  },
})
