import { randomUUIDv7 } from 'node:crypto'
import {
  type ConnectionSessionRow,
  completeSession,
  findConnected,
  lockAccounts,
  lockOrganization,
  lockSession,
  raiseEvents,
  replaceCredential,
  type Tx,
  transactionInTurn,
  upsertAccount,
} from '@carillon/database'
import type { Completion, Identity } from '@carillon/providers'
import { raiseAccountEvents } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'
import { encryptCredentials } from '../credentials/encrypted-credentials.ts'
import { wakeWritesOf } from '../journal/waiting-writes.ts'
import { appCall } from '../network-calls/app-call.ts'
import { queueFormerSubscription } from '../push/queue-former-subscription.ts'
import { queueSubscription } from '../push/subscribe-account.ts'
import { recordCharges } from '../record-charge.ts'
import { requireFreeAccount } from './free-accounts.ts'
import { sessionEvent } from './session-events.ts'

/**
 * Stores the authorized accounts of a session with their tokens and completes the session: all of them or none. Stores
 * their events as well, and jobs that subscribe them to webhook events. An account that the profile already has keeps
 * its id and does not count as a further account. Returns Carillon's account ids in the order of the identities. If the
 * session is completed already, only returns the ids that were stored then.
 * @param options.billed the operation that the network bills, recorded once per account of the network, organization
 *   and UTC day; undefined if it is free
 * @throws ServiceError `billing_required` for more accounts than are free, if no card is on file
 */
export function storeIdentities(
  context: Context,
  { session, identities, billed }: { session: ConnectionSessionRow } & Pick<Completion, 'identities' | 'billed'>,
): Promise<string[]> {
  return transactionInTurn(context.db, ['organization', session.organizationId], async (tx) => {
    // Prevents two sessions that complete at the same time from both using the last free account slot.
    await lockOrganization(tx, session.organizationId)
    // An earlier attempt whose response was lost has stored them.
    const now = await lockSession(tx, session.id)
    if (now?.status === 'completed') return now.accountIds
    const held = await Promise.all(
      identities.map(({ providerId }) =>
        findConnected(tx, { profileId: session.profileId, platform: session.platform, providerId }),
      ),
    )
    const more = held.filter((id) => id === undefined).length
    // In the order of their ids, as a user's deauthorization or deletion does, which could otherwise wait for this.
    await lockAccounts(
      tx,
      held.filter((id) => id !== undefined),
    )
    await requireFreeAccount(context, { db: tx, organizationId: session.organizationId, more })
    const ids: string[] = []
    for (const [index, identity] of identities.entries()) {
      const former = held[index]
      if (former !== undefined) await endFormerSubscription(context, tx, { session, identity, id: former })
      const id = await storeIdentity(context, tx, { session, identity })
      if (billed) {
        const references = [readingOf(context, { session, identity })]
        await recordCharges(context, tx, { account: { ...session, id }, operation: billed, references })
      }
      await queueSubscription(context, tx, { ...session, id })
      ids.push(id)
    }
    await endConnected(context, tx, { session, ids, held })
    return ids
  })
}

/**
 * Completes the session and stores the events about it and its accounts, in the caller's transaction. If an account was
 * connected before, its writes that wait for a retry after a failure (at most 500) are continued at once, because its
 * old token may have caused the failure.
 * @param options.held ids of the accounts that were connected before, whose event is `account.updated`; undefined
 *   entries are ignored
 */
export async function endConnected(
  context: Context,
  tx: Tx,
  { session, ids, held }: { session: ConnectionSessionRow; ids: string[]; held: readonly (string | undefined)[] },
): Promise<void> {
  const at = context.now()
  for (const id of ids) {
    const isHeld = held.includes(id)
    await raiseAccountEvents(context, tx, { ids: [id], type: isHeld ? 'account.updated' : 'account.connected' })
    if (isHeld) await wakeWritesOf(context, tx, id)
  }
  const completed = await completeSession(tx, session.id, { accountIds: ids, at })
  await raiseEvents(tx, [sessionEvent(completed, at)])
}

/** Returns the reference of the charge for reading a user: the same user on one UTC day is charged once. */
function readingOf({ now }: Context, { session, identity }: { session: ConnectionSessionRow; identity: Identity }) {
  const day = now().toISOString().slice(0, 10)
  return `${session.platform}/user/${session.organizationId}/${day}/${identity.providerId}`
}

/** Ends the webhook subscription of an account that is connected again if its login is for another subject now. */
async function endFormerSubscription(
  context: Context,
  tx: Tx,
  { session, identity, id }: { session: ConnectionSessionRow; identity: Identity; id: string },
): Promise<void> {
  const { organizationId, platform, requestId } = session
  const { providerId, scopes } = identity
  const { push, credentials } = await context.registry.adapter(platform)
  const call = appCall(context, platform, { requestId, signal: new AbortController().signal })
  const possible = push?.subscription(call, {
    providerId,
    scopes,
    credentials: credentials.parse(identity.credentials),
  })
  const account = { id, organizationId, platform, providerId, ownerId: null }
  await queueFormerSubscription(context, tx, { account, subject: possible?.subject, requestId })
}

async function storeIdentity(
  context: Context,
  tx: Tx,
  { session, identity }: { session: ConnectionSessionRow; identity: Identity },
): Promise<string> {
  const now = context.now()
  const id = await upsertAccount(tx, {
    id: randomUUIDv7(),
    organizationId: session.organizationId,
    profileId: session.profileId,
    platform: session.platform,
    providerId: identity.providerId,
    displayIdentifier: identity.displayIdentifier,
    displayName: identity.displayName,
    avatarUrl: identity.avatarUrl,
    authMethod: session.authMethod,
    status: 'connected',
    scopes: identity.scopes,
    missingScopes: identity.missingScopes,
    grantedBy: identity.grantedBy ?? null,
    connectedAt: now,
    updatedAt: now,
  })
  await replaceCredential(tx, {
    accountId: id,
    ciphertext: encryptCredentials(context.encryption, id, identity.credentials),
    expiresAt: identity.tokenExpiresAt,
    refreshedAt: now,
  })
  return id
}
