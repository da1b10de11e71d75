import { type PublishPlatform, supports } from '@carillon/domain'
import type { PreparedPost, PublishCall, PublishPort, WriteCall, WritePort } from '@carillon/providers'
import type { WriteKind } from '../journal/write-kind.ts'
import { mapMediaItems } from '../posts/media-items.ts'
import { mediaSource } from './media-source.ts'
import { prepareMedia } from './prepare-media.ts'
import { publishPlatform } from './publish-platform.ts'

/** What a publish ends in. */
export interface Published {
  postIds: string[]
  permalink: string | null
}

type Post = PreparedPost<PublishPlatform>

/** A post on its way to a network. */
export const publishKind: WriteKind<Record<string, unknown>, Post, Published> = {
  words: { thing: 'post', done: 'published' },
  whenAbsent: 'resend',
  unsentSeconds: null,
  async port({ registry }, platform) {
    if (!supports('posts.publish', platform)) return undefined
    const { publish }: { publish: PublishPort<PublishPlatform> } = await registry.adapter(platform)
    return asWritePort(publish)
  },
  async input(run, payload) {
    const post = await mapMediaItems(publishPlatform(run.row), payload, async ({ value }) => ({
      ...value,
      source: await mediaSource(run, value['source']),
    }))
    // The payload is the body that was validated, with its media items replaced.
    return post as Post
  },
  prepare: prepareMedia,
  providerIds: ({ postIds }) => postIds,
  resolved: (postId) => ({ postIds: [postId], permalink: null }),
}

function publishCall(call: WriteCall<Post>): PublishCall<PublishPlatform> {
  return { ...call, publishId: call.writeId, post: call.input }
}

function asWritePort(port: PublishPort<PublishPlatform>): WritePort<Post, object, Published> {
  return {
    settling: port.settling,
    begin: ({ writeId, ...start }) => port.begin({ ...start, publishId: writeId }),
    async advance(call, state) {
      const step = await port.advance(publishCall(call), state as never)
      if (step.kind !== 'published') return step
      return { kind: 'done', result: { postIds: step.postIds, permalink: step.permalink } }
    },
    commit: (call, state, step) => port.commit(publishCall(call), state as never, step),
    reconcile: (call, state, open) => port.reconcile(publishCall(call), state as never, open),
  }
}
