import { claimedPostIds, settleMediaLinks } from '@carillon/database'
import type { OpenCommit } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import { settleSeconds } from './commit.ts'
import { isTooOld, pauseAfter } from './failure.ts'
import { finishUnknown, noteAttempt } from './finish.ts'
import { publishCall } from './publish-call.ts'
import { gettingOn, move, type Run, restUntil, secondsFrom, type Turn } from './run.ts'

/** A step whose end is not known: asks the network what became of it, once it has had time to settle. */
export async function reconcileTurn(run: Run): Promise<Turn> {
  const { context, row, port } = run
  if (row.settle_at && row.settle_at > context.now()) return restUntil(run, row.settle_at)
  const verdict = await lookUp(run).catch((error: unknown) => ({ kind: 'failed' as const, error }))
  switch (verdict.kind) {
    case 'done':
      await closeStep(run, 'reconciled', verdict.state, gettingOn)
      return 'next'
    case 'again':
      await closeStep(run, 'absent', verdict.state)
      return 'next'
    case 'undecidable':
      return finishUnknown(run, verdict.reason)
    case 'absent':
      return afterAbsent(run)
    case 'failed': {
      context.log.warn({ publishId: row.id, step: row.open_step, err: verdict.error }, 'publish look-up failed')
      if (isTooOld(run)) return finishUnknown(run, 'the network could not be asked.')
      const tries = row.tries + 1
      const seconds = Math.max(pauseAfter(tries), settleSeconds(run, port.settling.spacingSeconds))
      return restUntil(run, secondsFrom(context.now(), seconds), { tries })
    }
  }
}

async function lookUp(run: Run) {
  const { context, account, row, port, signal } = run
  const startedAt = row.attempted_at ?? row.created_at
  // Networks count in whole seconds, and clocks differ: what ended just before counts as claimed too.
  const since = secondsFrom(startedAt, -10)
  const open: OpenCommit = {
    step: row.open_step ?? '',
    startedAt,
    claimed: new Set(await claimedPostIds(context.db, { accountId: account.id, since, except: row.id })),
    linksFetched: await settleMediaLinks(context.db, {
      publicationId: row.id,
      attempt: row.attempt,
      now: context.now(),
    }),
  }
  return callAccount(context, { account, requestId: row.request_id, signal }, async (call) =>
    port.reconcile(await publishCall(run, call), row.state as never, open),
  )
}

/** Not seen yet: one look-up too early proves nothing, so a few are needed before the call is made again. */
async function afterAbsent(run: Run): Promise<Turn> {
  const { context, row, port } = run
  const lookups = row.lookups + 1
  if (lookups < port.settling.lookups) {
    const seconds = settleSeconds(run, port.settling.spacingSeconds)
    return restUntil(run, secondsFrom(context.now(), seconds), { lookups })
  }
  await closeStep(run, 'absent', row.state)
  return 'next'
}

/** What is only tried again is no progress: a call over which processes die must not be made for ever. */
async function closeStep(
  run: Run,
  outcome: 'reconciled' | 'absent',
  state: Record<string, unknown>,
  counts: Partial<typeof gettingOn> = { tries: 0 },
): Promise<void> {
  await move(run, { open_step: null, ...counts, state: JSON.stringify(state) }, noteAttempt(run, outcome))
}
