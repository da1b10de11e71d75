import type { Account, Schedule } from '@carillon/client'
import { instantOf } from '../../../data/schedules/zoned-time.ts'
import { contentFor, type Draft, type Sending } from './draft.ts'
import { draftsWith, findDraft, putDraft, removeDraft } from './draft-database.ts'
import { type StoredDraft, toStored } from './stored-draft.ts'

/** Put before the profile id of sent drafts, so that they are not listed with the drafts of the profile. */
const prefix = 'sent '
/** How long sent drafts are kept after they were sent or were due: as long as the service keeps uploads. */
const dayMs = 24 * 3_600_000
const keptMs = dayMs
/** How long a scheduled post is kept after it was due if it is not known whether it has ended. */
const unknownKeptMs = 90 * dayMs
/** The maximum number of schedules that one call of `purgeSent` reads. */
const maxReads = 50

/**
 * Stores the post that is sent for an account, so that it can be edited while it is scheduled, and published again if
 * it fails. It is kept for 24 hours after the request, or after its time if one was chosen; `keepUntilDue` and
 * `purgeSent` keep it longer.
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
}

/**
 * Deletes sent drafts that are kept no longer at `now` (ms since 1970). `isOpen` returns whether the schedule that a
 * request created can still be changed, such as one that is held: its draft is kept for another day. It is called for
 * drafts of `profileId` only, as the session may not read schedules of other profiles. A draft whose schedule is not
 * known to have ended is deleted 90 days after it was due. One call asks for 50 drafts at most, the oldest.
 */
export async function purgeSent(
  profileId: string,
  now: number,
  isOpen: (requestId: string) => Promise<boolean>,
): Promise<void> {
  const old = (await draftsWith(prefix)).filter(({ updatedAt }) => updatedAt < now - keptMs)
  const isOwn = (draft: StoredDraft) => draft.when.kind !== 'now' && draft.profileId === `${prefix}${profileId}`
  for (const { id, when, updatedAt } of old.filter((draft) => !isOwn(draft))) {
    if (when.kind === 'now' || updatedAt < now - unknownKeptMs) await removeDraft(id)
  }
  const oldestFirst = old.filter(isOwn).sort((a, b) => a.updatedAt - b.updatedAt)
  for (const draft of oldestFirst.slice(0, maxReads)) {
    const isKept = await isOpen(draft.id).catch(() => null)
    if (isKept) await putDraft({ ...draft, updatedAt: now })
    else if (isKept === false || draft.updatedAt < now - unknownKeptMs) await removeDraft(draft.id)
  }
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
