import { setTimeout } from 'node:timers/promises'
import type { Whole } from '../../whole.ts'
import { ok } from './ok.ts'

/** A job that meets the subscription of another account of the same Page is run again. */
const isTurn = (error: string) => error.includes('is being changed for another account')

/** Whether what a network holds of a disconnected account is still to be ended. Throws if an attempt failed. */
async function isRevoking({ context }: Whole): Promise<boolean> {
  const { rows } = await context.pool.query(
    `select last_error from graphile_worker.jobs where task_identifier = 'grant.revoke'`,
  )
  for (const { last_error: error } of rows)
    if (error !== null && !isTurn(error)) throw new Error(`grant.revoke: ${error}`)
  return rows.length > 0
}

/**
 * Disconnects every account and waits for the calls that follow: an account that is connected again before them keeps its
 * grant and its subscription.
 */
export async function disconnectAll(whole: Whole): Promise<void> {
  const path = `/profiles/${whole.profileId}/accounts`
  const { accounts } = ok(await whole.call('GET', path), 'accounts')
  for (const { accountId } of accounts) ok(await whole.call('DELETE', `${path}/${accountId}`), 'disconnect')
  while (await isRevoking(whole)) await setTimeout(50)
}
