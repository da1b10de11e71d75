import { releaseRateSlot, takeRateSlot } from '@carillon/database'
import type { Context } from '../context.ts'

const name = 'push.subject'
/** Seconds after which the turn of a process that died ends. A change of a subscription takes less. */
const maxSeconds = 60

/**
 * Runs `work`, which changes what a network is subscribed to for `subject`, unless any process makes such a change for
 * the same subject at the moment. Networks replace all fields of a subscription, so that one of two simultaneous
 * changes would be lost. Returns whether `work` was run; rejects with its error. A turn ends after 60 s, also if its
 * process has died or `work` is still running: `work` must take less.
 */
export async function inSubscriptionTurn(
  { db, log }: Pick<Context, 'db' | 'log'>,
  subject: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const turn = { name, key: subject }
  if ((await takeRateSlot(db, { ...turn, requests: 1, perSeconds: maxSeconds })) > 0) return false
  const until = performance.now() + maxSeconds * 1_000
  try {
    await work()
  } finally {
    // After that, the turn may be that of another process.
    if (performance.now() < until) {
      await releaseRateSlot(db, turn).catch((err: unknown) => log.warn({ err }, 'turn of a subscription not released'))
    }
  }
  return true
}
