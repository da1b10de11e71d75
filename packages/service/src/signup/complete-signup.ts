import { type ConnectionSessionRow, claimSession, findAccountForWorker, transactionInTurn } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { outcomeOfFailure, type PhoneNumber, ProviderError, type SignupReport } from '@carillon/providers'
import { requireCard } from '../billing.ts'
import { type Ending, ending, endSession, sessionIsOver } from '../connections/complete-connection.ts'
import { requireSameBrowser } from '../connections/session-browser.ts'
import { hashToken } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { appCall } from '../network-calls/app-call.ts'
import { queueJob } from '../queue/job-rows.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { finishSetup } from './finish-setup.ts'
import { offerNumbers } from './offer-numbers.ts'
import { pickNumber } from './pick-number.ts'
import { signupPort } from './signup-port.ts'
import { type SignupProgress, storeProgress } from './signup-progress.ts'
import { type SignedUp, storeSignup } from './store-signup.ts'

export interface SignupEnd {
  platform: Platform
  /** The token of the sign-up page; it can be used once. */
  token: string
  report: SignupReport
  /**
   * The value of the cookie by which the browser that started the session is recognized; undefined if the browser sent
   * none.
   */
  browser?: string | undefined
  requestId: string
  signal: AbortSignal
}

type Call = Pick<SignupEnd, 'requestId' | 'signal'>

/** Seconds after which a job continues a sign-up that its process has not finished; longer than any request lasts. */
export const abandonedAfterSeconds = 90
/** Seconds after which a job continues a sign-up that stopped because of a temporary failure. */
const stoppedAfterSeconds = 5

/**
 * Handles the end of a network's sign-up dialog. The authorization code in `report` works once, so it is exchanged at
 * once and the token is stored, encrypted, before anything else. If the process crashes or a temporary failure occurs
 * after that, the session (and the result) stays `pending`, and the job `signup.resume` continues it.
 * @throws ServiceError `connection_session_not_found` if `token` is unknown, used or expired, or `route_not_found` for
 *   platforms without a sign-up dialog; other failures end the session and are in the result, unless the database
 *   cannot store them
 */
export async function completeSignup(context: Context, end: SignupEnd): Promise<Ending> {
  const { platform, token, report } = end
  const port = await signupPort(context, platform)
  const hash = hashToken(token)
  const session = await transactionInTurn(context.db, ['connectionSession', hash.toString('hex')], async (tx) => {
    const claimed = await claimSession(tx, 'stateHash', { hash, platform, now: context.now() })
    if (claimed) await queueResume(context, tx, { session: claimed, seconds: abandonedAfterSeconds })
    return claimed
  })
  if (!session) throw sessionIsOver()
  return endSession(context, session, async () => {
    requireSameBrowser(session, end.browser)
    const outcome = port.outcome(report)
    if (outcome.kind === 'cancelled') throw new ServiceError('missing_scope', 'The business cancelled the sign-up.')
    if (outcome.kind === 'failed') throw new ServiceError('provider_error', outcome.message)
    await requireCard(context, session.organizationId, platform)
    const { code, ...ids } = outcome.claim
    const { token: access, expiresAt } = await port.exchange(appCall(context, platform, end), { code }).catch(asLost)
    const progress = { ...ids, token: access, expiresAt: expiresAt?.toISOString() ?? null }
    await storeProgress(context, session, progress)
    return connectOrSuspend(context, session, { ...end, progress })
  })
}

/**
 * Carries out the steps of a sign-up after the exchange of the code, while the user waits. If the user has to select
 * one of several numbers, the result redirects to the page for that. After a temporary failure, or any failure once
 * `signal` has aborted, the status of the result is `pending` and a job continues.
 * @throws errors that are not temporary
 */
export async function connectOrSuspend(
  context: Context,
  session: ConnectionSessionRow,
  { progress, requestId, signal }: Call & { progress: SignupProgress },
): Promise<Ending> {
  try {
    const confirmed = await confirm(context, session, { requestId, signal, progress })
    if ('choices' in confirmed) return await offerNumbers(context, session, { progress, choices: confirmed.choices })
    return await connectNumber(context, session, { requestId, signal, signedUp: confirmed })
  } catch (error) {
    if (!signal.aborted && !passes(error)) throw error
    context.log.warn({ requestId, connectionSessionId: session.id, err: error }, 'sign-up failed')
    // If this fails as well, the job queued with the claim still exists.
    await queueResume(context, context.db, { session, seconds: stoppedAfterSeconds }).catch((failure: unknown) =>
      context.log.warn({ connectionSessionId: session.id, err: failure }, 'sign-up suspended'),
    )
    return ending(session, 'pending', null)
  }
}

/** Queues the job `signup.resume` for a connection session, to start after `seconds`. */
export function queueResume(
  context: Context,
  db: Context['db'],
  { session, seconds }: { session: ConnectionSessionRow; seconds: number },
): Promise<void> {
  const runAt = new Date(context.now().getTime() + seconds * 1000)
  return queueJob(db, 'signup.resume', { id: session.id, runAt, owner: session })
}

/**
 * Throws `thrown` again; if the response of the exchange was lost, as a final `provider_error`, because that response
 * may have contained the token and the code works once.
 */
function asLost(thrown: unknown): never {
  if (!(thrown instanceof ProviderError) || outcomeOfFailure(thrown) !== 'indeterminate') throw thrown
  const message =
    'The response that carried the access token was lost, and its code works once. Start the sign-up again.'
  throw new ServiceError('provider_error', message, { cause: thrown })
}

/**
 * Returns whether a failure is temporary, so that a sign-up can continue later: a failure of Carillon's storage
 * (`isStorageFailure`), or a failure of the network that is not a rejection or has `retryAfter`. All steps after the
 * exchange can be repeated.
 */
export function passes(thrown: unknown): boolean {
  if (isStorageFailure(thrown)) return true
  return thrown instanceof ProviderError && (thrown.outcome !== 'rejected' || thrown.retryAfter !== undefined)
}

/**
 * Carries out the steps of a sign-up after the exchange of the code, in a job. Each step can be repeated by any
 * process.
 * @throws ServiceError `provider_error` if the user would have to select a number but has left the page; errors of the
 *   steps
 */
export async function connectSignedUp(
  context: Context,
  session: ConnectionSessionRow,
  { progress, ...call }: Call & { progress: SignupProgress },
): Promise<Ending> {
  const confirmed = await confirm(context, session, { ...call, progress })
  if (!('choices' in confirmed)) return connectNumber(context, session, { ...call, signedUp: confirmed })
  const message =
    'The business account has several phone numbers, of which one must be chosen. Start the sign-up again.'
  throw new ServiceError('provider_error', message)
}

/**
 * Reads from the network whether the data of a sign-up is true, because part of it was only sent by a browser. Returns
 * the confirmed sign-up, or the phone numbers of which the user has to select one.
 * @throws ServiceError `missing_scope` or `provider_error` (see `pickNumber`); the error of the network
 */
async function confirm(
  context: Context,
  { platform }: ConnectionSessionRow,
  { progress, ...end }: Call & { progress: SignupProgress },
): Promise<SignedUp | { choices: PhoneNumber[] }> {
  const port = await signupPort(context, platform)
  const { token, businessAccountId } = progress
  const target = { token, businessAccountId }
  const checked = await port.check(appCall(context, platform, end), target)
  const picked = pickNumber(progress, checked.numbers)
  if ('choices' in picked) return picked
  const expiresAt = progress.expiresAt === null ? null : new Date(progress.expiresAt)
  const ends = [expiresAt, checked.expiresAt].filter((time) => time !== null).sort((a, b) => Number(a) - Number(b))
  const { scopes, grantedBy } = checked
  return { ...target, ...picked, scopes, grantedBy, tokenExpiresAt: ends[0] ?? null }
}

/** Stores the account and tries its remaining setup steps; if they fail, a job does them later. */
async function connectNumber(
  context: Context,
  session: ConnectionSessionRow,
  { signedUp, requestId, signal }: Call & { signedUp: SignedUp },
): Promise<Ending> {
  const { platform, requestId: sessionRequestId } = session
  const accountId = await storeSignup(context, session, signedUp)
  context.log.info({ requestId: sessionRequestId, accountId, platform }, 'account connected')
  const { tokenExpiresAt: expiresAt } = signedUp
  if (expiresAt !== null) {
    const message =
      'the token of the sign-up ends and is not renewed: the configuration should issue tokens without an end'
    context.log.warn({ requestId: sessionRequestId, accountId, platform, expiresAt }, message)
  }
  const account = await findAccountForWorker(context.db, accountId)
  if (account) {
    await finishSetup(context, { account, requestId, signal }).catch((error: unknown) =>
      context.log.warn({ requestId, accountId, err: error }, 'setup not finished'),
    )
  }
  return ending(session, 'completed', null)
}
