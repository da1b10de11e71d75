// The comments of two videos, as YouTube lists them: a large one with replies, and one whose page is 60 KB.
// @see https://developers.google.com/youtube/v3/docs/commentThreads/list (read 2026-11-20)
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endOn, handleCommands } from './asks.ts'

const pageSize = 100
const inlineReplies = 5
const startMs = Date.UTC(2025, 10, 20)
/** Threads by the beginning of a video's id: 9,800 comments in threads whose replies come inline, 200 in long ones. */
const videos = { large: { short: 1_960, long: 4 }, small: { short: 24, long: 0 } } as const
const replies = { short: 4, long: 49 } as const

interface Thread {
  id: string
  at: number
  replies: number
}

const newestFirst = ({ short, long }: { short: number; long: number }, video: string): Thread[] =>
  Array.from({ length: short + long }, (_, at) => ({
    id: `${video}-${at}`,
    at,
    replies: at < long ? replies.long : replies.short,
  }))

function comment(id: string, ms: number) {
  return {
    kind: 'youtube#comment',
    id,
    snippet: {
      authorDisplayName: `@reader-${id}`,
      authorProfileImageUrl: `https://images.example.com/avatars/${id}/large.jpg?signature=0123456789abcdef`,
      authorChannelUrl: `https://network.example.com/@reader-${id}`,
      authorChannelId: { value: `UC${id}` },
      textDisplay: `Comment ${id}, with an emoji 🎠 and about as many words as people write below a video`,
      likeCount: 3,
      publishedAt: new Date(startMs - ms).toISOString(),
    },
  }
}

const replyOf = ({ id, at }: Thread, number: number) => comment(`${id}.${number}`, at * 60_000 - number * 1_000)

function threadOf(thread: Thread) {
  const { id, at, replies: count } = thread
  const inline = Array.from({ length: Math.min(count, inlineReplies) }, (_, number) => replyOf(thread, number))
  const snippet = { topLevelComment: comment(id, at * 60_000), totalReplyCount: count }
  return { kind: 'youtube#commentThread', id, snippet, replies: { comments: inline } }
}

function page<T>(items: readonly T[], token: string | null, view: (item: T) => object) {
  const from = Number(token ?? 0)
  const next = from + pageSize < items.length ? { nextPageToken: String(from + pageSize) } : {}
  return { items: items.slice(from, from + pageSize).map(view), ...next }
}

const threadsOf = (video: string) => newestFirst(video.startsWith('large') ? videos.large : videos.small, video)

function response(path: string, query: URLSearchParams): object {
  const token = query.get('pageToken')
  if (path.endsWith('/comments')) {
    const parent = query.get('parentId') ?? ''
    const thread = threadsOf(parent.replace(/-\d+$/, '')).find(({ id }) => id === parent)
    const numbers = Array.from({ length: thread?.replies ?? 0 }, (_, number) => number)
    return page(numbers, token, (number) => (thread ? replyOf(thread, number) : {}))
  }
  // The comments that are held or likely spam, and newer ones of the channel: both lists are empty.
  const isPublished = query.get('moderationStatus') === 'published'
  return page(isPublished ? threadsOf(query.get('videoId') ?? '') : [], token, threadOf)
}

let calls = 0
const server = createServer((req, res) => {
  calls++
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://network.invalid')
  res.setHeader('content-type', 'application/json').end(JSON.stringify(response(pathname, searchParams)))
})
server.listen(0, '127.0.0.1', 511, () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
handleCommands({ calls: () => calls })
endOn(async () => server.closeAllConnections())
