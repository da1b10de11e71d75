import { type ConnectionSessionRow, claimSession, resumeSession, transactionInTurn } from '@carillon/database'
import { type Ending, endSession, sessionIsOver } from '../connections/complete-connection.ts'
import { encryptKept } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { abandonedAfterSeconds, connectOrSuspend, queueResume } from './complete-signup.ts'
import type { SignupProgress } from './signup-progress.ts'

/**
 * Continues a sign-up with the number that the user has selected. After a crash or a temporary failure (the result is
 * then `pending`), the job `signup.resume` continues it.
 * @param options.hash the hash of the selection page's token
 * @throws ServiceError `connection_session_not_found` if a number has already been selected or the session has expired;
 *   other failures end the session and are in the result
 */
export async function selectNumber(
  context: Context,
  { platform }: Pick<ConnectionSessionRow, 'platform'>,
  { hash, progress, ...call }: { hash: Buffer; progress: SignupProgress; requestId: string; signal: AbortSignal },
): Promise<Ending> {
  const session = await transactionInTurn(context.db, ['connectionSession', hash.toString('hex')], async (tx) => {
    const claimed = await claimSession(tx, 'selectionHash', { hash, platform, now: context.now() })
    if (!claimed) return undefined
    await resumeSession(tx, claimed.id, encryptKept(context.encryption, claimed.id, { ...progress }))
    await queueResume(context, tx, { session: claimed, seconds: abandonedAfterSeconds })
    return claimed
  })
  if (!session) throw sessionIsOver()
  return endSession(context, session, () => connectOrSuspend(context, session, { ...call, progress }))
}
