import { type AccountRow, isConnectedElsewhere, readCredential } from '@carillon/database'
import { supports } from '@carillon/domain'
import { appCall } from '../app-call.ts'
import type { Context } from '../context.ts'
import { openCredentials } from '../credentials/sealed-credentials.ts'

/**
 * Asks the network to end the grant, unless another profile has the same social account: networks often end every grant
 * of a person at once. Our copy of the credentials is forgotten whatever it answers, so a failure is
 * only logged.
 */
export async function endGrant(
  context: Context,
  { account, requestId, signal }: { account: AccountRow; requestId: string; signal: AbortSignal },
): Promise<void> {
  try {
    const row = await readCredential(context.db, account.id)
    const port = supports('connect', account.platform) ? context.registry.connect[account.platform] : undefined
    if (!row || !port?.revoke || (await isConnectedElsewhere(context.db, account))) return
    const call = appCall(context, account.platform, { requestId, signal })
    await port.revoke(call, openCredentials(context.seal, row))
  } catch (error) {
    context.log.warn({ requestId, accountId: account.id, err: error }, 'the network did not end the grant')
  }
}
