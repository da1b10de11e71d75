import express, { type Express, type Response } from 'express'
import type { HeldMedia } from '../network.ts'
import type { ShownAccount, ShownPost, State } from './state.ts'

/** Returns the record of a post without the fields that the sandbox adds. */
function recordOf(post: ShownPost): Record<string, unknown> {
  const { id: _id, rkey: _rkey, cid: _cid, accountId: _accountId, media: _media, likes: _likes, ...record } = post
  return { $type: 'app.bsky.feed.post', ...record }
}

function viewAuthor({ did, handle, displayName }: ShownAccount) {
  return { did, handle, ...(displayName === null ? {} : { displayName }), labels: [] }
}

type EmbedView = (media: HeldMedia[], post: ShownPost) => Record<string, unknown>

function ratioOf({ width, height }: HeldMedia) {
  return width === null || height === null ? {} : { aspectRatio: { width, height } }
}

const EMBED_VIEWS: Record<string, EmbedView> = {
  'app.bsky.embed.images': (media) => ({
    images: media.map((held) => ({ thumb: held.url, fullsize: held.url, alt: held.altText ?? '', ...ratioOf(held) })),
  }),
  'app.bsky.embed.video': ([held], { embed }) => ({
    cid: embed?.video?.ref.$link,
    playlist: held?.url,
    ...(held === undefined ? {} : { alt: held.altText ?? '', ...ratioOf(held) }),
  }),
}

function viewEmbed(post: ShownPost) {
  const type = post.embed?.$type ?? ''
  const view = Object.hasOwn(EMBED_VIEWS, type) ? EMBED_VIEWS[type] : undefined
  return view === undefined ? {} : { embed: { $type: `${type}#view`, ...view(post.media, post) } }
}

function viewPost(post: ShownPost, { accounts, posts }: State) {
  const author = accounts.find(({ did }) => did === post.accountId)
  if (author === undefined) throw new Error(`${post.id} has no author`)
  return {
    uri: post.id,
    cid: post.cid,
    author: viewAuthor(author),
    record: recordOf(post),
    ...viewEmbed(post),
    replyCount: posts.filter(({ reply }) => reply?.parent.uri === post.id).length,
    repostCount: 0,
    likeCount: post.likes,
    quoteCount: 0,
    indexedAt: post.createdAt,
    labels: [],
  }
}

/** The maximum number of posts that `getPosts` takes. */
const MAX_URIS = 25

const FILTERS: Record<string, (post: ShownPost) => boolean> = {
  posts_no_replies: ({ reply }) => reply === undefined,
  posts_with_media: ({ media }) => media.length > 0,
  posts_with_video: ({ embed }) => embed?.$type === 'app.bsky.embed.video',
  posts_and_author_threads: ({ reply, accountId }) =>
    reply === undefined || reply.root.uri.startsWith(`at://${accountId}/`),
}

function reject(response: Response, message: string): void {
  response.status(400).json({ error: 'InvalidRequest', message })
}

/**
 * Creates a simulated app view, the service that shows posts and users with their counts, from the content of the data
 * server, which `readState` reads for each call. It supports `getAuthorFeed`, `getPosts` and `getProfile`, needs no
 * token, and shows changes at once. Counts of reposts, quotes, followers and follows are always 0. Any other method
 * gets status 501.
 * @see https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed (read 2026-11-20)
 */
export function createAppView(readState: () => Promise<State>): Express {
  const app = express().disable('x-powered-by')

  app.get('/xrpc/app.bsky.feed.getAuthorFeed', async (request, response) => {
    const { actor, limit = '50', cursor = '0', filter = '' } = request.query
    const state = await readState()
    const account = state.accounts.find(({ did, handle }) => did === actor || handle === actor)
    if (account === undefined) return reject(response, 'Profile not found')
    const named = String(filter)
    const passes = (Object.hasOwn(FILTERS, named) ? FILTERS[named] : undefined) ?? (() => true)
    const own = state.posts.filter((post) => post.accountId === account.did && passes(post)).reverse()
    const [from, count] = [Number(cursor), Number(limit)]
    if (!(count >= 1 && count <= 100 && from >= 0)) return reject(response, 'Error: limit or cursor')
    const feed = own.slice(from, from + count).map((post) => ({ post: viewPost(post, state) }))
    response.json({ feed, ...(from + count < own.length ? { cursor: String(from + count) } : {}) })
  })

  app.get('/xrpc/app.bsky.feed.getPosts', async (request, response) => {
    const wanted = new Set([request.query['uris'] ?? []].flat().map(String))
    if (wanted.size > MAX_URIS) return reject(response, `Error: uris must not have more than ${MAX_URIS} elements`)
    const state = await readState()
    response.json({ posts: state.posts.filter(({ id }) => wanted.has(id)).map((post) => viewPost(post, state)) })
  })

  app.get('/xrpc/app.bsky.actor.getProfile', async (request, response) => {
    const { actor } = request.query
    const { accounts, posts } = await readState()
    const account = accounts.find(({ did, handle }) => did === actor || handle === actor)
    if (account === undefined) return reject(response, 'Profile not found')
    const postsCount = posts.filter(({ accountId }) => accountId === account.did).length
    response.json({ ...viewAuthor(account), followersCount: 0, followsCount: 0, postsCount })
  })

  app.use(
    (_request, response) =>
      void response.status(501).json({ error: 'MethodNotImplemented', message: 'Method Not Implemented' }),
  )
  return app
}
