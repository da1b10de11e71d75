import { pageOfInstagram } from '../authority.ts'
import type { Comment } from '../state/comment.ts'
import type { Happening } from '../state/happening.ts'
import type { State } from '../state/state.ts'

type Fields = Record<string, unknown>

/** An update about one Page or Instagram account: an entry in the body of a webhook request. */
export interface Push {
  object: 'page' | 'instagram'
  /** The id of the Page or account. */
  id: string
  /** The field whose subscribers receive the update. */
  field: string
  /** The content of the entry: `changes` with the new value of the field, or `messaging` with a message event. */
  part: { changes: Fields[] } | { messaging: Fields[] }
  /** The time of the entry, in seconds for changes and in ms for messages. */
  time: number
}

const seconds = (ms: number) => Math.floor(ms / 1000)

type CommentHappening = Extract<Happening, { kind: 'comment' }>

/**
 * Returns `value` of a change of the field `feed`, about a comment on a Page post.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/reference/page (read 2026-11-23)
 */
function feedValue(comment: Comment, verb: CommentHappening['verb'], state: State): Fields {
  const about = { item: 'comment', verb, comment_id: comment.id, post_id: comment.postId }
  const parent = { parent_id: comment.parentId ?? comment.postId, created_time: seconds(comment.createdAt) }
  if (verb !== 'add' && verb !== 'edited') return { ...about, ...parent }
  const post = state.pagePosts.get(comment.postId)
  return {
    from: { id: comment.authorId, name: comment.authorHandle },
    post: { id: comment.postId, is_published: true, ...(post && { status_type: 'added_photos' }) },
    message: comment.text,
    ...about,
    ...parent,
  }
}

/**
 * Returns `value` of a change of the field `comments`, about a new Instagram comment. Meta reports only new comments,
 * and not the id of an album on which one is. Which id it has instead is not documented: here it is that of the first
 * image.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/reference/instagram (read 2026-11-23)
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-instagram (read 2026-11-29)
 */
function instagramValue(comment: Comment, state: State): Fields {
  const { authorId, authorHandle, ownerId, parentId } = comment
  const post = state.instagramPosts.get(comment.postId)
  const image = post?.kind === 'CAROUSEL_ALBUM' ? post.media[0]?.id : undefined
  return {
    from: { id: authorId, username: authorHandle, ...(authorId === ownerId && { self_ig_scoped_id: `9${authorId}` }) },
    media: { id: image ?? comment.postId, media_product_type: 'FEED' },
    id: comment.id,
    ...(parentId !== null && { parent_id: parentId }),
    text: comment.text,
  }
}

function commentPush({ login, verb, comment }: CommentHappening, state: State): Push[] {
  const time = seconds(state.now())
  if (login === 'facebook') {
    const change = { value: feedValue(comment, verb, state), field: 'feed' }
    return [{ object: 'page', id: comment.ownerId, field: 'feed', part: { changes: [change] }, time }]
  }
  if (verb !== 'add') return []
  const change = { value: instagramValue(comment, state), field: 'comments' }
  return [{ object: 'instagram', id: comment.ownerId, field: 'comments', part: { changes: [change] }, time }]
}

/**
 * Returns the updates about a message at `now` (ms since the epoch); an empty list for a reaction or shared location.
 * @see https://developers.facebook.com/docs/messenger-platform/reference/webhook-events (read 2026-11-23)
 */
function messagePush({ conversation, message }: Extract<Happening, { kind: 'message' }>, now: number): Push[] {
  const { channel, accountId: id, participant } = conversation
  const isOwn = message.direction === 'outbound'
  const [account, user] = [{ id }, { id: participant.id }]
  const attached = message.type !== 'text' && message.type !== 'button'
  // Reactions and shared locations are no messages of their own on these webhooks.
  if (message.type === 'reaction' || message.type === 'location') return []
  const event = {
    sender: isOwn ? account : user,
    recipient: isOwn ? user : account,
    timestamp: message.createdAt,
    message: {
      mid: message.id,
      ...(message.text !== '' && { text: message.text }),
      ...(attached && { attachments: [{ type: 'image', payload: { url: 'https://lookaside.fbsbx.com/1' } }] }),
      ...(isOwn && { is_echo: true }),
    },
  }
  const object = channel === 'messenger' ? 'page' : 'instagram'
  const field = isOwn && object === 'page' ? 'message_echoes' : 'messages'
  return [{ object, id, field, part: { messaging: [event] }, time: now }]
}

/**
 * Returns the updates about a receipt at `now` (ms since the epoch). Messenger reports the time up to which messages
 * were delivered or read. Instagram reports the message that was read; the list is empty for a delivery.
 */
function receiptPush({ conversation, status, last }: Extract<Happening, { kind: 'receipt' }>, now: number): Push[] {
  const { channel, accountId: id, participant } = conversation
  const parties = { sender: { id: participant.id }, recipient: { id }, timestamp: now }
  if (channel === 'instagram') {
    if (status === 'delivered') return []
    const event = { ...parties, read: { mid: last.id } }
    return [{ object: 'instagram', id, field: 'messaging_seen', part: { messaging: [event] }, time: now }]
  }
  const watermark = last.createdAt
  const report = status === 'read' ? { read: { watermark } } : { delivery: { mids: [last.id], watermark } }
  const field = status === 'read' ? 'message_reads' : 'message_deliveries'
  return [{ object: 'page', id, field, part: { messaging: [{ ...parties, ...report }] }, time: now }]
}

/** Returns the webhook updates that Meta sends about a change; an empty list if Meta does not report the change. */
export function pushesOf(happening: Happening, state: State): Push[] {
  switch (happening.kind) {
    case 'comment':
      return commentPush(happening, state)
    case 'message':
      return messagePush(happening, state.now())
    case 'receipt':
      return receiptPush(happening, state.now())
    default:
      return happening satisfies never
  }
}

/**
 * Returns the id of the Page to which an Instagram account is linked; undefined if none exists. An app that is
 * subscribed to that Page also gets the account's updates.
 */
export function pageIdOf(state: State, accountId: string): string | undefined {
  const account = state.instagramAccounts.get(accountId)
  return account && pageOfInstagram(state, account)?.id
}
