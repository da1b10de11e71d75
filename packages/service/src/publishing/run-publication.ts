import { setTimeout as sleep } from 'node:timers/promises'
import {
  extendLease,
  findAccount,
  leaseIsHeld,
  type PublicationRow,
  pickUpPublication,
  readPublication,
} from '@carillon/database'
import type { PublishPlatform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { PublishPort } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import { isStoreFailure } from '../store-failure.ts'
import { commitTurn } from './commit.ts'
import { afterStepFailure, isTooOld, pauseAfter } from './failure.ts'
import { finishFailed, finishPublished, finishUnknown } from './finish.ts'
import { needsPreparing, prepareTurn } from './prepare-media.ts'
import { publishCall } from './publish-call.ts'
import { reconcileTurn } from './reconcile.ts'
import { gettingOn, type Held, move, Overtaken, type Run, restUntil, secondsFrom, type Turn } from './run.ts'

/** How long a row belongs to the process that took it up without a sign of life. */
const leaseSeconds = 60
const heartbeatMs = 20_000
/** Waits up to this long are not worth a turn through the queue. */
const longestPauseSeconds = 2
/** A publication over which this many processes died without getting on is not taken up again. */
const mostCrashes = 6
/** From this many on it is let rest for longer and longer, since it may be what kills them. */
const suspectCrashes = 3

/** Drives a publication as far as it will go now. Harmless when it has ended or another process has it. */
export async function runPublication(
  context: Context,
  { publishId, signal }: { publishId: string; signal: AbortSignal },
): Promise<void> {
  const now = context.now()
  const before = await readPublication(context.db, publishId)
  const by = context.worker.name
  const row = await pickUpPublication(context.db, publishId, { now, lease: secondsFrom(now, leaseSeconds), by })
  if (!before || !row) return
  await context.checkpoint('publication.picked-up')
  const beat = setInterval(() => {
    const until = secondsFrom(context.now(), leaseSeconds)
    extendLease(context.db, row.id, { since: now, until }).catch((error: unknown) =>
      context.log.warn({ publishId, err: error }, 'lease not extended'),
    )
  }, heartbeatMs)
  beat.unref()
  const suspect = before.running_since !== null && row.crashes >= suspectCrashes && row.crashes < mostCrashes
  const held: Held = { context, row }
  try {
    if (suspect) await restUntil(held, secondsFrom(now, 2 ** row.crashes))
    else await drive(held, { before, signal })
  } catch (error) {
    if (!(error instanceof Overtaken)) await leave(held, error)
  } finally {
    clearInterval(beat)
  }
}

/** Gives the row back after a failure outside of any step: that of our store is no death of a process, nor an outcome. */
async function leave(held: Held, thrown: unknown): Promise<void> {
  if (!isStoreFailure(thrown)) throw thrown
  const { context, row } = held
  context.log.warn({ requestId: row.request_id, publishId: row.id, err: thrown }, 'publish put off')
  await restUntil(held, secondsFrom(context.now(), pauseAfter(1))).catch((error: unknown) => {
    if (!(error instanceof Overtaken)) throw error
  })
}

/**
 * A step left open by a process that is known to be dead needs no longer than its call can take effect at the network:
 * nobody is waiting for an answer any more.
 */
async function hasten(held: Held, before: PublicationRow): Promise<void> {
  const { context, row } = held
  const { running_by: holder, open_step, settle_at } = before
  const port = context.registry.publish[row.platform]
  if (open_step === null || settle_at === null || holder === null || !port) return
  const soon = secondsFrom(context.now(), port.settling.seconds * context.config.worker.settleScale)
  if (settle_at <= soon || (await leaseIsHeld(context.db, holder))) return
  await move(held, { settle_at: soon })
}

async function drive(held: Held, { before, signal }: { before: PublicationRow; signal: AbortSignal }): Promise<void> {
  await hasten(held, before)
  const { context, row } = held
  const scope = { organizationId: row.organization_id, profileId: null }
  const account = await findAccount(context.db, scope, row.account_id)
  const port = context.registry.publish[row.platform] as PublishPort<PublishPlatform> | undefined
  if (!account || !port) return giveUp(held, 'The account was disconnected before the post was published.')
  if (row.crashes >= mostCrashes) return quarantine(held)
  const run: Run = Object.assign(held, { account, port, signal })
  for (;;) {
    if (signal.aborted) return void (await restUntil(run, context.now()))
    if ((await turn(run)) === 'rest') return
  }
}

/** What was not sent never will be; what may have been sent can no longer be looked up. */
async function giveUp(held: Held, message: string): Promise<void> {
  if (held.row.open_step === null) await finishFailed(held, new ServiceError('account_not_found', message))
  else await finishUnknown(held, 'the account was disconnected meanwhile.')
}

async function quarantine(held: Held): Promise<void> {
  if (held.row.open_step === null) await finishFailed(held, new Error('several processes died over a publication'))
  else await finishUnknown(held, 'the service failed over it several times.')
}

/** One step: what to do next follows from the row alone. */
async function turn(run: Run): Promise<Turn> {
  try {
    if (run.row.open_step !== null) return await reconcileTurn(run)
    if (needsPreparing(run)) return await prepareTurn(run)
    return await advanceTurn(run)
  } catch (error) {
    if (error instanceof Overtaken) throw error
    return afterStepFailure(run, error)
  }
}

async function advanceTurn(run: Run): Promise<Turn> {
  const { context, account, row, port, signal } = run
  const step = await callAccount(context, { account, requestId: row.request_id, signal }, async (call) =>
    port.advance(await publishCall(run, call), row.state as never),
  )
  switch (step.kind) {
    case 'next':
      await move(run, { state: JSON.stringify(step.state), ...gettingOn })
      await context.checkpoint('state.stored')
      return 'next'
    case 'wait': {
      if (isTooOld(run)) return finishUnknown(run, 'the network did not finish it.')
      const accepted = step.accepted && row.accepted_at === null
      const change = accepted ? ({ status: 'accepted', accepted_at: context.now() } as const) : {}
      if (step.seconds <= longestPauseSeconds) {
        await move(run, { ...change, state: JSON.stringify(step.state), ...gettingOn })
        await sleep(step.seconds * 1000, undefined, { signal }).catch(() => {})
        return 'next'
      }
      const at = secondsFrom(context.now(), step.seconds)
      return restUntil(run, at, { ...change, state: JSON.stringify(step.state), ...gettingOn })
    }
    case 'commit':
      return commitTurn(run, step.step)
    case 'published':
      return finishPublished(run, step)
  }
}
