import { listOf, type QueryRule } from '../wire/query.ts'

/** The two naming schemes in X's published documentation: older names with `tweet`, newer ones with `post`. */
export type Vocabulary = 'tweet' | 'post'

const BOTH = [
  ...['article', 'attachments', 'card_uri', 'community_id', 'context_annotations', 'conversation_id', 'created_at'],
  ...['display_text_range', 'edit_controls', 'entities', 'geo', 'id', 'lang', 'media_metadata', 'non_public_metrics'],
  ...[
    'organic_metrics',
    'possibly_sensitive',
    'promoted_metrics',
    'public_metrics',
    'reply_settings',
    'scopes',
    'source',
  ],
  ...['suggested_source_links', 'suggested_source_links_with_counts', 'text', 'withheld'],
]

/** The values that the fields parameter accepts: of `tweet.fields` from OpenAPI 2.159, of `post.fields` from 2.167. */
const POST_FIELDS: Record<Vocabulary, string[]> = {
  tweet: [...BOTH, 'author_id', 'edit_history_tweet_ids', 'in_reply_to_user_id', 'note_tweet', 'referenced_tweets'],
  post: [...BOTH, 'article_title', 'matched_media_notes', 'note_post', 'note_request_suggestions', 'paid_partnership'],
}

const EXPANSIONS = [
  ...['article.cover_media', 'article.media_entities', 'attachments.media_keys', 'attachments.media_source_tweet'],
  ...['attachments.poll_ids', 'author_id', 'edit_history_post_ids', 'edit_history_tweet_ids'],
  ...['entities.mentions.username', 'entities.note.mentions.username', 'geo.place_id', 'in_reply_to_user_id'],
  ...['referenced_posts', 'referenced_tweets.id', 'referenced_tweets.id.attachments.media_keys'],
  ...['referenced_tweets.id.author_id', 'username'],
]

const USER_FIELDS = [
  ...['affiliation', 'confirmed_email', 'connection_status', 'created_at', 'description', 'entities', 'id'],
  ...['is_identity_verified', 'location', 'most_recent_tweet_id', 'name', 'parody', 'pinned_tweet_id'],
  ...[
    'profile_banner_url',
    'profile_image_url',
    'protected',
    'public_metrics',
    'receives_your_dm',
    'subscribes_to_you',
  ],
  ...['subscription', 'subscription_type', 'url', 'username', 'verified', 'verified_followers_count', 'verified_type'],
  'withheld',
]

const USER_EXPANSIONS = [
  ...['affiliation', 'affiliation.user_id', 'most_recent_post_id', 'most_recent_tweet_id', 'pinned_post_id'],
  'pinned_tweet_id',
]

const MEDIA_FIELDS = [
  ...['alt_text', 'duration_ms', 'height', 'media_key', 'non_public_metrics', 'organic_metrics', 'preview_image_url'],
  ...['promoted_metrics', 'public_metrics', 'type', 'url', 'variants', 'width'],
]

const POLL_FIELDS = ['duration_minutes', 'end_datetime', 'id', 'options', 'voting_status']
const PLACE_FIELDS = ['contained_within', 'country', 'country_code', 'full_name', 'geo', 'id', 'name', 'place_type']

function postFields(spoken: 'either' | Vocabulary): Record<string, QueryRule> {
  const words: Vocabulary[] = spoken === 'either' ? ['tweet', 'post'] : [spoken]
  return Object.fromEntries(words.map((word) => [`${word}.fields`, listOf(POST_FIELDS[word])]))
}

/**
 * Returns the query rules for the parameters that select fields in a response with posts. `spoken` is the naming
 * scheme: `tweet` allows only `tweet.fields`, `post` only `post.fields`, and `either` both, of which `readView` prefers
 * `post.fields`.
 */
export function postParameters(spoken: 'either' | Vocabulary): Record<string, QueryRule> {
  return {
    ...postFields(spoken),
    expansions: listOf(EXPANSIONS),
    'user.fields': listOf(USER_FIELDS),
    'media.fields': listOf(MEDIA_FIELDS),
    'poll.fields': listOf(POLL_FIELDS),
    'place.fields': listOf(PLACE_FIELDS),
  }
}

/**
 * Returns the query rules for the parameters that select fields in a response with one user. `spoken` is the naming
 * scheme for the fields of that user's posts: `tweet` allows only `tweet.fields`, `post` only `post.fields`, and
 * `either` both, of which `readView` prefers `post.fields`.
 */
export function userParameters(spoken: 'either' | Vocabulary): Record<string, QueryRule> {
  return { ...postFields(spoken), 'user.fields': listOf(USER_FIELDS), expansions: listOf(USER_EXPANSIONS) }
}

/** The fields and expansions that a request selects, and the naming scheme of the response. */
export interface View {
  vocabulary: Vocabulary
  postFields: Set<string>
  userFields: Set<string>
  mediaFields: Set<string>
  expansions: Set<string>
}

/**
 * Reads the selected fields from a validated query. `spoken` is the naming scheme of posts that the endpoint accepts.
 * With `either`, a request with `post.fields` gets a response with `post` names, any other one with `tweet` names.
 */
export function readView(query: Record<string, string>, spoken: 'either' | Vocabulary): View {
  const parts = (name: string) => new Set(query[name]?.split(',') ?? [])
  const own: Vocabulary = spoken === 'either' ? 'tweet' : spoken
  const vocabulary = 'post.fields' in query ? 'post' : 'tweet.fields' in query ? 'tweet' : own
  return {
    vocabulary,
    postFields: parts(`${vocabulary}.fields`),
    userFields: parts('user.fields'),
    mediaFields: parts('media.fields'),
    expansions: parts('expansions'),
  }
}
