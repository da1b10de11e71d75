import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ClaimedFrom,
  claimExternalWrite,
  type ExternalWriteRow,
  extendWriteLease,
  findAccountWithCredential,
  isLeaseHeld,
  isUnknownTimeline,
} from '@carillon/database'
import { inRequest, inSpan } from '@carillon/log'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import { leaseWithHeartbeat } from '../lease-with-heartbeat.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { commitStep, finishNotSent, isTooLateToSend } from './commit.ts'
import { afterStepFailure, isTooOld, pauseAfter } from './failure.ts'
import { finishDone, finishUnknown } from './finish.ts'
import { isLookedUpFirst, lookUpFirst } from './lost-changes.ts'
import { afterGone, isQuarantined, isSuspect, quarantine } from './quarantine.ts'
import { reconcileStep } from './reconcile.ts'
import { ConcurrentUpdateError, change, logged, nextPart, progressed, secondsFrom, suspendUntil } from './transition.ts'
import { callerOf, writeCall } from './write-call.ts'
import type { ClaimedWrite, Progress, Run, WritePart } from './write-kind.ts'

/** Seconds for which a claimed row belongs to its process without renewal. */
export const leaseSeconds = 60
const heartbeatMs = 20_000
/** Shorter waits, in seconds, do not suspend the write. */
const maxPauseSeconds = 2

/**
 * Claims a write and carries it out as far as possible, or only the named part of it. Does nothing if the write has
 * ended or another process holds it.
 */
export async function runWrite(
  context: Context,
  { writeId, signal, part = null }: { writeId: string; signal: AbortSignal; part?: WritePart | null },
): Promise<void> {
  const now = context.now()
  const by = context.worker.name
  const claim = () => claimExternalWrite(context.db, writeId, { now, lease: secondsFrom(now, leaseSeconds), by })
  const claimed = await onKnownTimeline(context, claim)
  if (claimed) await runClaimed(context, claimed.row, { before: claimed.before, signal, part })
}

/**
 * Claims a write. If the database server was promoted unnoticed by this process's connections, as behind a pooler, its
 * open writes are marked before the claim.
 */
async function onKnownTimeline<T>({ pool }: Context, claim: () => Promise<T>): Promise<T> {
  try {
    return await claim()
  } catch (error) {
    if (!isUnknownTimeline(error)) throw error
    await pool.compareEpoch()
    return claim()
  }
}

interface Claim {
  /** The state that the claim found. */
  before: ClaimedFrom | null
  signal: AbortSignal
  part?: WritePart | null
}

/** Carries out a write that this process has claimed, and returns the row as it is then. */
export function runClaimed(context: Context, row: ExternalWriteRow, claim: Claim): Promise<ExternalWriteRow> {
  const { id: writeId, requestId, accountId, kind, platform, traceparent } = row
  const fields = { requestId, writeId, accountId: accountId ?? undefined, kind, platform }
  return inRequest(requestId, () => inSpan('write', () => carryOut(context, row, claim), { fields, traceparent }))
}

async function carryOut(
  context: Context,
  row: ExternalWriteRow,
  { before, signal, part = null }: Claim,
): Promise<ExternalWriteRow> {
  const kind = context.kindOf(row.kind)
  if (!kind) throw new Error(`this version does not know writes of the kind ${row.kind}`)
  await context.checkpoint('write.claimed')
  const since = row.runningSince ?? context.now()
  const claimed: ClaimedWrite = { context, row, kind }
  const heartbeat = {
    everyMs: heartbeatMs,
    extend: () => extendWriteLease(context.db, row.id, { since, until: secondsFrom(context.now(), leaseSeconds) }),
    about: { writeId: row.id },
  }
  await leaseWithHeartbeat(context, heartbeat, async () => {
    try {
      if (isSuspect(before, row)) await suspendUntil(claimed, secondsFrom(context.now(), 2 ** row.crashCount))
      else await drive(claimed, { before, signal, part })
    } catch (error) {
      if (!(error instanceof ConcurrentUpdateError)) await release(claimed, error)
    }
  })
  return claimed.row
}

/** Releases the row after a failure outside of any step. A database failure does not count as a crash. */
async function release(claimed: ClaimedWrite, thrown: unknown): Promise<void> {
  if (!isStorageFailure(thrown)) throw thrown
  claimed.context.log.warn({ ...logged(claimed), err: thrown }, 'write suspended')
  await suspendUntil(claimed, secondsFrom(claimed.context.now(), pauseAfter(1))).catch((error: unknown) => {
    if (!(error instanceof ConcurrentUpdateError)) throw error
  })
}

/** Shortens the settle time of a step whose process is known to be dead: nobody waits for its response any more. */
async function hasten(run: Run, before: ClaimedFrom | null): Promise<void> {
  const { context, row, port } = run
  if (!before || before.openStep === null || before.settleAt === null || before.runningBy === null) return
  const soon = secondsFrom(context.now(), port.settling.seconds * context.config.worker.settleScale)
  if (before.settleAt <= soon || (await isLeaseHeld(context.db, before.runningBy))) return
  await change(run, { settleAt: row.settleAt && row.settleAt < soon ? row.settleAt : soon })
}

async function drive(
  claimed: ClaimedWrite,
  { before, signal, part }: { before: ClaimedFrom | null; signal: AbortSignal; part: WritePart | null },
): Promise<void> {
  const { context, row, kind } = claimed
  const scope = { organizationId: row.organizationId, profileId: null }
  const found = await findAccountWithCredential(context.db, scope, row.accountId)
  const port = await kind.port(context, row.platform)
  if (!found || !port) return void (await afterGone(port ? { ...claimed, port } : claimed))
  const run: Run = Object.assign(claimed, { ...found, port, signal, part })
  if (isQuarantined(row)) return void (await quarantine(run))
  await hasten(run, before)
  for (;;) {
    if (signal.aborted) return void (await afterAbort(run))
    if ((await step(run)) === 'stop') return
  }
}

/** Handles the abort of a run. If nothing has been sent and nobody waits for the write, it is not sent. */
function afterAbort(run: Run): Promise<Progress> {
  const { context, row, kind } = run
  const isAbandoned = kind.unsentSeconds !== null && row.attempt === 0 && context.worker.name === null
  return isAbandoned ? finishNotSent(run) : suspendUntil(run, context.now())
}

/** Whether the next part is carried out by another job, which is queued when the write is suspended. */
function belongsElsewhere({ part, kind, row }: Run): boolean {
  return part !== null && part !== nextPart(kind, row.payload)
}

/** Takes one step. The row alone determines which. */
async function step(run: Run): Promise<Progress> {
  try {
    if (run.row.openStep !== null) return await reconcileStep(run)
    if (isLookedUpFirst(run)) return await lookUpFirst(run)
    if (isTooLateToSend(run)) return await finishNotSent(run)
    if (belongsElsewhere(run)) return await suspendUntil(run, run.context.now())
    return await (run.kind.prepare?.(run) ?? advance(run))
  } catch (error) {
    if (error instanceof ConcurrentUpdateError) throw error
    return afterStepFailure(run, error)
  }
}

async function advance(run: Run): Promise<Progress> {
  const { context, row, port, signal } = run
  const next = await callAccount(context, callerOf(run), async (call) =>
    port.advance(await writeCall(run, call), row.state),
  )
  switch (next.kind) {
    case 'next':
      await change(run, { state: JSON.stringify(next.state), ...progressed })
      await context.checkpoint('state.stored')
      return 'continue'
    case 'wait': {
      if (isTooOld(run)) return finishUnknown(run, 'the network did not finish it.')
      const accepted = next.accepted && row.acceptedAt === null
      const status = accepted ? ({ status: 'accepted', acceptedAt: context.now() } as const) : {}
      const changes = { ...status, state: JSON.stringify(next.state), ...progressed }
      if (next.seconds > maxPauseSeconds) return suspendUntil(run, secondsFrom(context.now(), next.seconds), changes)
      await change(run, changes)
      await sleep(next.seconds * 1000, undefined, { signal }).catch(() => {})
      return 'continue'
    }
    case 'commit':
      return commitStep(run, next.step)
    case 'done':
      return finishDone(run, next.result)
  }
}
