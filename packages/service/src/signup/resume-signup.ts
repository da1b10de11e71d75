import { findSessionForWorker } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { endSession } from '../connections/complete-connection.ts'
import type { Context } from '../context.ts'
import { connectSignedUp, passes } from './complete-signup.ts'
import { readProgress } from './signup-progress.ts'

const tokenLost =
  'The service stopped while it exchanged the code of the sign-up, and a code works once. Start the sign-up again.'

/**
 * Job: continues a sign-up after a crash or a temporary failure. Does nothing if the session has expired or is not
 * `pending`. If the token was not stored, the session fails. Throws temporary failures, and any failure after `signal`
 * has aborted, so that the job is retried. Other failures end the session.
 */
export async function resumeSignup(context: Context, sessionId: string, signal: AbortSignal): Promise<void> {
  const session = await findSessionForWorker(context.db, sessionId)
  if (session?.status !== 'pending' || session.expiresAt <= context.now()) return
  const progress = readProgress(context, session)
  if (progress === null) {
    await endSession(context, session, () => Promise.reject(new ServiceError('provider_error', tokenLost)))
    return
  }
  const call = { requestId: session.requestId, signal }
  await endSession(context, session, () => connectSignedUp(context, session, { ...call, progress }), {
    isPassing: (thrown) => signal.aborted || passes(thrown),
  })
}
