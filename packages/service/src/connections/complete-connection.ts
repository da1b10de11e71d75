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
import { asServiceError, catalogueRow, type ErrorCode, ServiceError } from '@carillon/errors'
import type { Completion } from '@carillon/providers'
import { requireCard } from '../billing.ts'
import type { Context } from '../context.ts'
import { appCall } from '../network-calls/app-call.ts'
import { subscribeConnected } from '../push/subscribe-account.ts'
import { isStorageFailure, retryStorageFailures } from '../storage-failure.ts'
import { callbackUrl, connectPort } from './connect-port.ts'
import { withOutcome } from './redirect-url.ts'
import { requireSameBrowser } from './session-browser.ts'
import { sessionEvent } from './session-events.ts'
import { decryptKept, encryptOffer, hashToken } from './session-secrets.ts'
import { storeIdentities } from './store-identities.ts'

/** The outcome of one step of connecting an account, and where the user's browser goes next. */
export interface Ending {
  status: SessionStatus
  platform: Platform
  /** The URL to redirect to; null if a page of Carillon's reports the outcome. */
  redirectTo: string | null
  error: { code: ErrorCode; message: string } | null
  /** The value of the cookie to set for the next page; absent if no cookie is needed. */
  browser?: string
}

/**
 * Returns the error `connection_session_not_found`, for a callback or selection whose session is unknown, already used,
 * expired or of another network.
 */
export function sessionIsOver(): ServiceError {
  return new ServiceError(
    'connection_session_not_found',
    'This link was already used or has expired. Start connecting the account again.',
  )
}

/**
 * Handles the redirect of the user's browser from a network: exchanges the code for tokens and connects the authorized
 * accounts, or stores them until the user has selected or confirmed them on Carillon's page. `parameters` is the query
 * of the redirect. A session can be used once.
 * @throws ServiceError `connection_session_not_found` if the session is unknown, already used, expired or of another
 *   platform; other failures are returned in the `Ending`, unless the database cannot store them
 */
export async function completeConnection(
  context: Context,
  input: {
    platform: Platform
    parameters: Record<string, string>
    /** The value of the browser's cookie; undefined if it sent none. */
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
 * Runs `work`, which completes a session, and returns its result. If `work` throws, a session that has not ended
 * becomes `failed`, its error and the event `connection.failed` are stored, and the error is returned in the `Ending`:
 * failures of the database (`isStorageFailure`) as `database_error`, codes that sessions do not report as
 * `provider_error`.
 * @param options.isPassing whether an error is temporary: the error is then thrown, and the session stays open. By
 *   default, no error is temporary
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

/**
 * Returns the error as the session reports it. The authorization URL has been used, so a new attempt needs a new
 * session.
 */
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
  const { code, message } = error
  return { code: catalogueRow(code).places.includes('session') ? code : 'provider_error', message }
}

/** Milliseconds for which storing is retried while the database fails, because the tokens cannot be obtained again. */
const storeForMs = 10_000

/**
 * Stores the accounts that a user has authorized, subscribes them to webhook events, and completes the session. Storing
 * is retried for ten seconds while the database fails. A subscription that fails is logged, and a job makes it later.
 * @param completion.billed the operation that the network bills for each account; undefined if it is free
 * @throws ServiceError if no card is on file: `billing_required` for more accounts than are free, or the billing code
 *   of a platform that charges for every call (such as `x_billing_required`)
 */
export async function connect(
  context: Context,
  session: ConnectionSessionRow,
  completion: Pick<Completion, 'identities' | 'billed'>,
): Promise<Ending> {
  const accountIds = await retryStorageFailures(storeForMs, async () => {
    await requireCard(context, session.organizationId, session.platform)
    return storeIdentities(context, { session, ...completion })
  })
  for (const accountId of accountIds) {
    context.log.info({ requestId: session.requestId, accountId, platform: session.platform }, 'account connected')
  }
  await subscribeConnected(context, { accountIds, platform: session.platform, requestId: session.requestId })
  return ending(session, 'completed', null)
}

/**
 * Stores the authorized accounts, encrypted, until the user selects or confirms them on Carillon's page. If
 * confirmation is required, only the browser that authorized them can do so: another browser cannot use the URL.
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
  const ciphertext = encryptOffer(context.encryption, session.id, {
    identities,
    select,
    browserHash,
    ...(billed && { billed }),
  })
  const offered = { selectionHash: hashToken(token), ciphertext }
  await retryStorageFailures(storeForMs, () => awaitSelection(context.db, session.id, offered))
  const redirectTo = `${context.config.publicUrl}/connect/select/${token}`
  const ending: Ending = { status: 'awaiting_selection', platform: session.platform, redirectTo, error: null }
  return browser === undefined ? ending : { ...ending, browser }
}

/**
 * Builds the outcome that a session has with this status and error. `redirectTo` is the client's `redirectUrl` with the
 * session's id and status in its query; null if the session has no `redirectUrl`.
 */
export function ending(session: ConnectionSessionRow, status: SessionStatus, error: Ending['error']): Ending {
  const redirectTo = session.redirectUrl === null ? null : withOutcome(session.redirectUrl, { id: session.id, status })
  return { status, platform: session.platform, redirectTo, error }
}
