import type { Account } from '@carillon/client'
import { instantOf } from '../../../data/schedules/zoned-time.ts'
import { contentFor, type Draft, type Sending } from './draft.ts'
import { findDraft, purgeDrafts, putDraft } from './draft-database.ts'
import { type StoredDraft, toStored } from './stored-draft.ts'

/** Sent drafts are not listed with the drafts of their profile. */
const prefix = 'sent '
/** As long as their uploads, once they are due. */
const keptMs = 24 * 3_600_000

/** Keeps what is sent for an account, so that it can be edited while it is scheduled, and published again if it fails. */
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

/** What was sent with a request; undefined if it was sent elsewhere or too long ago. */
export function findSent(requestId: string): Promise<StoredDraft | undefined> {
  return findDraft(requestId)
}
