import { ProviderError } from '../error-rules.ts'
import { type Fields, listOf, objectOf, textOf } from '../json.ts'
import type { PostsPort } from '../ports/posts.ts'
import { requiredItems } from '../required-fields.ts'
import { appViewHeaders } from './app-view.ts'
import { collection, recordUri } from './post-record.ts'
import { authorName, isOwn, type PostView, readPost, type StoredPost, viewOf } from './post-view.ts'
import { type BlueskyCall, type Credentials, type Session, sessionOf } from './session.ts'
import { callServer } from './xrpc.ts'

const pageSize = 100
const viewsAtOnce = 25
/** The maximum size in bytes of a page: posts with four images that have long descriptions have up to 25 KB each. */
const maxPageBytes = 3 * 1024 * 1024
/** The maximum lengths of a record key and of the text of a post, in characters. */
const maxKeyLength = 512
const maxTextLength = 3_000

/**
 * Reads counts and thumbnails from the app view. Posts that the app view does not return are omitted, and the list is
 * empty if it fails, since it lags behind the account's server and may be unavailable.
 * @throws ProviderError if the server rejected the token, which the public list of records may not show
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
    return listOf(response['posts']).slice(0, uris.length).map(viewOf)
  } catch (error) {
    if (error instanceof ProviderError && error.tokenRejected) throw error
    return []
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/**
 * Returns the post in an item of the server's list of records, as a list of one. Empty if the URI is not that of a post
 * of the account with this DID, or if the key or the text is longer than a post can have: users choose their server,
 * whose records would otherwise fill the memory.
 */
function postIn({ uri, value }: Fields, did: string): StoredPost[] {
  const prefix = recordUri(did, '')
  const fields = objectOf(value)
  const { text } = fields
  const isPost = typeof uri === 'string' && uri.startsWith(prefix) && uri.length <= prefix.length + maxKeyLength
  return isPost && (typeof text !== 'string' || text.length <= maxTextLength) ? [{ uri, value: fields }] : []
}

export const blueskyPosts: PostsPort<Credentials> = {
  /**
   * Reads a page of the account's posts from its server. A page has up to 100, and fewer or none if it contains replies
   * to other accounts, which are left out. Posts that the app view does not return have no counts. Stores the account's
   * display name (`noteNames`).
   * @see https://docs.bsky.app/docs/api/com-atproto-repo-list-records (read 2026-11-20)
   */
  async list(call, cursor) {
    const session = sessionOf(call)
    const query = { repo: session.did, collection, limit: pageSize, ...(cursor !== null && { cursor }) }
    const method = 'com.atproto.repo.listRecords'
    const page = await callServer(call, session, { method, query, maxBytes: maxPageBytes })
    const stored = requiredItems(page, 'records').slice(0, pageSize)
    const own = stored.flatMap((record) => postIn(record, session.did)).filter((post) => isOwn(post, session.did))
    const uris = own.map(({ uri }) => uri)
    const views = (await Promise.all(chunks(uris, viewsAtOnce).map((some) => readViews(call, session, some)))).flat()
    // The app view shows a handle that has changed later than a refresh of the tokens.
    await call.noteNames?.({ displayIdentifier: null, displayName: authorName(views, session.did) })
    const byUri = new Map(views.map((view) => [view.uri, view]))
    const posts = own.map((post) => readPost(call.app, session, post, byUri.get(post.uri)))
    // A page that is not full may be followed by others, and the reference server sends a cursor with the last one, too.
    const next = textOf(page['cursor'])
    return { posts, next: stored.length === 0 || next === cursor ? null : next }
  },
}
