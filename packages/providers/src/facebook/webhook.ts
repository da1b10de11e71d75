import { type Fields, idOf, objectOf, textOf, timeOf } from '../json.ts'
import { type EntryChange, entryWebhook } from '../meta/webhook/entries.ts'
import { eventMoment, eventText } from '../meta/webhook/event-values.ts'
import type { CommentChange } from '../ports/webhook.ts'
import { authorOf } from './comments/comment.ts'

/** The kind of change that each of Facebook's verbs stands for. The reference has two spellings of some verbs. */
const verbs: Readonly<Record<string, CommentChange['kind'] | 'shown'>> = {
  add: 'written',
  edit: 'written',
  edited: 'written',
  update: 'written',
  hide: 'hidden',
  unhide: 'shown',
  remove: 'removed',
  delete: 'removed',
}

const commentId = /^\d+(_\d+)*$/
const postId = /^\d+(_\d+)?$/

function idIn(value: unknown, form: RegExp): string | null {
  const id = idOf(value)
  return id !== null && form.test(id) && id.length <= 512 ? id : null
}

/** Returns the id of the comment replied to; null for a comment on the post itself, whose parent is the post. */
function parentOf(value: Fields, { post, account }: { post: string; account: string }): string | null {
  const parent = idIn(value['parent_id'], commentId)
  return parent === null || parent === post || parent.startsWith(`${account}_`) ? null : parent
}

/**
 * Builds the comment of a change. The event contains no metrics and no image of the author: `likeCount` is 0,
 * `avatarUrl` null. Null if the event has no valid id of a post.
 */
function written(
  value: Fields,
  { id, account, at, isEdit }: { id: string; account: string; at: string; isEdit: boolean },
) {
  const post = idIn(value['post_id'], postId)
  if (post === null) return null
  const from = objectOf(value['from'])
  const authorId = idOf(from['id'])
  const comment = {
    id,
    mediaId: post,
    parentId: parentOf(value, { post, account }),
    ...authorOf({ id: authorId, name: textOf(from['name']), imageUrl: null }),
    body: eventText(value['message']),
    likeCount: 0,
    isCreator: authorId === account,
    isHidden: value['is_hidden'] === true,
    createdAt: eventMoment(value['created_time']) ?? timeOf(value['created_time']) ?? at,
  }
  return { kind: 'written' as const, comment, isEdit, permalink: textOf(objectOf(value['post'])['permalink_url']) }
}

/**
 * Reads a change of a comment on one of the Page's posts. Null for posts, reactions and shares, which the same field
 * reports, and for an unknown verb or an invalid id.
 *
 * Unverified: that `edited`, `hide`, `unhide` and `remove` name the comment as `add` does. The reference lists the
 * verbs and the fields, but has no example of each.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/reference/page (read 2026-11-23)
 */
function readFeed({ field, value, account, at }: EntryChange): CommentChange | null {
  if (field !== 'feed' || value['item'] !== 'comment') return null
  const [verb, id] = [textOf(value['verb']) ?? '', idIn(value['comment_id'], commentId)]
  const kind = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (kind === undefined || id === null) return null
  const about = { accountProviderId: account, commentId: id, at }
  switch (kind) {
    case 'removed':
      return { ...about, kind }
    case 'hidden':
    case 'shown':
      return { ...about, kind: 'hidden', isHidden: kind === 'hidden' }
    case 'written': {
      const found = written(value, { id, account, at, isEdit: verb !== 'add' })
      return found && { ...about, ...found }
    }
    default:
      return kind satisfies never
  }
}

/**
 * Reads webhook events of Facebook Pages: comments on a Page's posts, messages to and from the Page, and reports that
 * users received or read messages.
 */
export const facebookWebhook = entryWebhook('page', readFeed)
