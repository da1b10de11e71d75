import { type AccountRow, isConnectedElsewhere, type Tx, takeCredentials } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import type { AppCall, JsonObject } from '@carillon/providers'
import { appCall } from '../app-call.ts'
import type { Context } from '../context.ts'
import { decryptCredentials } from '../credentials/encrypted-credentials.ts'
import { queueJob } from '../queue/job-rows.ts'

/** How long in ms a network may take to respond. */
const timeoutMs = 20_000

/** The payload of a revocation: everything that is left of an account. It is stored encrypted only. */
interface Grant {
  account: Pick<AccountRow, 'id' | 'platform' | 'provider_id' | 'owner_id'>
  requestId: string
  credentials: JsonObject
}

const place = { table: 'job', row: 'grant.revoke', column: 'payload' }

/** How a network ends a grant; undefined where it has no such call. */
async function revokePort({ registry }: Context, platform: Platform) {
  const adapter = await registry.adapter(platform)
  const { revoke } = adapter.connect ?? adapter.signup ?? {}
  if (!revoke) return undefined
  return (call: AppCall, stored: JsonObject) => revoke(call, adapter.credentials.parse(stored))
}

/**
 * Deletes the credentials of accounts and queues a job for each that revokes its grant at the network. Call it in the
 * transaction that deletes the accounts. Makes no network call.
 */
export async function queueRevocations(
  context: Context,
  tx: Tx,
  { accounts, requestId }: { accounts: readonly AccountRow[]; requestId: string },
): Promise<void> {
  const taken = await takeCredentials(
    tx,
    accounts.map(({ id }) => id),
  )
  for (const { id, platform, provider_id, owner_id, organization_id } of accounts) {
    const row = taken.get(id)
    if (!row || !(await revokePort(context, platform))) continue
    const credentials = decryptCredentials(context.encryption, row)
    const grant: Grant = { account: { id, platform, provider_id, owner_id }, requestId, credentials }
    const payload = context.encryption.encrypt(place, grant).toString('base64')
    await queueJob(tx, 'grant.revoke', { id: payload, owner: { organizationId: organization_id, platform } })
  }
}

/**
 * Ends a grant whose account has been deleted. Nothing is called while the same social account is connected elsewhere, as
 * networks often end every grant of a user at once. A failure is thrown, so that the job is tried again.
 */
export async function revokeGrant(context: Context, payload: string, draining: AbortSignal): Promise<void> {
  const grant = context.encryption.decrypt(place, Buffer.from(payload, 'base64')) as Grant
  const { account, requestId } = grant
  const revoke = await revokePort(context, account.platform)
  if (!revoke || (await isConnectedElsewhere(context.db, account))) return
  const signal = AbortSignal.any([draining, AbortSignal.timeout(timeoutMs)])
  await revoke(appCall(context, account.platform, { requestId, signal }), grant.credentials)
  context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'grant revoked')
}
