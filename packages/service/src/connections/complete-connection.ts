import { randomBytes } from 'node:crypto'
import {
  awaitSelection,
  type ConnectionSessionRow,
  claimSession,
  failSession,
  raiseEvents,
  transaction,
  translateDatabaseError,
} from '@carillon/database'
import type { Platform, SessionStatus } from '@carillon/domain'
import { asServiceError, type ErrorCode, ServiceError } from '@carillon/errors'
import type { Completion } from '@carillon/providers'
import { requireCard } from '../billing.ts'
import type { Context } from '../context.ts'
import { appCall } from '../network-calls/app-call.ts'
import { subscribeConnected } from '../push/subscribe-account.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { callbackUrl, connectPort } from './connect-port.ts'
import { withOutcome } from './redirect-url.ts'
import { requireSameBrowser } from './session-browser.ts'
import { sessionEvent } from './session-events.ts'
import { decryptKept, encryptOffer, hashToken } from './session-secrets.ts'
import { storeIdentities } from './store-identities.ts'

/** Where a user's browser goes next during a connection. */
export interface Ending {
  status: SessionStatus
  platform: Platform
  /** The URL to redirect to; null when one of our own pages reports the outcome. */
  redirectTo: string | null
  error: { code: ErrorCode; message: string } | null
  /** The value of the cookie to set for the next page; omitted when none is needed. */
  browser?: string
}

/** The error for a callback or selection whose session is unknown, used, expired, or belongs to another network. */
export function sessionIsOver(): ServiceError {
  return new ServiceError(
    'connection_session_not_found',
    'This link was already used or has expired. Start connecting the account again.',
  )
}

/** Handles a network's callback: exchanges the code at once and connects the accounts that the user authorized. */
export async function completeConnection(
  context: Context,
  input: {
    platform: Platform
    parameters: Record<string, string>
    /** The current value of the browser's cookie. */
    browser?: string | undefined
    requestId: string
    signal: AbortSignal
  },
): Promise<Ending> {
  const { platform, parameters } = input
  const session = await claimSession(context.db, 'stateHash', {
    hash: hashToken(parameters['state'] ?? ''),
    platform,
    now: context.now(),
  })
  if (!session) throw sessionIsOver()
  return endSession(context, session, async () => {
    requireSameBrowser(session, input.browser)
    const completion = await (await connectPort(context, platform)).complete(appCall(context, platform, input), {
      parameters,
      redirectUri: callbackUrl(context, platform),
      authMethod: session.authMethod,
      kept: decryptKept(context.encryption, session),
    })
    return completion.select || context.config.connectConfirmation
      ? offerChoice(context, session, { completion, browser: input.browser })
      : connect(context, session, completion)
  })
}

/**
 * Runs the end of a session. Any error it throws becomes the error of the session.
 * @param isPassing failures after which the session stays as it is; they are thrown
 */
export async function endSession(
  context: Context,
  session: ConnectionSessionRow,
  work: () => Promise<Ending>,
  { isPassing = () => false }: { isPassing?: (thrown: unknown) => boolean } = {},
): Promise<Ending> {
  try {
    return await work()
  } catch (thrown) {
    if (isPassing(thrown)) throw thrown
    const error = asServiceError(translateDatabaseError(thrown))
    const { code, message } = publicError(error)
    context.log.warn(
      { connectionSessionId: session.id, platform: session.platform, code, err: thrown },
      'connection failed',
    )
    await storeFailure(context, session, { code, message })
    return ending(session, 'failed', { code, message })
  }
}

async function storeFailure(
  context: Context,
  { id }: ConnectionSessionRow,
  error: { code: string; message: string },
): Promise<void> {
  const at = context.now()
  await transaction(context.db, async (tx) => {
    const failed = await failSession(tx, id, { ...error, at })
    if (failed) await raiseEvents(tx, [sessionEvent(failed, at)])
  })
}

/** The error as the session reports it. The authorization URL has been used, so a new attempt needs a new session. */
function publicError(error: ServiceError): Pick<ServiceError, 'code' | 'message'> {
  if (error.code === 'internal_error') {
    return {
      code: 'provider_error',
      message: 'The platform did not complete the authorization. Start connecting the account again.',
    }
  }
  if (isStorageFailure(error)) {
    return {
      code: 'database_error',
      message: 'Carillon could not store the connection. Start connecting the account again.',
    }
  }
  return error
}

/**
 * Stores the accounts that a user has authorized.
 * @throws ServiceError `billing_required` above the free accounts, `x_billing_required` without a card
 */
export async function connect(
  context: Context,
  session: ConnectionSessionRow,
  completion: Pick<Completion, 'identities' | 'billed'>,
): Promise<Ending> {
  await requireCard(context, session.organizationId, session.platform)
  const accountIds = await storeIdentities(context, { session, ...completion })
  for (const accountId of accountIds) {
    context.log.info({ requestId: session.requestId, accountId, platform: session.platform }, 'account connected')
  }
  await subscribeConnected(context, { accountIds, platform: session.platform, requestId: session.requestId })
  return ending(session, 'completed', null)
}

/**
 * Stores the authorized accounts until the user selects or confirms them on Carillon's page. Where confirmation is
 * required, only the browser that authorized can do so: the URL alone is useless to any other browser.
 */
async function offerChoice(
  context: Context,
  session: ConnectionSessionRow,
  { completion, browser: kept }: { completion: Completion; browser: string | undefined },
): Promise<Ending> {
  const { identities, select, billed } = completion
  const token = randomBytes(32).toString('base64url')
  const browser = context.config.connectConfirmation ? (kept ?? randomBytes(32).toString('base64url')) : undefined
  const browserHash = browser === undefined ? null : hashToken(browser).toString('base64url')
  await awaitSelection(context.db, session.id, {
    selectionHash: hashToken(token),
    ciphertext: encryptOffer(context.encryption, session.id, {
      identities,
      select,
      browserHash,
      ...(billed && { billed }),
    }),
  })
  const redirectTo = `${context.config.publicUrl}/connect/select/${token}`
  const ending: Ending = { status: 'awaiting_selection', platform: session.platform, redirectTo, error: null }
  return browser === undefined ? ending : { ...ending, browser }
}

/**
 * The end of a session as its page needs it. `redirectTo` is the client's `redirectUrl` with the session's id and
 * status, or null.
 */
export function ending(session: ConnectionSessionRow, status: SessionStatus, error: Ending['error']): Ending {
  const redirectTo = session.redirectUrl === null ? null : withOutcome(session.redirectUrl, { id: session.id, status })
  return { status, platform: session.platform, redirectTo, error }
}
