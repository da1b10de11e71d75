import { claimedProviderIds, listAttempts, lockUntilEnd, type Tx } from '@carillon/database'
import { maxClockSkewMs } from '@carillon/providers'
import type { ClaimedWrite } from './write-kind.ts'

/** Thrown if another write of the account has ended with an object that a probe took for that of this write. */
export class AlreadyClaimedError extends Error {
  override readonly name = 'AlreadyClaimedError'
}

/**
 * Returns a function that checks, in the transaction in which a write succeeds, that no other write has ended with its
 * objects since its call began: the probes of two equal writes may find the same object. Undefined if no probe has
 * found an object. The function throws AlreadyClaimedError.
 * @param providerIds the network's ids of the objects
 */
export async function claimFound(
  { context, row }: ClaimedWrite,
  providerIds: readonly string[],
): Promise<((tx: Tx) => Promise<void>) | undefined> {
  const { id, accountId, kind, attempt, settleAt } = row
  // Only calls are probed whose settle time has passed, so that most writes end without this check.
  const mayBeFound = attempt > 1 || (settleAt !== null && settleAt <= context.now())
  if (!mayBeFound || providerIds.length === 0) return undefined
  const found = (await listAttempts(context.db, id)).find(({ outcome }) => outcome === 'reconciled')
  if (!found) return undefined
  return async (tx) => {
    await lockUntilEnd(tx, 'foundObjects', `${accountId} ${kind}`)
    const since = new Date(found.startedAt.getTime() - 2 * maxClockSkewMs)
    const claimed = await claimedProviderIds(tx, { accountId, kind, since, except: id })
    if (providerIds.some((providerId) => claimed.includes(providerId)))
      throw new AlreadyClaimedError(`write ${id} found what another write has created`)
  }
}
