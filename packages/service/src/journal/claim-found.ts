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
 * Returns the network's ids of the objects that other open writes of the same kind have created for the same social
 * account, in any organization: `createdIds` are the ids of all these writes; `othersIds` are the same without equal
 * writes whose objects were found by probes. `isAnyUnnamed` is true if one of these writes has created an object whose
 * id is not known yet, or has a call in flight.
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

/** Thrown if the object that a probe found for a write belongs to another write. */
export class AlreadyClaimedError extends Error {
  override readonly name = 'AlreadyClaimedError'
}

/**
 * Returns a function that checks, in the transaction in which a write succeeds, that its objects belong to no other
 * write, and throws AlreadyClaimedError if they do. The other write may have ended since the call of this write began,
 * or be open and have created the objects itself. The probes of two equal writes may find the same object; nothing
 * tells the writes apart, so the first to end takes the object. Undefined if no probe has found an object for this
 * write.
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
