import { randomBytes } from 'node:crypto'
import type { Dependencies } from '../dependencies.ts'
import { ownMoment } from '../post.ts'
import { failureReasons, type PendingPublish, type PublishRecord } from '../store/publish-record.ts'
import { PublishFailure, pullFiles } from './pull-files.ts'

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

async function carryOut(dependencies: Dependencies, publish: PublishRecord, draft: PendingPublish): Promise<void> {
  const { store, context } = dependencies
  const person = store.people.find(({ openId }) => openId === publish.accountId)
  if (!person) throw new PublishFailure('auth_removed')
  if (!draft.post.draft && tooMany(dependencies, publish)) throw new PublishFailure('spam_risk_too_many_posts')
  const { media, coverUrl, seconds } = await pullFiles(dependencies, person, draft.pulls)
  if (draft.grant.revoked) throw new PublishFailure('auth_removed')
  const rejection = store.rejections.get(publish.accountId)?.shift()
  if (rejection) throw new PublishFailure(failureReasons.find((reason) => reason === rejection) ?? 'spam_risk')
  const { coverTimestamp, photoCoverIndex } = draft.post
  if (coverTimestamp !== null && seconds !== null && coverTimestamp > seconds * 1000)
    throw new PublishFailure('internal')
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

/** The publishes that this process carries out. */
const running = new WeakSet<PublishRecord>()

/**
 * Carries out an accepted publish in the background. Does nothing for a publish that has ended or that this process
 * already carries out.
 */
export function continuePublish(dependencies: Dependencies, publish: PublishRecord): void {
  const { pending } = dependencies.store
  const draft = pending.get(publish.shareId)
  if (draft === undefined || running.has(publish)) return
  running.add(publish)
  carryOut(dependencies, publish, draft)
    .catch((error: unknown) => {
      publish.status = 'FAILED'
      publish.reason = error instanceof PublishFailure ? error.reason : 'internal'
    })
    .finally(() => pending.delete(publish.shareId))
}

/**
 * Accepts a publish and returns its `share_id`. Files are downloaded and checked in the background; only the publish
 * status reports a failure.
 */
export function beginPublish(dependencies: Dependencies, draft: PendingPublish): string {
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
  store.pending.set(publish.shareId, draft)
  continuePublish(dependencies, publish)
  return publish.shareId
}
