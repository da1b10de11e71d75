import { randomUUIDv7 } from 'node:crypto'
import {
  changeCommentAccount,
  changeCommentPost,
  commentAccount,
  storeComments,
  transaction,
  upsertCommentPosts,
} from '@carillon/database'
import type { Installation } from '../installation.ts'
import type { Row } from '../measure.ts'
import { barsFrom, compare } from './read.ts'

/** As many as make a response of 60 KB. */
const comments = 116
/** How many are stored at once. */
const perStatement = 500
/** Every such comment of a copy is a reply to the one before, if replies are asked for. */
const replyEvery = 4
/** No copy is refreshed while it is measured. */
export const keptCopies = { COMMENTS_STALE_AFTER_SECONDS: '86400' }

interface Copy {
  accountId: string
  copyId: string
  hasReplies: boolean
}

const idAt = (at: number) => String(7_300_000_000_000_000_000n + BigInt(at))

function commentRow(at: number, { accountId, copyId, hasReplies }: Copy) {
  const createdAt = new Date(Date.now() - at * 60_000)
  const id = idAt(at)
  const parentId = hasReplies && at % replyEvery === 1 ? idAt(at - 1) : null
  const content = {
    id,
    mediaId: 'post-1',
    parentId,
    authorName: `Reader ${at}`,
    authorFullName: `Reader ${at} of Many`,
    authorHandle: `reader.${at}`,
    avatarUrl: `https://images.example.com/avatars/reader-${at}/large.jpg?expires=1790000000&signature=0123456789abcdef`,
    profileUrl: `https://network.example.com/@reader.${at}`,
    body: `The ${at}th comment, with an emoji 🎠 and about as many words as people write below a video`,
    likeCount: at,
    isCreator: false,
    isHidden: false,
    createdAt: createdAt.toISOString(),
    liked: false,
    deletable: false,
    replyCount: 0,
  }
  return {
    accountId: accountId,
    id,
    copyId: copyId,
    parentId: parentId,
    createdAt: createdAt,
    content: JSON.stringify(content),
    seenPass: 1,
    threadPass: 0,
    threadOpen: false,
    own: false,
    createdVersion: 1,
    fetchVersion: 1,
    hiddenVersion: 0,
    repliesVersion: 0,
    likedVersion: 0,
    deletedAt: null,
    deletedVersion: null,
    deletedHere: false,
  }
}

/**
 * Stores a complete copy of the comments of one post. Returns its account, the API's path of the first page, and the
 * path at which the baseline serves the same copy.
 */
export async function openCopy(
  installation: Installation,
  { count = comments, hasReplies = false }: { count?: number; hasReplies?: boolean } = {},
): Promise<{ accountId: string; path: string; barePath: string }> {
  const { db, now } = installation.context
  const at = now()
  const accountId = await installation.connect('tiktok')
  const copyId = randomUUIDv7()
  await commentAccount(db, accountId)
  await changeCommentAccount(db, accountId, { postsSyncedAt: at })
  const summary = JSON.stringify({
    id: 'post-1',
    caption: 'A video',
    thumbnailUrl: null,
    permalink: null,
    publishedAt: at.toISOString(),
    commentsCount: count,
  })
  const post = { id: copyId, accountId: accountId, postId: 'post-1', rank: 0, summary, readAt: at }
  await upsertCommentPosts(db, [post])
  const rows = Array.from({ length: count }, (_, index) => commentRow(index, { accountId, copyId, hasReplies }))
  for (let at = 0; at < count; at += perStatement) {
    await transaction(db, (tx) => storeComments(tx, rows.slice(at, at + perStatement)))
  }
  await changeCommentPost(db, copyId, { syncedAt: at, fullAt: at, complete: true }, { visible: true })
  const query = new URLSearchParams({ platform: 'tiktok', accountId, postId: 'post-1' })
  return { accountId, path: `/comments?${query}`, barePath: `/comments/${copyId}` }
}

/** The entity tag of the page, asked for once. */
async function etagOf(installation: Installation, path: string): Promise<string> {
  const gateway = await installation.start('gateway', keptCopies)
  const headers = { authorization: `Bearer ${installation.apiKey}` }
  const response = await fetch(`${gateway.ready['url']}/api/v1${path}`, { headers })
  await response.arrayBuffer()
  const etag = response.headers.get('etag')
  if (response.status !== 200 || etag === null) throw new Error(`${path} responded ${response.status}`)
  return etag
}

export const readComments: Row = {
  id: 'read',
  about: `GET /comments with ${comments} comments (60 KB), rendered again each time, against bare Express with a prepared statement`,
  bars: barsFrom(0.6),
  async run(installation) {
    const { path, barePath } = await openCopy(installation)
    return compare(installation, { path, barePath, env: { ...keptCopies, BENCH_PAGES: 'none' } })
  },
}

export const readHot: Row = {
  id: 'read-hot',
  about: 'the same page as it is kept in memory, against the same',
  bars: barsFrom(2),
  run: async (installation) => compare(installation, { ...(await openCopy(installation)), env: keptCopies }),
}

export const readUnchanged: Row = {
  id: 'read-304',
  about: 'GET /comments with If-None-Match of a page that has not changed, against bare Express with `select 1`',
  bars: barsFrom(0.4),
  async run(installation) {
    const { path } = await openCopy(installation)
    const headers = { 'if-none-match': await etagOf(installation, path) }
    return compare(installation, { path, barePath: '/one', env: keptCopies, conditions: { headers, unchanged: true } })
  },
}
