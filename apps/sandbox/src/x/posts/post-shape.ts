import { type BodyShape, flag, ID, list, oneOf, record, text, whole } from '../wire/shape.ts'

const replySettings = oneOf(['following', 'mentionedUsers', 'subscribers', 'verified'])

/**
 * The format of the body of `POST /2/tweets`. Other fields are rejected.
 * @see https://docs.x.com/x-api/posts/create-post (OpenAPI 2.167, read 2026-11-20)
 */
export const POST_BODY: BodyShape<PostBody> = record({
  card_uri: text(),
  community_id: ID,
  direct_message_deep_link: text(),
  edit_options: record({ previous_post_id: ID }, ['previous_post_id']),
  for_super_followers_only: flag,
  geo: record({ place_id: text() }, ['place_id']),
  made_with_ai: flag,
  media: record(
    {
      call_to_actions: record({
        app_install: record({ app_store_id: text(), ipad_app_store_id: text(), play_store_id: text() }),
        visit_site: record({ url: text() }, ['url']),
        watch_now: record({ url: text() }, ['url']),
      }),
      embeddable: flag,
      media_ids: list(ID, { min: 1, max: 4 }),
      preview_media_id: ID,
      tagged_user_ids: list(ID, { max: 10 }),
      title: text(),
    },
    ['media_ids'],
  ),
  nullcast: flag,
  paid_partnership: flag,
  poll: record(
    {
      options: list(text({ min: 1, max: 25 }), { min: 2, max: 4 }),
      duration_minutes: whole({ min: 5, max: 10_080 }),
      reply_settings: replySettings,
    },
    ['options', 'duration_minutes'],
  ),
  quote_tweet_id: ID,
  reply: record(
    {
      auto_populate_reply_metadata: flag,
      exclude_reply_user_ids: list(ID, { max: Number.POSITIVE_INFINITY }),
      in_reply_to_tweet_id: ID,
    },
    ['in_reply_to_tweet_id'],
  ),
  reply_settings: replySettings,
  share_with_followers: flag,
  text: text(),
})

/**
 * The body of `POST /2/tweets` after validation. `setting` is any other field of `POST_BODY`, such as `reply_settings`.
 */
export interface PostBody {
  text?: string
  media?: { media_ids: string[]; tagged_user_ids?: string[] }
  poll?: Record<string, unknown>
  quote_tweet_id?: string
  reply?: { in_reply_to_tweet_id: string }
  [setting: string]: unknown
}
