import { type AccountRow, isConnectedElsewhere, readCredential } from '@carillon/database'
import { supports } from '@carillon/domain'
import { appCall } from '../app-call.ts'
import type { Context } from '../context.ts'
import { parseCredentials } from '../credentials/parse-credentials.ts'

/** How long in ms the caller waits for a network that does not answer. */
const revokeMs = 5_000

/** Asks the network to end a grant whose credentials we no longer have. A failure is only logged. */
export type GrantEnd = () => Promise<void>

/**
 * Reads what ending an account's grant at the network needs, to be called once the account is deleted: a store that fails
 * meanwhile must not leave an account whose grant is gone. Nothing is asked while another profile has the same social
 * account, as networks often end every grant of a user at once.
 */
export async function prepareGrantEnd(
  context: Context,
  { account, requestId, signal }: { account: AccountRow; requestId: string; signal: AbortSignal },
): Promise<GrantEnd> {
  const row = await readCredential(context.db, account.id)
  if (!row || !supports('connect', account.platform)) return async () => {}
  const { connect } = await context.registry.adapter(account.platform)
  if (!connect.revoke || (await isConnectedElsewhere(context.db, account))) return async () => {}
  return async () => {
    try {
      const ending = AbortSignal.any([signal, AbortSignal.timeout(revokeMs)])
      const call = appCall(context, account.platform, { requestId, signal: ending })
      await connect.revoke?.(call, await parseCredentials(context, account, row))
    } catch (error) {
      context.log.warn({ requestId, accountId: account.id, err: error }, 'the network did not end the grant')
    }
  }
}
