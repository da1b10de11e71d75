import type { OpenCommit, Verdict } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import { openStep, settledAfterSeconds } from './commit.ts'
import { finishUnknown } from './finish.ts'
import { dueAt, secondsFrom } from './transition.ts'
import { callerOf, writeCall } from './write-call.ts'
import type { Progress, Run } from './write-kind.ts'

/** The step of a lookup without a known call. */
const lookUpStep = 'lookup'

const stateLost = 'the database failed over to a server that may lack its last changes, and its calls are not known.'

/**
 * Whether later changes of a write may be lost, so that the network is read before anything else. A write of a restored
 * backup that cannot be looked up without a call is looked up at the call, which is never made.
 */
export function isLookedUpFirst({ row, port }: Run): boolean {
  return row.changesLostAt !== null && (row.restoredFrom === null || port.recover !== undefined)
}

/** Opens a step without a call, so that the network is queried for what the lost changes may have done. */
export async function lookUpFirst(run: Run): Promise<Progress> {
  if (!run.port.recover) return finishUnknown(run, stateLost)
  await openStep(run, lookUpStep, { startedAt: dueAt(run.row), settleAt: run.context.now() })
  return 'continue'
}

/**
 * The time from which the network shows the effect of an open step. After a failover, processes that lost the former
 * server may have had a call in flight. An installation whose backup was restored has ended.
 */
export function settledAt(run: Run): Date | null {
  const { settleAt, changesLostAt, restoredFrom } = run.row
  if (changesLostAt === null || restoredFrom !== null) return settleAt
  const lostAt = secondsFrom(changesLostAt, settledAfterSeconds(run))
  return settleAt !== null && settleAt > lostAt ? settleAt : lostAt
}

/** Queries the network for the outcome of an open step. */
export async function lookUp(run: Run, open: OpenCommit): Promise<Verdict<object>> {
  const { row, port } = run
  if (row.changesLostAt !== null && row.restoredFrom === null && !port.recover) {
    return { kind: 'undecidable', reason: stateLost }
  }
  return callAccount(run.context, callerOf(run), async (call) => {
    const write = await writeCall(run, call)
    if (row.changesLostAt === null || !port.recover) return port.reconcile(write, row.state, open)
    return port.recover(write, row.state, open)
  })
}
