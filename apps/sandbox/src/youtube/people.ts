import { videoCount } from './analytics/counts.ts'
import { type Comment, type Person, privacyAt, type Video, type World } from './world.ts'

interface Deed {
  world: World
  now(): number
  random(bytes: number): string
}

type Body = Record<string, unknown>

/** What viewers do. `as` is who does it (left out: somebody else than the video's owner), `postId` which video (left out: the newest public one). */
export function viewersOf(deed: Deed): Record<'comment' | 'like', (body: Body) => unknown> {
  return { comment: (body) => comment(body, deed), like: (body) => like(body, deed) }
}

function comment(body: Body, { world, now, random }: Deed): Omit<Comment, 'publishedAt'> & { publishedAt: string } {
  const text = body['text'] ?? body['message']
  if (typeof text !== 'string' || text === '') throw new RangeError('text: what the comment says')
  const video = videoOf(body, { world, now })
  if (video.commentsOff) throw new RangeError(`postId: ${video.id} takes no comments`)
  const author = personOf(body, { world, video })
  const parent = world.comments.find(({ id }) => id === body['parentId'])
  if (body['parentId'] !== undefined && parent?.postId !== video.id)
    throw new RangeError('parentId: no comment of that video')
  // Answers to answers stand under the first comment.
  const parentId = parent === undefined ? null : (parent.parentId ?? parent.id)
  const id = parentId === null ? `Ug${random(15)}AaABAg` : `${parentId}.${random(16)}`
  const { channelId: authorChannelId, handle: authorHandle } = author
  const said = { id, postId: video.id, parentId, authorChannelId, authorHandle, text, likes: 0, publishedAt: now() }
  world.comments.push(said)
  return { ...said, publishedAt: new Date(said.publishedAt).toISOString() }
}

function like(
  body: Body,
  { world, now }: Deed,
): { postId: string; likes: number } | { commentId: string; likes: number } {
  const liked = world.comments.find(({ id }) => id === body['commentId'])
  if (liked !== undefined) {
    liked.likes += 1
    return { commentId: liked.id, likes: liked.likes }
  }
  if (body['commentId'] !== undefined) throw new RangeError('commentId: no such comment')
  const video = videoOf(body, { world, now })
  video.likes += 1
  world.figures.record({ subject: video.id, name: 'likes' }, now())
  return { postId: video.id, likes: videoCount(video, 'likes', { world, at: now() }) }
}

function videoOf(body: Body, { world, now }: Pick<Deed, 'world' | 'now'>): Video {
  const shown = world.videos.filter((video) => privacyAt(video, now()) !== 'private')
  const { postId } = body
  const video =
    postId === undefined
      ? shown.filter((video) => privacyAt(video, now()) === 'public').toSorted((a, b) => b.uploadedAt - a.uploadedAt)[0]
      : shown.find(({ id }) => id === postId)
  if (video === undefined) throw new RangeError('postId: no such video, or a private one')
  return video
}

function personOf(body: Body, { world, video }: { world: World; video: Video }): Person {
  const { as } = body
  const able = world.people.filter(({ channelId }) => channelId !== null)
  const person =
    as === undefined
      ? able.find(({ channelId }) => channelId !== video.channelId)
      : able.find(({ handle }) => handle === as)
  if (person === undefined) throw new RangeError(`as: ${able.map(({ handle }) => handle).join(', ')}`)
  return person
}
