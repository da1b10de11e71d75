import { randomBytes } from 'node:crypto'
import { awaitSelection, type ConnectionSessionRow } from '@carillon/database'
import type { PhoneNumber } from '@carillon/providers'
import { type Ending, sessionIsOver } from '../connections/complete-connection.ts'
import { encryptOffer, hashToken } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import type { SignupProgress } from './signup-progress.ts'

/**
 * Stores the state of a sign-up, encrypted, until the user has selected one of its numbers on Carillon's page. The
 * result redirects to that page.
 * @throws ServiceError `connection_session_not_found` if the session has ended meanwhile
 */
export async function offerNumbers(
  context: Context,
  session: ConnectionSessionRow,
  { progress, choices }: { progress: SignupProgress; choices: readonly PhoneNumber[] },
): Promise<Ending> {
  const token = randomBytes(32).toString('base64url')
  const numbers = choices.map(({ id, displayNumber, displayName }) => ({ id, displayNumber, displayName }))
  const isOffered = await awaitSelection(context.db, session.id, {
    selectionHash: hashToken(token),
    ciphertext: encryptOffer(context.encryption, session.id, {
      identities: [],
      select: true,
      browserHash: null,
      signup: { progress: { ...progress }, numbers },
    }),
  })
  if (!isOffered) throw sessionIsOver()
  const redirectTo = `${context.config.publicUrl}/connect/select/${token}`
  return { status: 'awaiting_selection', platform: session.platform, redirectTo, error: null }
}
