import { randomBytes } from 'node:crypto'
import type { HeldMedia } from '../../network.ts'
import type { Dependencies } from '../dependencies.ts'
import { ownMoment, type Post } from '../post.ts'
import type { Grant } from '../store/grant.ts'
import { type FailureReason, failureReasons, type PublishRecord } from '../store/publish-record.ts'

/** A URL from which TikTok downloads a file of a post, without following redirects, and the file's check. */
export interface Pull {
  url: string
  /** The reason of the failure if the file cannot be downloaded. */
  unreachable: FailureReason
  /** Checks the downloaded file. `reason` is null if it is accepted; `seconds` is null for an image. */
  judge(bytes: Buffer): Promise<{ reason: FailureReason | null; seconds: number | null }>
  /** False for a cover image, which is not listed among the media of the post. */
  isMedia: boolean
}

export interface Draft {
  grant: Grant
  pulls: Pull[]
  post: Omit<
    Post,
    'id' | 'media' | 'duration' | 'createdAt' | 'listedFrom' | 'shareId' | 'coverUrl' | 'likes' | 'views'
  >
}

class Failed extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason) {
    super(reason)
    this.reason = reason
  }
}

interface Pulled {
  media: HeldMedia[]
  coverUrl: string | undefined
  seconds: number | null
}

async function pullAll({ context }: Dependencies, pulls: Pull[]): Promise<Pulled> {
  const pulled: Pulled = { media: [], coverUrl: undefined, seconds: null }
  for (const { url, unreachable, judge, isMedia } of pulls) {
    const file = await context.pull(url, { redirect: 'error' }).catch(() => {
      throw new Failed(unreachable)
    })
    const verdict = await judge(file.bytes)
    if (verdict.reason) throw new Failed(verdict.reason)
    const held = await context.keep(file.bytes, file.contentType)
    if (isMedia) pulled.media.push(held)
    else pulled.coverUrl = held.url
    pulled.seconds ??= verdict.seconds
  }
  return pulled
}

/**
 * Returns whether the account has exceeded its posts per day: publishes accepted in the last 24 hours, including this
 * one, without failed ones and drafts.
 */
function tooMany({ store }: Dependencies, publish: PublishRecord): boolean {
  const since = publish.acceptedAt - 24 * 3_600_000
  const recent = store.publishes.filter(
    ({ accountId, acceptedAt, status, draft }) =>
      accountId === publish.accountId && acceptedAt > since && status !== 'FAILED' && !draft,
  )
  return recent.length > store.limits.postsPerDay
}

async function carryOut(dependencies: Dependencies, publish: PublishRecord, draft: Draft): Promise<void> {
  const { store, context } = dependencies
  if (!draft.post.draft && tooMany(dependencies, publish)) throw new Failed('spam_risk_too_many_posts')
  const { media, coverUrl, seconds } = await pullAll(dependencies, draft.pulls)
  if (draft.grant.revoked) throw new Failed('auth_removed')
  const rejection = store.rejections.get(publish.accountId)?.shift()
  if (rejection) throw new Failed(failureReasons.find((reason) => reason === rejection) ?? 'spam_risk')
  const { coverTimestamp, photoCoverIndex } = draft.post
  if (coverTimestamp !== null && seconds !== null && coverTimestamp > seconds * 1000) throw new Failed('internal')
  const createdAt = ownMoment(store.posts, context.now())
  const id = store.nextId()
  store.posts.push({
    ...draft.post,
    id,
    media,
    duration: seconds,
    coverUrl: coverUrl ?? media[photoCoverIndex ?? 0]?.url ?? '',
    likes: 0,
    views: 0,
    createdAt,
    listedFrom: createdAt + store.limits.moderationMs,
    shareId: publish.shareId,
  })
  publish.postId = id
  publish.status = draft.post.draft ? 'SEND_TO_USER_INBOX' : 'PUBLISH_COMPLETE'
}

/**
 * Accepts a publish and returns its `share_id`. Files are downloaded and checked in the background; only the publish
 * status reports a failure.
 */
export function beginPublish(dependencies: Dependencies, draft: Draft): string {
  const { store, context } = dependencies
  const kind = draft.post.mediaType === 'VIDEO' ? 'v_pub_url~v1.' : 'p_pub_url~v1.'
  const publish: PublishRecord = {
    shareId: `${kind}${BigInt(`0x${randomBytes(8).toString('hex')}`)}`,
    accountId: draft.post.accountId,
    status: 'PROCESSING_DOWNLOAD',
    reason: null,
    postId: null,
    acceptedAt: context.now(),
    completePolls: 0,
    draft: draft.post.draft,
    sources: draft.pulls.map(({ url }) => url),
  }
  store.publishes.push(publish)
  carryOut(dependencies, publish, draft).catch((error: unknown) => {
    publish.status = 'FAILED'
    publish.reason = error instanceof Failed ? error.reason : 'internal'
  })
  return publish.shareId
}
