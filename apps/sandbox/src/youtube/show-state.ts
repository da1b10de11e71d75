import { newestFirst } from '../newest-first.ts'
import type { Quota } from './api/quota.ts'
import { uploadStatus } from './processing.ts'
import { privacyAt, type State, type Video } from './state/state.ts'
import { videoCount } from './statistics/counts.ts'
import { traitsOf } from './traits.ts'

const iso = (at: number) => new Date(at).toISOString()

/**
 * Builds the response of `GET /state/youtube`: accounts, videos (`posts`, newest first), comments, banned authors and
 * the used quotas at `now` (ms since the epoch).
 */
export function stateOf(state: State, { quota, now }: { quota: Quota; now: number }): Record<string, unknown> {
  return {
    accounts: state.people.map(({ joinedAt, ...person }) => ({
      id: person.channelId,
      ...person,
      traits: traitsOf({ joinedAt, ...person }),
      joinedAt: iso(joinedAt),
    })),
    posts: newestFirst(state.videos, ({ uploadedAt }) => uploadedAt).map((video) => post(video, state, now)),
    comments: state.comments.all().map(({ createdAt, updatedAt, ...comment }) => ({
      ...comment,
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
    })),
    banned: [...state.banned].flatMap(([channelId, authors]) =>
      [...authors].map((authorId) => ({ channelId, authorId })),
    ),
    quota: quota.spent(),
  }
}

function post(video: Video, state: State, now: number): Record<string, unknown> {
  const { id, channelId, title, publishAt, uploadedAt, readyAt, outcome: _, ...rest } = video
  return {
    id,
    accountId: channelId,
    text: title,
    ...rest,
    views: videoCount(video, 'views', { state, at: now }),
    likes: videoCount(video, 'likes', { state, at: now }),
    madeForKids: video.selfDeclaredMadeForKids,
    privacyStatus: privacyAt(video, now),
    publishAt: publishAt === null ? null : iso(publishAt),
    uploadedAt: iso(uploadedAt),
    readyAt: iso(readyAt),
    ...uploadStatus(video, now),
  }
}
