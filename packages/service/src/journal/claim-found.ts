import {
  claimedProviderIds,
  type Db,
  listAttempts,
  listBegunWrites,
  lockFoundObjects,
  type Tx,
} from '@carillon/database'
import { maxClockSkewMs } from '@carillon/providers'
import { attemptsUpTo, firstStart } from './attempts-of-step.ts'
import type { ClaimedWrite } from './write-kind.ts'

/**
 * Returns the network's ids of what other open writes of the account and kind have created (`createdIds`), those of them
 * that are not of an equal write which has found them by a probe as well (`othersIds`), and whether any write may have
 * created something whose id is not known yet.
 */
export async function createdByOpen({ context, row, port }: ClaimedWrite, db: Db = context.db) {
  const { accountId, kind, id: except } = row
  const now = context.now()
  const begun = await listBegunWrites(db, { accountId, kind, except, now })
  const named = begun.map((write) => ({ ...write, ids: port?.createdIds?.(write.state) ?? [] }))
  const isAnyUnnamed = named.some(({ ids, openStep, settleAt, hasCommitted }) =>
    openStep === null ? hasCommitted && ids.length === 0 : settleAt !== null && settleAt > now,
  )
  const others = named.filter(({ isEqualAndFound }) => !isEqualAndFound)
  return { createdIds: named.flatMap(({ ids }) => ids), othersIds: others.flatMap(({ ids }) => ids), isAnyUnnamed }
}

/** Thrown if another write of the account has created an object that a probe took for that of this write. */
export class AlreadyClaimedError extends Error {
  override readonly name = 'AlreadyClaimedError'
}

/**
 * Returns a function that checks, in the transaction in which a write succeeds, that no other write has ended with its
 * objects since its call began, nor has created them and is still open: the probes of two equal writes may find the same
 * object. The first of them to end then takes it, as one of the two has created it and nothing tells them apart.
 * Undefined if no probe has found an object. The function throws AlreadyClaimedError.
 * @param providerIds the network's ids of the objects
 */
export async function claimFound(
  claimed: ClaimedWrite,
  providerIds: readonly string[],
): Promise<((tx: Tx) => Promise<void>) | undefined> {
  const { context, row } = claimed
  const { id, accountId, kind, attempt, settleAt } = row
  // Only calls are probed whose settle time has passed, so that most writes end without this check.
  const mayBeFound = attempt > 1 || (settleAt !== null && settleAt <= context.now())
  if (!mayBeFound || providerIds.length === 0) return undefined
  const attempts = await listAttempts(context.db, id)
  const found = attempts.find(({ outcome }) => outcome === 'reconciled')
  if (!found) return undefined
  const begun = firstStart(attemptsUpTo(attempts, found)) ?? found.startedAt
  return async (tx) => {
    await lockFoundObjects(tx, { accountId, kind })
    const since = new Date(begun.getTime() - 2 * maxClockSkewMs)
    const { othersIds } = await createdByOpen(claimed, tx)
    const others = [...othersIds, ...(await claimedProviderIds(tx, { accountId, kind, since, except: id }))]
    if (providerIds.some((providerId) => others.includes(providerId)))
      throw new AlreadyClaimedError(`write ${id} found what another write has created`)
  }
}
