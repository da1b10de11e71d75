import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountRow,
  claimMessageSync,
  findMessageSync,
  type MessageSyncEnd,
  releaseMessageSync,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { endsCall } from '@carillon/providers'
import type { Context } from '../context.ts'
import { secondOf } from '../second-of.ts'
import { decideFoundSends } from './decide-found-sends.ts'
import { readConversations } from './read-conversations.ts'

interface SyncRequest {
  account: AccountRow
  requestId: string
  /**
   * The signal of the request. It does not end the sync, which other requests may share: a caller that must not wait
   * longer uses `beforeAbort`.
   */
  signal: AbortSignal
}

/** The maximum duration of one sync in ms. The first sync may read many conversations, at two calls per second. */
const maxSyncMs = 60_000
/** Milliseconds by which the lease is longer than the maximum duration of a sync, so that it ends after the work. */
const leaseMarginMs = 5_000
const pollMs = 150
type Sync = NonNullable<Awaited<ReturnType<typeof findMessageSync>>>

/** Milliseconds for which a completed sync counts as fresh. */
const freshMs = 60_000

/**
 * Reads the changes of an account's conversations from the network and stores them. A send whose outcome is unknown
 * becomes successful if its message is among the stored ones. Simultaneous calls share one read, in this process and,
 * by a lease, with other processes.
 * @throws the error of the network, or ServiceError `provider_error` if another process does not finish within a minute
 */
export function syncMessages(context: Context, request: SyncRequest): Promise<void> {
  return context.state.messageSyncs.share(request.account.id, () => sync(context, request))
}

/** Reads from the database whether the last complete read of an account's messages began less than a minute ago. */
export async function isFresh(context: Context, accountId: string): Promise<boolean> {
  const syncedAt = lastSync(await findMessageSync(context.db, accountId), context.now())
  return syncedAt !== null && context.now().getTime() - syncedAt.getTime() < freshMs
}

/**
 * Returns when the last complete read began; null without one, and also if that is in the future: the clock has been
 * put back since, and messages that are older than this time may not have been read.
 */
function lastSync(known: Sync | undefined, now: Date): Date | null {
  const syncedAt = known?.syncedAt ?? null
  return syncedAt !== null && syncedAt.getTime() > now.getTime() + freshMs ? null : syncedAt
}

async function sync(context: Context, { account, requestId }: SyncRequest): Promise<void> {
  const startedAt = context.now()
  const lease = { accountId: account.id, by: randomUUID() }
  const until = performance.now() + maxSyncMs
  while (!(await claimMessageSync(context.db, { ...lease, seconds: (maxSyncMs + leaseMarginMs) / 1000 }))) {
    if (performance.now() > until)
      throw new ServiceError(
        'provider_error',
        'Another request is still reading the conversations of this account. Try again.',
      )
    await sleep(pollMs)
    const syncedAt = lastSync(await findMessageSync(context.db, account.id), context.now())
    if (syncedAt !== null && syncedAt >= startedAt) return
  }
  let syncedAt: Date | undefined
  let unfinished: MessageSyncEnd['unfinished'] = null
  try {
    const known = await findMessageSync(context.db, account.id)
    const firstSyncedAt = known?.firstSyncedAt ?? known?.syncedAt ?? null
    const historyUntil = firstSyncedAt && secondOf(firstSyncedAt)
    const signal = AbortSignal.timeout(maxSyncMs)
    const read = async (cursor: string | null, { since, begunAt }: { since: Date | null; begunAt: Date }) => {
      const onPage = (next: string) => {
        unfinished = { cursor: next, begunAt }
      }
      return readConversations(context, { account, requestId, since, historyUntil, cursor, onPage, signal })
    }
    unfinished = interruptedRead(known, startedAt)
    if (unfinished !== null) {
      const { cursor, begunAt } = unfinished
      const listed = await read(cursor, { since: lastSync(known, startedAt), begunAt }).catch((error: unknown) => {
        // A rejected cursor has expired, and so may one with nothing behind it have.
        if (endsCall(error)) return 0
        throw error
      })
      unfinished = null
      if (listed > 0) syncedAt = begunAt
    }
    await read(null, { since: syncedAt ?? lastSync(known, startedAt), begunAt: startedAt })
    unfinished = null
    await decideFoundSends(context, account)
    syncedAt = startedAt
  } finally {
    await releaseMessageSync(context.db, { ...lease, ...(syncedAt && { syncedAt }), unfinished })
  }
}

/** Milliseconds after the start of an interrupted read within which it is continued: cursors of networks expire. */
const resumeWithinMs = 60 * 60_000

function interruptedRead(known: Sync | undefined, now: Date): MessageSyncEnd['unfinished'] {
  const { resumeCursor: cursor, resumeBegunAt: begunAt } = known ?? {}
  if (!cursor || !begunAt || now.getTime() - begunAt.getTime() > resumeWithinMs) return null
  return { cursor, begunAt }
}
