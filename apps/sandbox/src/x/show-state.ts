import type { HeldMedia } from '../network.ts'
import type { Backend } from './backend.ts'
import { processingInfo } from './media/progress.ts'
import { accountById, newestFirst, type Post, type Upload } from './state.ts'

function showMedia({ file, altText }: Upload): HeldMedia[] {
  return file === null ? [] : [{ ...file.held, altText }]
}

/** Returns a post as `GET /state/x` shows it: ISO 8601 time, media with URLs, and handles of users who like it. */
export function showPost({ state }: Backend, post: Post): Record<string, unknown> {
  return {
    id: post.id,
    accountId: post.accountId,
    handle: accountById(state, post.accountId)?.handle ?? null,
    text: post.text,
    createdAt: new Date(post.createdAt).toISOString(),
    conversationId: post.conversationId,
    inReplyToPostId: post.inReplyToPostId,
    media: post.media.flatMap(showMedia),
    mediaIds: post.media.map(({ id }) => id),
    likes: [...post.likedBy].map((id) => accountById(state, id)?.handle ?? id),
    ...post.settings,
  }
}

/**
 * Returns the content of `GET /state/x`: accounts, posts (newest first), replies (`comments`), deleted posts, uploads,
 * grants and charges in US dollars.
 */
export function showState(backend: Backend): Record<string, unknown> {
  const { state, ledger, grants, now } = backend
  const posts = newestFirst(state)
  return {
    accounts: state.accounts.map(({ createdAt, ...account }) => ({
      ...account,
      createdAt: new Date(createdAt).toISOString(),
    })),
    posts: posts.map((post) => showPost(backend, post)),
    comments: posts.filter(({ inReplyToPostId }) => inReplyToPostId !== null).map((post) => showPost(backend, post)),
    deletedPosts: state.deletedPosts,
    uploads: [...state.uploads.values()].map((upload) => ({
      id: upload.id,
      accountId: upload.ownerId,
      category: upload.category,
      finalized: upload.file !== null,
      processing: processingInfo(upload, now()) ?? null,
      expiresAt: new Date(upload.expiresAt).toISOString(),
      media: showMedia(upload)[0] ?? null,
    })),
    grants: grants.list(),
    billed: ledger.entries(),
    billedTotal: ledger.total(),
  }
}
