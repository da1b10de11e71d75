import {
  type AccountRow,
  changeSetup,
  type Db,
  findAccountForWorker,
  isAuthorizing,
  isConnectedElsewhere,
  listAccountsOf,
  listSubjects,
  lockAccounts,
  type Tx,
  takeCredentials,
} from '@carillon/database'
import type { Platform } from '@carillon/domain'
import type { AppCall, JsonObject } from '@carillon/providers'
import { changeAccount } from '../account-changes/change-account.ts'
import { type EndedGrant, grantOwner, queueEndedGrant, readEndedGrant } from '../account-changes/ended-grant.ts'
import type { Context } from '../context.ts'
import { readableCredentials } from '../credentials/encrypted-credentials.ts'
import { appCall } from '../network-calls/app-call.ts'
import { endSubscription } from '../push/end-subscription.ts'
import { queueJob } from '../queue/job-rows.ts'
import { isAuthorizedElsewhere } from './authorized-elsewhere.ts'

/** The timeout in ms of the calls to the network of one job together. */
const timeoutMs = 20_000

/** Milliseconds after which a revocation that waits for authorizations is tried again. */
const authorizingMs = 60_000

/**
 * Returns the calls that end a connection at the network. Each is undefined if the network does not have it or the
 * operator has not turned it on.
 */
async function endings({ registry, config }: Context, platform: Platform) {
  const { connect, signup, credentials } = await registry.adapter(platform)
  const revoke = (connect ?? signup)?.revoke
  const isDeregistered = config.networks[platform].options?.includes('deregisterOnDisconnect')
  const deregister = isDeregistered ? signup?.deregister : undefined
  return {
    revoke: revoke && ((call: AppCall, stored: JsonObject) => revoke(call, credentials.parse(stored))),
    deregister: deregister && ((call: AppCall, stored: JsonObject) => deregister(call, credentials.parse(stored))),
  }
}

/**
 * Returns whether a revocation could end an authorization which is not stored yet: any of the account's organization on
 * the platform, or one of the same social account for another organization.
 */
async function mayBeAuthorizing(context: Context, account: EndedGrant['account'], now: Date): Promise<boolean> {
  const isOwn = await isAuthorizing(context.db, { ...grantOwner(account), now })
  return isOwn || isAuthorizedElsewhere(context, account, now)
}

/**
 * Deletes the credentials of accounts and queues a job for each account that revokes its grant at the network; an
 * account gets no job if there is nothing to end at its network, or if it has no credentials or no key decrypts them.
 * Call it in the transaction that deletes the accounts. Makes no network call.
 */
export async function queueRevocations(
  context: Context,
  tx: Tx,
  { accounts, requestId }: { accounts: readonly AccountRow[]; requestId: string },
): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  // In the order in which an authorization is stored: otherwise both could wait for each other.
  await lockAccounts(tx, ids)
  const [taken, subjects] = [await takeCredentials(tx, ids), await listSubjects(tx, ids)]
  for (const { id, platform, providerId, ownerId, organizationId } of accounts) {
    const row = taken.get(id)
    const subject = subjects.get(id)
    if (!row || (!subject && Object.values(await endings(context, platform)).every((ending) => !ending))) continue
    const credentials = readableCredentials(context, row)
    if (credentials === null) continue
    const account = { id, organizationId, platform, providerId, ownerId }
    await queueEndedGrant(context, tx, { account, requestId, credentials, ...(subject && { subject }) })
  }
}

/**
 * Job: ends the webhook subscription of a deleted account, or of the replaced authorization of an account that was
 * connected again (`endSubscription`). For a deleted account, also revokes the grant that its user gave, if the network
 * can revoke grants, and queues the job that deregisters its phone number, if the operator has enabled that. The grant
 * is kept while the same social account, or another one with the same `ownerId` (such as a business account), is stored
 * for any organization, even as expired, because networks often end all grants of a user at once. The job queues itself
 * again, for up to an hour, while authorized accounts are not stored yet: any of the same organization and platform, or
 * the same social account for another organization. Throws if a call fails, so that the job is retried.
 * @param payload the encrypted account and credentials, as `queueEndedGrant` stored them
 * @param draining aborts when the worker stops
 */
export async function revokeGrant(context: Context, payload: string, draining: AbortSignal): Promise<void> {
  const { account, requestId, credentials, subject, isReplaced, waitUntil = 0 } = readEndedGrant(context, payload)
  const owner = grantOwner(account)
  const now = context.now()
  if (now.getTime() < waitUntil && (await mayBeAuthorizing(context, account, now)))
    return queueJob(context.db, 'grant.revoke', { id: payload, owner, runAt: new Date(now.getTime() + authorizingMs) })
  const { revoke, deregister } = await endings(context, account.platform)
  const signal = AbortSignal.any([draining, AbortSignal.timeout(timeoutMs)])
  const call = appCall(context, account.platform, { requestId, signal })
  if (subject) await endSubscription(context, call, { account, credentials, subject })
  if (isReplaced) return
  if (revoke && !(await isConnectedElsewhere(context.db, account))) {
    await revoke(call, credentials)
    context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'grant revoked')
  }
  if (deregister) await queueJob(context.db, 'number.deregister', { id: payload, owner })
}

/**
 * Returns Carillon's ids of the accounts, of any organization, that have the number with the network's id `providerId`.
 */
async function accountsWithNumber({ db }: Context, { platform, providerId }: EndedGrant['account']): Promise<string[]> {
  const accounts = await listAccountsOf(db, platform, [providerId])
  return accounts.filter((account) => account.providerId === providerId).map(({ id }) => id)
}

/**
 * Marks the number of a connected account as not registered, as far as is known, and queues the job that checks this
 * and registers it again.
 */
async function queueRegistration(context: Context, id: string): Promise<void> {
  const change = (tx: Db) => changeSetup(tx, id, { add: ['registration'], at: context.now() })
  await changeAccount(context, { id, type: 'account.updated', change })
  const account = await findAccountForWorker(context.db, id)
  if (account) await queueJob(context.db, 'signup.finish', { id, owner: account })
}

/**
 * Job: deregisters the phone number of a deleted account at the network, unless an account of any organization has the
 * number. The number of an account that is connected while the call is in flight is registered again
 * (`queueRegistration`). Throws if the call fails, so that the job is retried.
 * @param payload the encrypted account and credentials, which `revokeGrant` passes on
 * @param draining aborts when the worker stops
 */
export async function deregisterNumber(context: Context, payload: string, draining: AbortSignal): Promise<void> {
  const { account, requestId, credentials } = readEndedGrant(context, payload)
  const { id, platform } = account
  const { deregister } = await endings(context, platform)
  if (!deregister || (await accountsWithNumber(context, account)).length > 0) return
  const signal = AbortSignal.any([draining, AbortSignal.timeout(timeoutMs)])
  try {
    const isDone = await deregister(appCall(context, platform, { requestId, signal }), credentials)
    context.log.info({ requestId, accountId: id, platform }, isDone ? 'number deregistered' : 'no number to deregister')
  } finally {
    // The sign-up may have found the number registered, so that it did not register it.
    for (const connected of await accountsWithNumber(context, account)) await queueRegistration(context, connected)
  }
}
