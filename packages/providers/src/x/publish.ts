import type { TokenPair } from '../credentials.ts'
import type { Published, PublishPort, Step } from '../ports/publish.ts'
import { createNextPost } from './create-post.ts'
import type { XPublishCall } from './credentials.ts'
import { holdsLink } from './links.ts'
import { permalinkOf } from './permalink.ts'
import { checkBody, checkParts, type Item, partsOf } from './post-parts.ts'
import { initialState, type State } from './publish-state.ts'
import { reconcilePost, recoverPosts } from './reconcile.ts'
import { continueUpload } from './upload.ts'

/** Returns the first media item that is not uploaded and processed, with its index; undefined if all are. */
function nextItem(items: readonly Item[], { uploads }: State): { item: Item; at: number } | undefined {
  const at = items.findIndex((_, index) => uploads[index]?.phase !== 'ready')
  const item = items[at]
  return item && { item, at }
}

async function advance(call: XPublishCall, state: State): Promise<Step<State>> {
  const parts = partsOf(call.input)
  checkParts(parts)
  const result = resultOf(call, state)
  if (result) return { kind: 'done', result }
  // All media are uploaded first, so that a rejected one fails the thread before any of its posts is published.
  const items = parts.flatMap((part) => part.items)
  const next = nextItem(items, state)
  if (next) {
    const { upload, wait } = await continueUpload(call, next.item, state.uploads[next.at])
    const moved = { ...state, uploads: [...state.uploads.slice(0, next.at), upload] }
    return wait === undefined
      ? { kind: 'next', state: moved }
      : { kind: 'wait', state: moved, seconds: wait, accepted: false }
  }
  return { kind: 'commit', step: `post[${state.postIds.length}]` }
}

/** Returns the result once all posts of the thread are published; undefined before. */
function resultOf(call: XPublishCall, { postIds }: State): Published | undefined {
  const [first] = postIds
  if (first === undefined || postIds.length < partsOf(call.input).length) return undefined
  return { postIds, permalink: permalinkOf(call, first) }
}

export const xPublish: PublishPort<'x', State, TokenPair> = {
  settling: { callSeconds: 45, seconds: 120, maxProbes: 2, probeIntervalSeconds: 30 },
  check: checkBody,
  async validate(call) {
    checkParts(partsOf(call.input))
  },
  charges: (post) => partsOf(post).map(({ text }) => (holdsLink(text) ? 'post.create.url' : 'post.create')),
  begin: () => initialState,
  advance,
  commit: createNextPost,
  resultOf,
  createdIds: ({ postIds }) => postIds,
  reconcile: reconcilePost,
  recover: recoverPosts,
}
