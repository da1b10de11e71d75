import { ProviderError } from '../../error-rules.ts'
import { type Fields, idOf, listOf, objectOf } from '../../json.ts'
import { callPage } from '../client.ts'
import type { FacebookCall } from '../credentials.ts'
import { postDialect } from './errors.ts'

/** Returns whether two ids name the same object: Facebook also names it without the id of its Page before it. */
function isSame(one: string, other: string): boolean {
  return one.split('_').at(-1) === other.split('_').at(-1)
}

/** Returns the ids of the objects that an attachment shows; null stands for those that Facebook does not report. */
function targetsOf(attachment: Fields): (string | null)[] {
  const parts = objectOf(attachment['subattachments'])
  const below = listOf(parts['data'])
  // The target of a link is a URL, on which nobody comments.
  const own = attachment['media_type'] === 'link' ? [] : [idOf(objectOf(attachment['target'])['id'])]
  // Large albums have more pages of parts.
  const others = objectOf(parts['paging'])['next'] === undefined ? [] : [null]
  return [...own, ...below.flatMap(targetsOf), ...others]
}

/**
 * Reads the ids of the photos and videos of a post, or that of the post of a video. An id is null if Facebook does not
 * report it.
 * @see https://developers.facebook.com/docs/graph-api/reference/story-attachment (read 2026-11-20)
 */
async function readParts(call: FacebookCall, postId: string): Promise<(string | null)[]> {
  const isPost = postId.includes('_')
  const target = 'media_type,target{id}'
  const post = await callPage(call, {
    dialect: postDialect,
    method: 'GET',
    path: `/${postId}`,
    operation: 'posts.get',
    query: { fields: isPost ? `id,attachments{${target},subattachments{${target}}}` : 'id,post_id' },
  })
  if (!isPost) return [idOf(post['post_id'])]
  return listOf(objectOf(post['attachments'])['data']).flatMap(targetsOf)
}

/** A comment as Graph returns it, with its id, its parent and its object, and the post on which it should be. */
interface Placed {
  comment: Fields
  commentId: string
  postId: string
}

/**
 * Checks that a comment is on a post: its id begins with that of the post, or its object is the post, or a photo or
 * video of it. Unverified: which object Facebook reports for a post with one photo or video, and for a reply. A comment
 * passes if Facebook does not report its object, or not enough to compare it.
 * @throws ProviderError `comment_not_found` if the comment is on another post; `post_not_found` if Facebook does not
 *   know the post, which is read only if the ids do not decide
 * @see https://developers.facebook.com/docs/graph-api/reference/comment (read 2026-11-20)
 */
export async function requireOnPost(call: FacebookCall, { comment, commentId, postId }: Placed): Promise<void> {
  const [objectId, threadId] = [comment['object'], comment['parent']].map((value) => idOf(objectOf(value)['id']))
  const [start = ''] = commentId.split('_')
  if (!objectId || objectId === threadId || [start, objectId].some((id) => isSame(id, postId))) return
  const parts = await readParts(call, postId)
  if (parts.some((id) => id === null || isSame(id, objectId))) return
  throw new ProviderError('comment_not_found', undefined, 'rejected')
}
