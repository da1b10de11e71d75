import { supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { type DeletePostPort, singleCallWrite, type WritePort } from '@carillon/providers'
import { newEvent } from '../events/new-event.ts'
import type { WriteKind } from '../journal/write-kind.ts'

interface PostDelete {
  postId: string
  /** The id of the publish that created the post; absent if Carillon did not create it. */
  publishId?: string
}

/** Timing of a deletion, which can safely be repeated soon after its response was lost. */
const settling = { callSeconds: 30, seconds: 2, maxProbes: 1, probeIntervalSeconds: 2 }

/**
 * The external write that deletes a post at the network. If the response is lost, the deletion is sent again;
 * `post_not_found` then counts as success.
 */
export const postDeleteKind: WriteKind<PostDelete, PostDelete, null> = {
  name: 'post.delete',
  words: { thing: 'post', done: 'deleted' },
  whenAbsent: 'resend',
  unsentSeconds: 30,
  async port({ registry }, platform) {
    if (!supports('posts.delete', platform)) return undefined
    const { deletePost } = await registry.adapter(platform)
    return asWritePort(deletePost)
  },
  input: async (_run, { postId }) => ({ postId }),
  providerIds: () => [],
  resolved: () => null,
  events({ row, payload: { postId, publishId = null } }) {
    if (row.status !== 'succeeded') return []
    return [newEvent(row, { type: 'post.deleted', id: postId, at: row.updatedAt, data: { postId, publishId } })]
  },
}

/**
 * Converts the adapter's deletion to a write port. A deletion whose response was lost is repeated; if the network then
 * reports that the post does not exist, the first call took effect.
 */
function asWritePort(port: DeletePostPort): WritePort<PostDelete, object, null> {
  return singleCallWrite<PostDelete, null>({
    settling,
    step: 'delete',
    async send(call, { again }) {
      try {
        await port.delete(call, call.input.postId)
      } catch (error) {
        const isGone = error instanceof ServiceError && error.code === 'post_not_found'
        if (!again || !isGone) throw error
        await port.recordLostDeletion?.(call, call.input.postId)
      }
      return null
    },
    find: async () => ({ kind: 'again' }),
  })
}
