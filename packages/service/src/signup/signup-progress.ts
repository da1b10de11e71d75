import { type ConnectionSessionRow, keepInSession } from '@carillon/database'
import type { JsonObject, SignupClaim } from '@carillon/providers'
import { sessionIsOver } from '../connections/complete-connection.ts'
import { decryptKept, encryptKept } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { retryStorageFailures } from '../storage-failure.ts'

/** The progress of a sign-up, stored encrypted in its session until the account is stored. */
export interface SignupProgress extends Omit<SignupClaim, 'code'> {
  token: string
  /** ISO 8601; null for a token that does not expire. */
  expiresAt: string | null
}

/** How long storing is retried while the database fails, in milliseconds: the token cannot be obtained again. */
const storeForMs = 10_000

/**
 * Stores the token before the next step.
 * @throws ServiceError `connection_session_not_found` when the session has ended in the meantime
 */
export async function storeProgress(
  context: Context,
  { id }: ConnectionSessionRow,
  progress: SignupProgress,
): Promise<void> {
  const ciphertext = encryptKept(context.encryption, id, { ...progress })
  if (!(await retryStorageFailures(storeForMs, () => keepInSession(context.db, id, ciphertext)))) throw sessionIsOver()
}

/** The stored progress; null if the code was not exchanged, or if the token was lost in a crash. */
export function readProgress(context: Context, session: ConnectionSessionRow): SignupProgress | null {
  return progressIn(decryptKept(context.encryption, session))
}

/** Reads what was stored of a progress; null without a token. */
export function progressIn(kept: JsonObject): SignupProgress | null {
  const text = (name: keyof SignupProgress) => (typeof kept[name] === 'string' ? kept[name] : null)
  const [token, businessAccountId] = [text('token'), text('businessAccountId')]
  if (token === null || businessAccountId === null) return null
  const staysInApp = kept['staysInApp'] === true
  return { token, businessAccountId, numberId: text('numberId'), staysInApp, expiresAt: text('expiresAt') }
}
