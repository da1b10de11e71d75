import type { OpenCommit, Verdict } from '@carillon/providers'
import { openStep, settledAfterSeconds, settleSeconds } from './commit.ts'
import { finishUnknown, mayBeReleased } from './finish.ts'
import { dueAt, secondsFrom } from './transition.ts'
import { callForWrite } from './write-call.ts'
import type { Progress, Run } from './write-kind.ts'

/** The name of a step that queries the network without a known call. */
const lookUpStep = 'lookup'

const stateLost = 'the database failed over to a server that may lack its last changes, and its calls are not known.'

/**
 * Returns whether the network has to be queried before any other step, because changes of the write may have been lost
 * in a failover or by a restore. False for a write from a restored backup if the adapter has no `recover`, which
 * searches for effects of calls without a record of them: the write then continues up to its next irreversible
 * call, which is not made; the network is queried for its effect instead.
 */
export function isLookedUpFirst({ row, port }: Run): boolean {
  return row.changesLostAt !== null && (row.restoredFrom === null || port.recover !== undefined)
}

/**
 * Records an open step (a call whose outcome is not stored yet) without making a call, so that the network is queried
 * for the effect of calls whose record may be lost. They are searched from the due time of the write on, or from the
 * time at which it may have been sent (`attemptedAt`) if that is earlier. Ends the write as `unknown` if the adapter
 * has no `recover`.
 */
export async function lookUpFirst(run: Run): Promise<Progress> {
  if (!run.port.recover) return finishUnknown(run, stateLost)
  const { attemptedAt } = run.row
  const due = dueAt(run.row)
  const startedAt = attemptedAt !== null && attemptedAt < due ? attemptedAt : due
  await openStep(run, lookUpStep, { startedAt, settleAt: run.context.now() })
  return 'continue'
}

/**
 * Returns the time after which no call can have an effect that was lost with an early release of the write's schedule;
 * undefined if the write is not marked for such a release (`mayBeReleased`).
 */
export function releasedUntil(run: Run): Date | undefined {
  const { changesLostAt } = run.row
  if (changesLostAt === null || !mayBeReleased(run.row)) return undefined
  return secondsFrom(changesLostAt, settledAfterSeconds(run))
}

/**
 * Returns the time from which the network shows the effect of an open step (a call whose outcome is not stored); null
 * if it can be queried at once. After a failover the time is later, because processes connected to the former server
 * may have had a call in flight, and later still if the network is queried only once (`mayBeReleased`). After a restore
 * from a backup it is not, because the earlier installation no longer runs.
 */
export function settledAt(run: Run): Date | null {
  const { settleAt, changesLostAt, restoredFrom } = run.row
  if (changesLostAt === null || restoredFrom !== null) return settleAt
  const { maxProbes, probeIntervalSeconds } = run.port.settling
  const probing = mayBeReleased(run.row) ? settleSeconds(run, (maxProbes - 1) * probeIntervalSeconds) : 0
  const lostAt = secondsFrom(changesLostAt, settledAfterSeconds(run) + probing)
  return settleAt !== null && settleAt > lostAt ? settleAt : lostAt
}

/**
 * Queries the network for the outcome of an open step (a call whose outcome is not stored), with the adapter's
 * `reconcile` or, if changes may be lost, `recover`. If the adapter has no `recover`, `reconcile` is used after a
 * restored backup, and the verdict is `undecidable` after a failover. Rejects with the error of the query if it fails.
 */
export async function lookUp(run: Run, open: OpenCommit): Promise<Verdict<object>> {
  const { row, port } = run
  if (row.changesLostAt !== null && row.restoredFrom === null && !port.recover) {
    return { kind: 'undecidable', reason: stateLost }
  }
  return callForWrite(run, (call) =>
    row.changesLostAt === null || !port.recover
      ? port.reconcile(call, row.state, open)
      : port.recover(call, row.state, open),
  )
}
