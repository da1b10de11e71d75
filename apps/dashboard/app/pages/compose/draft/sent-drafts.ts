import type { Account, Schedule } from '@carillon/client'
import { instantOf } from '../../../data/schedules/zoned-time.ts'
import { contentFor, type Draft, type Sending } from './draft.ts'
import { findDraft, purgeDrafts, putDraft } from './draft-database.ts'
import { type StoredDraft, toStored } from './stored-draft.ts'

/** Put before the profile id of sent drafts, so that they are not listed with the drafts of the profile. */
const prefix = 'sent '
/** How long sent drafts are kept after they were sent or were due: as long as the service keeps uploads. */
const keptMs = 24 * 3_600_000

/**
 * Stores what is sent for an account, so that it can be edited while it is scheduled, and published again if it fails.
 * It is kept for 24 hours after the request, or after its time if one was chosen; `keepUntilDue` keeps it longer. Also
 * deletes older ones.
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
  // What is scheduled can be edited until it is due.
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
