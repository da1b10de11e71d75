import type { View } from '../api/vocabulary.ts'
import type { Backend } from '../backend.ts'
import { accountByHandle, accountById, type Post } from '../state.ts'
import { postMetrics, privateMetrics } from './metrics.ts'
import { shorten, toWireText, type WireText } from './wire-text.ts'

type Fields = Record<string, (post: Post, backend: Backend) => unknown>

function address({ state }: Backend, post: Post): string {
  return `https://x.com/${accountById(state, post.accountId)?.handle ?? 'i'}/status/${post.id}`
}

/**
 * Returns a text, by default the post's, as X returns it: links are t.co links, `&`, `<` and `>` are escaped, and a
 * link to the post's media is appended.
 * Without the option `wrapLinks`, returns the text unchanged, with empty lists of links and mentions.
 */
export function wire(backend: Backend, post: Post, text: string = post.text): WireText {
  if (!backend.options.wrapLinks) return { text, urls: [], mentions: [] }
  const kind = post.media[0]?.file?.kind === 'photo' ? 'photo' : 'video'
  const keys = post.media.map(({ mediaKey }) => mediaKey)
  const media = keys.length === 0 ? undefined : { address: `${address(backend, post)}/${kind}/1`, keys }
  return toWireText({ text, salt: post.id, media })
}

function entities(backend: Backend, post: Post, text: string = post.text): unknown {
  const { urls, mentions } = wire(backend, post, text)
  const known = mentions.map((mention) => {
    const id = accountByHandle(backend.state, mention.username)?.id
    return id === undefined ? mention : { ...mention, id }
  })
  if (urls.length + known.length === 0) return undefined
  return { ...(urls.length > 0 ? { urls } : {}), ...(known.length > 0 ? { mentions: known } : {}) }
}

function parentOf(post: Post, { state }: Backend): Post | undefined {
  return state.posts.get(post.inReplyToPostId ?? '')
}

function references(post: Post): unknown {
  return post.inReplyToPostId === null ? undefined : [{ type: 'replied_to', id: post.inReplyToPostId }]
}

function note(post: Post, backend: Backend): unknown {
  if (shorten(post.text) === undefined) return undefined
  const found = entities(backend, post)
  return { text: wire(backend, post).text, ...(found === undefined ? {} : { entities: found }) }
}

/** The values of the selectable fields of a post, keyed by field. An undefined value omits the field. */
const FIELDS: Fields = {
  attachments: ({ media }) => (media.length === 0 ? undefined : { media_keys: media.map(({ mediaKey }) => mediaKey) }),
  author_id: ({ accountId }) => accountId,
  conversation_id: ({ conversationId }) => conversationId,
  created_at: ({ createdAt }) => new Date(createdAt).toISOString(),
  edit_controls: ({ createdAt }) => ({
    edits_remaining: 5,
    is_edit_eligible: false,
    editable_until: new Date(createdAt + 60 * 60_000).toISOString(),
  }),
  entities: (post, backend) => entities(backend, post, shorten(post.text)),
  in_reply_to_user_id: (post, backend) => parentOf(post, backend)?.accountId,
  lang: () => 'en',
  note_post: note,
  note_tweet: note,
  paid_partnership: ({ settings }) => settings['paid_partnership'] === true,
  possibly_sensitive: () => false,
  referenced_tweets: references,
  reply_settings: ({ settings }) => settings['reply_settings'] ?? 'everyone',
}

/**
 * Renders a post with the requested fields. `id`, `text` and the edit history are always included. `reader` is the id
 * of the calling user, null for an app-only token.
 */
export function renderPost(backend: Backend, post: Post, view: View, reader: string | null): Record<string, unknown> {
  const shown: Record<string, unknown> = {
    id: post.id,
    text: wire(backend, post, shorten(post.text)).text,
    [view.vocabulary === 'post' ? 'edit_history_post_ids' : 'edit_history_tweet_ids']: [post.id],
  }
  for (const field of view.postFields) {
    const value = FIELDS[field]?.(post, backend)
    if (value !== undefined) shown[field] = value
  }
  if (view.postFields.has('public_metrics')) shown['public_metrics'] = postMetrics(backend, post, view.vocabulary)
  for (const field of ['non_public_metrics', 'organic_metrics']) {
    const metrics = view.postFields.has(field) ? privateMetrics(backend, post, { field, reader, view }) : undefined
    if (metrics !== undefined) shown[field] = metrics
  }
  if (view.expansions.has('author_id')) shown['author_id'] = post.accountId
  return shown
}
