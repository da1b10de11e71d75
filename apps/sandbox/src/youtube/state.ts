import { videoCount } from './analytics/counts.ts'
import type { Quota } from './api/quota.ts'
import { uploadStatus } from './processing.ts'
import { traitsOf } from './traits.ts'
import { privacyAt, type Video, type World } from './world.ts'

const iso = (at: number) => new Date(at).toISOString()

/** What YouTube holds now, as `GET /state/youtube` shows it. */
export function stateOf(world: World, { quota, now }: { quota: Quota; now: number }): Record<string, unknown> {
  return {
    accounts: world.people.map(({ joinedAt, ...person }) => ({
      id: person.channelId,
      ...person,
      traits: traitsOf({ joinedAt, ...person }),
      joinedAt: iso(joinedAt),
    })),
    posts: world.videos.toSorted((a, b) => b.uploadedAt - a.uploadedAt).map((video) => post(video, world, now)),
    comments: world.comments.all().map(({ createdAt, updatedAt, ...comment }) => ({
      ...comment,
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
    })),
    banned: [...world.banned].flatMap(([channelId, authors]) =>
      [...authors].map((authorId) => ({ channelId, authorId })),
    ),
    quota: quota.spent(),
  }
}

function post(video: Video, world: World, now: number): Record<string, unknown> {
  const { id, channelId, title, publishAt, uploadedAt, readyAt, outcome: _, ...rest } = video
  return {
    id,
    accountId: channelId,
    text: title,
    ...rest,
    views: videoCount(video, 'views', { world, at: now }),
    likes: videoCount(video, 'likes', { world, at: now }),
    madeForKids: video.selfDeclaredMadeForKids,
    privacyStatus: privacyAt(video, now),
    publishAt: publishAt === null ? null : iso(publishAt),
    uploadedAt: iso(uploadedAt),
    readyAt: iso(readyAt),
    ...uploadStatus(video, now),
  }
}
