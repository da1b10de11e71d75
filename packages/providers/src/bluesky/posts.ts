import { ProviderError } from '../error-rules.ts'
import { type Fields, listOf, objectOf, textOf } from '../json.ts'
import type { PostsPort } from '../ports/posts.ts'
import { requiredItems } from '../required-fields.ts'
import { appViewHeaders } from './app-view.ts'
import { collection, recordUri } from './post-record.ts'
import { isOwn, type PostView, readPost, type StoredPost, viewOf } from './post-view.ts'
import { type BlueskyCall, type Credentials, type Session, sessionOf } from './session.ts'
import { callServer } from './xrpc.ts'

const pageSize = 100
const viewsAtOnce = 25
/** The maximum lengths of a record key and of the text of a post, in characters. */
const maxKeyLength = 512
const maxTextLength = 3_000

/**
 * Reads counts and thumbnails from the app view, which lags behind and may be unavailable: posts that it does not
 * return are omitted. A rejected token is thrown, because the records themselves are read without a token.
 * @see https://docs.bsky.app/docs/api/app-bsky-feed-get-posts (read 2026-11-20)
 */
async function readViews(call: BlueskyCall, session: Session, uris: readonly string[]): Promise<PostView[]> {
  const method = 'app.bsky.feed.getPosts'
  try {
    const response = await callServer(call, session, {
      method,
      query: { uris },
      headers: appViewHeaders,
      timeoutMs: 4_000,
    })
    return listOf(response['posts']).map(viewOf)
  } catch (error) {
    if (error instanceof ProviderError && error.tokenRejected) throw error
    return []
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/**
 * Returns the post of a record, in a list; an empty list if its URI is not one of the account's posts, or if it has more
 * text than a post can have. Users choose their server, whose records would otherwise fill the memory.
 */
function postIn({ uri, value }: Fields, did: string): StoredPost[] {
  const prefix = recordUri(did, '')
  const fields = objectOf(value)
  const { text } = fields
  const isPost = typeof uri === 'string' && uri.startsWith(prefix) && uri.length <= prefix.length + maxKeyLength
  return isPost && (typeof text !== 'string' || text.length <= maxTextLength) ? [{ uri, value: fields }] : []
}

export const blueskyPosts: PostsPort<Credentials> = {
  /** @see https://docs.bsky.app/docs/api/com-atproto-repo-list-records (read 2026-11-20) */
  async list(call, cursor) {
    const session = sessionOf(call)
    const query = { repo: session.did, collection, limit: pageSize, ...(cursor !== null && { cursor }) }
    const page = await callServer(call, session, { method: 'com.atproto.repo.listRecords', query })
    const stored = requiredItems(page, 'records').slice(0, pageSize)
    const own = stored.flatMap((record) => postIn(record, session.did)).filter((post) => isOwn(post, session.did))
    const uris = own.map(({ uri }) => uri)
    const views = await Promise.all(chunks(uris, viewsAtOnce).map((some) => readViews(call, session, some)))
    const byUri = new Map(views.flat().map((view) => [view.uri, view]))
    const posts = own.map((post) => readPost(call.app, session, post, byUri.get(post.uri)))
    const next = textOf(page['cursor'])
    return { posts, next: stored.length < pageSize ? null : next }
  },
}
