import type { Account, Schedule } from '@carillon/client'
import { instantOf } from '../../../data/schedules/zoned-time.ts'
import { contentFor, type Draft, type Sending } from './draft.ts'
import { findDraft, purgeDrafts, putDraft, removeDraft } from './draft-database.ts'
import { type StoredDraft, toStored } from './stored-draft.ts'

/** Put before the profile id of sent drafts, so that they are not listed with the drafts of the profile. */
const prefix = 'sent '
/** How long sent drafts are kept after they were sent or were due: as long as the service keeps uploads. */
const keptMs = 24 * 3_600_000

/**
 * Stores the post that is sent for an account, so that it can be edited while it is scheduled, and published again if
 * it fails. The post is kept for 24 hours after the request, or after its time if one was chosen; `keepUntilDue` keeps
 * it longer. Also deletes older ones.
 */
export async function keepSent(draft: Draft, account: Account, { requestId, at }: Sending): Promise<void> {
  const { accountId, platform, profileId } = account
  const { when } = draft
  const dueAt = when.kind === 'time' ? instantOf(when.local, when.timeZone) : null
  const alone: Draft = {
    ...draft,
    ...contentFor(draft, platform),
    id: requestId,
    accountIds: [accountId],
    own: {},
    sendings: [],
    reason: null,
    edited: null,
  }
  // A scheduled post can be edited until it is due.
  const keptFrom = dueAt === null ? at : Math.max(at, Date.parse(dueAt))
  await putDraft(toStored(alone, `${prefix}${profileId}`, keptFrom))
  await purgeDrafts(prefix, at - keptMs)
}

/**
 * Keeps the draft of a schedule until 24 hours after the schedule is due: the service chooses the time of a slot, and a
 * schedule can be moved. Does nothing if this browser does not have the draft.
 */
export async function keepUntilDue({ requestId, publishAt }: Pick<Schedule, 'requestId' | 'publishAt'>): Promise<void> {
  const sent = await findDraft(requestId)
  const dueAt = Date.parse(publishAt.instant)
  if (sent && sent.updatedAt < dueAt) await putDraft({ ...sent, updatedAt: dueAt })
}

/** The draft that was sent with a request; undefined if another browser sent it or it is no longer kept. */
export function findSent(requestId: string): Promise<StoredDraft | undefined> {
  return findDraft(requestId)
}

/**
 * Calls `change`, which sends a change of the post of a schedule, and returns its result. Afterwards the browser keeps
 * what the service has: what `draft` contains if the post was changed, what was kept before if `isRejected` says that
 * the service rejected it, and nothing if its outcome is not known. Throws the error of `change`.
 */
export async function keepChange<Result>(
  draft: Draft,
  account: Account,
  { sending, change, isRejected }: { sending: Sending; change(): Promise<Result>; isRejected(error: unknown): boolean },
): Promise<Result> {
  const before = await findDraft(sending.requestId).catch(() => undefined)
  // The tab may be closed before the response arrives.
  await removeDraft(sending.requestId).catch(() => {})
  try {
    const result = await change()
    await keepSent(draft, account, sending).catch(() => {})
    return result
  } catch (error) {
    if (before && isRejected(error)) await putDraft(before).catch(() => {})
    throw error
  }
}
