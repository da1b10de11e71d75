import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountWithCredential,
  type ClaimedFrom,
  claimExternalWrite,
  type ExternalWriteRow,
  extendWriteLease,
  findAccountOfWrite,
  isLeaseHeld,
  readOpenWrite,
} from '@carillon/database'
import { inRequest, inSpan } from '@carillon/log'
import type { Context } from '../context.ts'
import { leaseWithHeartbeat } from '../lease-with-heartbeat.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { commitStep, finishNotSent, isTooLateToSend, settleSeconds } from './commit.ts'
import { afterStepFailure, isTooOld, pauseAfter } from './failure.ts'
import { finishDone, finishUnknown } from './finish.ts'
import { isLookedUpFirst, lookUpFirst } from './lost-changes.ts'
import { onKnownTimeline } from './on-known-timeline.ts'
import { afterGone, isQuarantined, isSuspect, quarantine } from './quarantine.ts'
import { reconcileStep } from './reconcile.ts'
import {
  ConcurrentUpdateError,
  change,
  leaseSeconds,
  logged,
  nextPart,
  progressed,
  releaseClaim,
  secondsFrom,
  suspendUntil,
} from './transition.ts'
import { callForWrite } from './write-call.ts'
import type { ClaimedWrite, Progress, Run, WritePart } from './write-kind.ts'

const heartbeatMs = 20_000
/** Waits of up to this many seconds do not suspend the write. */
const maxPauseSeconds = 2

interface RunOptions {
  writeId: string
  /** Suspends the write when it aborts; an irreversible call is completed first. */
  signal: AbortSignal
  /** The only part to carry out: the download of media (`fetch`) or the calls (`call`). Null, the default, for both. */
  part?: WritePart | null
  /**
   * True for the first attempt of the job: a light write (`isLight`) is then claimed by its first change. Default:
   * false.
   */
  isFirst?: boolean
}

/**
 * Job: claims a write and carries it out until it ends, suspends, is withdrawn or belongs to another job. Does nothing
 * if the write has ended or does not exist. The caller decides that it is due. A write that is marked as running is
 * claimed as well, and counted as a crash of the process that ran it.
 * @throws an internal error outside of the steps of the write, or the database's error if not even a suspension can be
 *   stored: the write then stays claimed until its lease expires
 */
export async function runWrite(
  context: Context,
  { writeId, signal, part = null, isFirst = false }: RunOptions,
): Promise<void> {
  const now = context.now()
  const by = context.worker.name
  const claim = { runningSince: now, runningBy: by }
  const light = isFirst ? await findLight(context, writeId) : undefined
  if (light) {
    await runClaimed(context, light.row, { ...light, before: null, signal, part, claim })
    return
  }
  const lease = secondsFrom(now, leaseSeconds)
  const claimed = await onKnownTimeline(context, () => claimExternalWrite(context.db, writeId, { now, lease, by }))
  if (claimed) await runClaimed(context, claimed.row, { before: claimed.before, signal, part })
}

/**
 * Reads a write that is to be claimed together with its first change, and its account. The row is not claimed until
 * then: if two processes carry the write out, the first to store a change continues, before any call that cannot be
 * repeated. Returns undefined for a write that has to be claimed first or has ended.
 */
async function findLight(
  context: Context,
  writeId: string,
): Promise<{ row: ExternalWriteRow; account: AccountWithCredential | undefined } | undefined> {
  const [row, account] = await onKnownTimeline(context, () =>
    Promise.all([readOpenWrite(context.db, writeId), findAccountOfWrite(context.db, writeId)]),
  )
  if (!row || row.runningSince !== null || row.crashCount > 0 || row.openStep !== null) return undefined
  return context.kindOf(row.kind)?.isLight?.(row.payload) ? { row, account } : undefined
}

interface Claim extends Pick<RunOptions, 'signal' | 'part'> {
  /** The state of the row before the claim; null for a new write. */
  before: ClaimedFrom | null
  /** The columns of the claim, if they are to be stored with the first change of the row. */
  claim?: ClaimedWrite['claim']
  /** The account, if it has been read with the row. */
  account?: AccountWithCredential | undefined
}

/**
 * Carries out a write that this process has claimed, or claims with its first change, and returns the row as it is
 * afterwards. Errors of its steps do not reject: they end or suspend the write. Rejects with an internal error outside
 * of the steps, and with the database's error if not even the suspension can be stored; the write then stays claimed
 * until its lease expires.
 */
export function runClaimed(context: Context, row: ExternalWriteRow, claim: Claim): Promise<ExternalWriteRow> {
  const { id: writeId, requestId, accountId, kind, platform, traceparent } = row
  const fields = { requestId, writeId, accountId: accountId ?? undefined, kind, platform }
  return inRequest(requestId, () => inSpan('write', () => carryOut(context, row, claim), { fields, traceparent }))
}

async function carryOut(
  context: Context,
  row: ExternalWriteRow,
  { before, signal, part = null, claim, account }: Claim,
): Promise<ExternalWriteRow> {
  const kind = context.kindOf(row.kind)
  if (!kind) return leaveToOthers(context, row)
  await context.checkpoint('write.claimed')
  const since = claim?.runningSince ?? row.runningSince ?? context.now()
  const claimed: ClaimedWrite = { context, row, kind, claim }
  const heartbeat = {
    everyMs: heartbeatMs,
    extend: () => extendWriteLease(context.db, row.id, { since, until: secondsFrom(context.now(), leaseSeconds) }),
    about: { writeId: row.id },
  }
  await leaseWithHeartbeat(context, heartbeat, async () => {
    try {
      if (isSuspect(before, row)) await suspendUntil(claimed, secondsFrom(context.now(), 2 ** row.crashCount))
      else await drive(claimed, { before, signal, part, account })
    } catch (error) {
      await release(claimed, error)
    }
  }).catch((error: unknown) => {
    if (!(error instanceof ConcurrentUpdateError)) throw error
  })
  return claimed.row
}

/**
 * Ends the claim on a write of a kind that this version does not know, such as during an upgrade: the sweep of overdue
 * writes queues it again until a worker of the new version takes it. The claim does not count as a crash.
 */
function leaveToOthers(context: Context, row: ExternalWriteRow): Promise<ExternalWriteRow> {
  const { requestId, id: writeId, kind } = row
  context.log.warn({ requestId, writeId, kind }, 'write of an unknown kind left to other workers')
  return releaseClaim(context, row)
}

/**
 * Suspends a write after a failure of the database outside of any step, so that the failure does not count as a crash.
 * @throws any other error, after which the row stays claimed until its lease expires
 */
async function release(claimed: ClaimedWrite, thrown: unknown): Promise<void> {
  if (!isStorageFailure(thrown)) throw thrown
  claimed.context.log.warn({ ...logged(claimed), err: thrown }, 'write suspended')
  await suspendUntil(claimed, secondsFrom(claimed.context.now(), pauseAfter(1)))
}

/** Shortens the settle time of a step whose process is known to be dead, so that no response can arrive any more. */
async function hasten(run: Run, before: ClaimedFrom | null): Promise<void> {
  const { context, row, port } = run
  if (!before || before.openStep === null || before.settleAt === null || before.runningBy === null) return
  const soon = secondsFrom(context.now(), settleSeconds(run, port.settling.seconds))
  if (before.settleAt <= soon || (await isLeaseHeld(context.db, before.runningBy))) return
  await change(run, { settleAt: row.settleAt && row.settleAt < soon ? row.settleAt : soon })
}

async function drive(
  claimed: ClaimedWrite,
  { before, signal, part, account }: Omit<Claim, 'claim'> & { part: WritePart | null },
): Promise<void> {
  const { context, row, kind } = claimed
  const found = account ?? (await findAccountOfWrite(context.db, row.id))
  const port = await kind.port(context, row.platform)
  if (!found || !port) {
    await afterGone(port ? { ...claimed, port } : claimed)
    return
  }
  const run: Run = Object.assign(claimed, { ...found, port, signal, part })
  if (isQuarantined(row) && (await quarantine(run)) === 'stop') return
  await hasten(run, before)
  for (;;) {
    if (signal.aborted) {
      await afterAbort(run)
      return
    }
    if ((await step(run)) === 'stop') return
  }
}

/**
 * Handles the abort of a run: suspends the write. Outside of workers, a write with `unsentSeconds` that has made no
 * irreversible call is ended, because its client no longer waits.
 */
function afterAbort(run: Run): Promise<Progress> {
  const { context, row, kind } = run
  const isAbandoned = kind.unsentSeconds !== null && row.attempt === 0 && context.worker.name === null
  return isAbandoned ? finishNotSent(run) : suspendUntil(run, context.now())
}

/** Carries out the next step of the write, which depends only on its row. */
async function step(run: Run): Promise<Progress> {
  const { row, kind, part } = run
  try {
    if (row.openStep !== null) return await reconcileStep(run)
    // The network is queried with the whole post, so its media are fetched first.
    if (isLookedUpFirst(run) && !kind.hasToFetch?.(row.payload)) return await lookUpFirst(run)
    if (isTooLateToSend(run)) return await finishNotSent(run)
    // The suspension queues the job that carries out the next part.
    if (part !== null && part !== nextPart(kind, row.payload)) return await suspendUntil(run, run.context.now())
    return await (kind.prepare?.(run) ?? advance(run))
  } catch (error) {
    if (error instanceof ConcurrentUpdateError) throw error
    return afterStepFailure(run, error)
  }
}

/** Ends a write that the network did not finish within a day: as failed if nothing irreversible has been called. */
function afterWaiting(run: Run): Promise<Progress> {
  const { attempt, acceptedAt } = run.row
  if (attempt === 0 && acceptedAt === null) return finishNotSent(run)
  return finishUnknown(run, 'the network did not finish it.')
}

async function advance(run: Run): Promise<Progress> {
  const { context, row, port, signal } = run
  const next = await callForWrite(run, (call) => port.advance(call, row.state))
  switch (next.kind) {
    case 'next':
      await change(run, { state: JSON.stringify(next.state), ...progressed })
      await context.checkpoint('state.stored')
      return 'continue'
    case 'wait': {
      if (isTooOld(run)) return afterWaiting(run)
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
