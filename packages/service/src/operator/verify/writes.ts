import { samplePosts } from '@carillon/contract'
import { supports } from '@carillon/domain'
import { adWrites } from './ad-writes.ts'
import { type Check, CheckEnd } from './check.ts'
import { otherCommentWrites, ownCommentWrites } from './comment-writes.ts'
import { messageWrites } from './message-writes.ts'
import { samplesOf, type TestPost } from './publish-samples.ts'
import type { Trial } from './trial.ts'
import type { WriteOptions } from './write-options.ts'

/**
 * Returns checks for all writes on an account: a post of each kind, comments and a campaign on one of these posts, and
 * a message if the operator names a recipient. Posts, comments, campaigns and messages are created as external writes,
 * and all but messages are deleted again where the network supports it.
 */
export function writesOf(trial: Trial, options: WriteOptions): Check[] {
  const commented = namedPost(trial, options)
  return [
    ...samplesOf(trial, {
      ...options,
      onPost: (post) => [
        ...(commented ? [] : ownCommentWrites(trial, post)),
        ...adWrites(trial, { ...post, ...options }),
      ],
    }),
    ...(commented ? ownCommentWrites(trial, commented) : []),
    ...otherCommentWrites(trial, options),
    ...messageWrites(trial, options.message),
  ]
}

/**
 * Returns the post that the account comments on, if it is not one of the test posts; otherwise null. If the network
 * allows comments on no test post and the operator names no post, `id` of the result throws `CheckEnd`.
 */
function namedPost({ account }: Trial, { postId }: WriteOptions): TestPost | null {
  const { platform } = account
  if (postId !== null) return { isPrivate: false, id: () => postId }
  if (!supports('posts.publish', platform) || samplePosts[platform].some(({ hostsWrites }) => hostsWrites)) return null
  return {
    isPrivate: false,
    id() {
      throw new CheckEnd('skipped', 'The network returns no id for a private post. Pass --post ID.')
    },
  }
}
