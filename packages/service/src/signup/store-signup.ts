import { randomInt, randomUUIDv7 } from 'node:crypto'
import {
  type AccountRow,
  type ConnectionSessionRow,
  findAccountInProfile,
  lockOrganization,
  lockSession,
  readCredential,
  replaceCredential,
  setProviderId,
  type Tx,
  transactionInTurn,
  upsertAccount,
} from '@carillon/database'
import { capabilities, requireSupport, type SetupStep } from '@carillon/domain'
import { type ErrorCode, ServiceError } from '@carillon/errors'
import type { PhoneNumber, SignupTarget } from '@carillon/providers'
import { sessionIsOver } from '../connections/complete-connection.ts'
import { requireFreeAccount } from '../connections/free-accounts.ts'
import { endConnected } from '../connections/store-identities.ts'
import type { Context } from '../context.ts'
import { encryptCredentials, readableCredentials } from '../credentials/encrypted-credentials.ts'
import { queueJob } from '../queue/job-rows.ts'
import { signupPort } from './signup-port.ts'

/** The result of a sign-up as confirmed by the network; `number` is null if the business has not added one yet. */
export interface SignedUp extends SignupTarget {
  number: PhoneNumber | null
  scopes: string[]
  /** Null if the token does not expire. */
  tokenExpiresAt: Date | null
  /** The network's id of the user who granted the access; null if the network reports none. */
  grantedBy: string | null
}

/** Seconds after which a job performs the setup steps that the process of the sign-up has not performed. */
const resumeAfterSeconds = 30

/**
 * Stores the account of a sign-up with its token and completes the session. A profile has at most one account of the
 * platform. An existing account without a number gets that of the sign-up. An account with a number is renewed if the
 * sign-up has the same number, or has none and is of the same business account. Returns Carillon's account id, also if
 * another process has stored the account of this session before.
 * @throws ServiceError the platform's conflict code if the existing account cannot be renewed, `billing_required`, or
 *   `connection_session_not_found` if the session has ended without an account
 */
export async function storeSignup(
  context: Context,
  session: ConnectionSessionRow,
  signedUp: SignedUp,
): Promise<string> {
  const { platform } = session
  requireSupport('connect.signup', platform)
  const port = await signupPort(context, platform)
  return transactionInTurn(context.db, ['organization', session.organizationId], async (tx) => {
    // Prevents two sign-ups that complete at the same time from both using the last free account slot, or the same
    // profile.
    await lockOrganization(tx, session.organizationId)
    // A process that was taken for dead and the job that replaced it may both arrive here. The first one ends the
    // session.
    const now = await lockSession(tx, session.id)
    const [connected] = now?.accountIds ?? []
    if (connected !== undefined) return connected
    if (now?.status !== 'pending') throw sessionIsOver()
    const held = await findAccountInProfile(tx, { profileId: session.profileId, platform: session.platform })
    const numberId = numberToHold(held, signedUp, capabilities['connect.signup'].cells[platform].conflict)
    await requireFreeAccount(context, { db: tx, organizationId: session.organizationId, more: held ? 0 : 1 })
    if (held && held.providerId !== numberId) await setProviderId(tx, held.id, numberId)
    const id = await upsert(context, tx, { session, signedUp, numberId })
    const pin = (held && (await storedPin(context, tx, held))) ?? newPin()
    const { token, businessAccountId } = signedUp
    const credentials = port.credentials({ token, businessAccountId, numberId: numberId || null, pin })
    await replaceCredential(tx, {
      accountId: id,
      ciphertext: encryptCredentials(context.encryption, id, credentials),
      expiresAt: signedUp.tokenExpiresAt,
      refreshedAt: context.now(),
    })
    await endConnected(context, tx, { session, ids: [id], held: [held?.id] })
    const runAt = new Date(context.now().getTime() + resumeAfterSeconds * 1000)
    await queueJob(tx, 'signup.finish', { id, runAt, owner: session })
    return id
  })
}

/**
 * Returns the network's id of the number that the account has after the sign-up; empty if it has none.
 * @throws ServiceError `conflict` if the account has another number
 */
function numberToHold(
  held: Pick<AccountRow, 'providerId' | 'ownerId'> | undefined,
  { number, businessAccountId }: SignedUp,
  conflict: ErrorCode,
): string {
  if (!held || held.providerId === '') return number?.id ?? ''
  if (held.providerId === number?.id) return number.id
  // A sign-up of the same business account without a number renews access to the existing number.
  if (number === null && held.ownerId === businessAccountId) return held.providerId
  throw new ServiceError(conflict)
}

/** Returns the remaining setup steps: all that the network does not report as done. */
function missingSteps({ number }: SignedUp, numberId: string): SetupStep[] {
  if (numberId === '') return ['number', 'subscription', 'template']
  return number?.isReady ? ['subscription', 'template'] : ['subscription', 'registration', 'template']
}

function upsert(
  context: Context,
  tx: Tx,
  { session, signedUp, numberId }: { session: ConnectionSessionRow; signedUp: SignedUp; numberId: string },
): Promise<string> {
  const now = context.now()
  const { number, businessAccountId, scopes, grantedBy } = signedUp
  return upsertAccount(tx, {
    id: randomUUIDv7(),
    organizationId: session.organizationId,
    profileId: session.profileId,
    platform: session.platform,
    providerId: numberId,
    ownerId: businessAccountId,
    grantedBy: grantedBy,
    ...(number === null && numberId !== ''
      ? {}
      : {
          displayIdentifier: number?.displayNumber ?? null,
          displayName: number?.displayName ?? null,
          quality: number?.quality ?? null,
        }),
    avatarUrl: null,
    authMethod: null,
    status: 'connected',
    scopes,
    missingScopes: [],
    setupMissing: missingSteps(signedUp, numberId),
    paymentFailedAt: null,
    connectedAt: now,
    updatedAt: now,
  })
}

/**
 * Returns the PIN of the number's first registration, with which it has to be registered again; undefined if none is
 * stored, or no key decrypts it.
 */
async function storedPin(context: Context, tx: Tx, { id }: Pick<AccountRow, 'id'>): Promise<string | undefined> {
  const row = await readCredential(tx, id)
  const pin = row && readableCredentials(context, row)?.['pin']
  return typeof pin === 'string' ? pin : undefined
}

function newPin(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}
