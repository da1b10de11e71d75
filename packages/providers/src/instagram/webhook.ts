import { type Fields, idOf, objectOf, textOf } from '../json.ts'
import { type EntryChange, entryWebhook } from '../meta/webhook/entries.ts'
import { eventText } from '../meta/webhook/event-values.ts'
import type { CommentChange } from '../ports/webhook.ts'
import { authorOf } from './comments/comment.ts'

function idIn(value: unknown): string | null {
  const id = idOf(value)
  return id !== null && /^\d{1,64}$/.test(id) ? id : null
}

/**
 * Returns whether the media of a comment is an ad.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-media/comments (read
 *   2026-11-29)
 */
function isAd(media: Fields): boolean {
  return idIn(media['ad_id']) !== null || media['media_product_type'] === 'AD'
}

/**
 * Reads a new comment on one of the account's posts, or on an ad made of one; null for other webhook fields, and if an
 * id is missing or invalid. Instagram sends no edits and no deletions. `createdAt` is the time of the event, since
 * Instagram does not send that of the comment. Mentions on posts of other accounts are skipped, since the API does not
 * show those posts.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/reference/instagram (read 2026-11-23)
 * @see https://developers.facebook.com/documentation/instagram-platform/webhooks/examples (read 2026-11-23)
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-instagram (read 2026-11-29)
 */
function readComment({ field, value, account, at }: EntryChange): CommentChange | null {
  if (field !== 'comments') return null
  const media = objectOf(value['media'])
  const [id, mediaId] = [idIn(value['id']), idIn(media['id'])]
  if (id === null || mediaId === null) return null
  const from = objectOf(value['from'])
  const comment = {
    id,
    mediaId,
    parentId: idIn(value['parent_id']),
    ...authorOf(textOf(from['username']) ?? ''),
    body: eventText(value['text']),
    likeCount: 0,
    isCreator: idOf(from['id']) === account || from['self_ig_scoped_id'] !== undefined,
    isHidden: false,
    createdAt: at,
  }
  // Meta does not name the album of a comment on one, but an image of it.
  const place = isAd(media) ? { isOnAd: true as const } : { mayBePart: true as const }
  const about = { accountProviderId: account, commentId: id, at, ...place }
  return { kind: 'written', ...about, comment, isEdit: false, permalink: null }
}

/**
 * Reads webhook events of Instagram accounts, whichever login connected them: new comments on an account's posts,
 * messages to and from the account, and reports that users read messages.
 */
export const instagramWebhook = entryWebhook('instagram', readComment)
