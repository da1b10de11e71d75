import { deletePushSubscription, readCredential, readPushSubscription, type Tx } from '@carillon/database'
import { type EndedGrant, queueEndedGrant } from '../account-changes/ended-grant.ts'
import type { Context } from '../context.ts'
import { readableCredentials } from '../credentials/encrypted-credentials.ts'

/**
 * Deletes the stored webhook subscription of an account that is being connected again, and queues the job that ends it
 * at the network, if the new authorization is for another `subject` (such as the account itself instead of its Page).
 * Does nothing if no key decrypts the credentials of the former authorization. Call it in the transaction that replaces
 * these. Makes no network call.
 * @param options.subject the subject of the new authorization; undefined without one
 */
export async function queueFormerSubscription(
  context: Context,
  tx: Tx,
  { account, subject, requestId }: Pick<EndedGrant, 'account' | 'requestId'> & { subject: string | undefined },
): Promise<void> {
  const former = await readPushSubscription(tx, account.id)
  if (!former?.subject || former.subject === subject) return
  const row = await readCredential(tx, account.id)
  const credentials = row && readableCredentials(context, row)
  if (!credentials) return
  await deletePushSubscription(tx, account.id)
  await queueEndedGrant(context, tx, { account, requestId, credentials, subject: former.subject, isReplaced: true })
}
