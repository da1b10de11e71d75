import { type ConnectionSessionRow, keepInSession } from '@carillon/database'
import type { JsonObject, SignupClaim } from '@carillon/providers'
import { sessionIsOver } from '../connections/complete-connection.ts'
import { decryptKept, encryptKept } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { retryStorageFailures } from '../storage-failure.ts'

/**
 * The state of a sign-up after the exchange of its code, stored encrypted in its session until the session ends.
 */
export interface SignupProgress extends Omit<SignupClaim, 'code'> {
  token: string
  /** The expiry of the token in ISO 8601; null if it does not expire. */
  expiresAt: string | null
}

/** Milliseconds for which storing is retried while the database fails, because the token cannot be obtained again. */
const storeForMs = 10_000

/**
 * Stores the token of a sign-up, encrypted, in its session; retries for ten seconds while the database fails. Call it
 * before the next step, because the token cannot be obtained again.
 * @throws ServiceError `connection_session_not_found` if the session has ended meanwhile; the database's error if it
 *   still fails
 */
export async function storeProgress(
  context: Context,
  { id }: ConnectionSessionRow,
  progress: SignupProgress,
): Promise<void> {
  const ciphertext = encryptKept(context.encryption, id, { ...progress })
  if (!(await retryStorageFailures(storeForMs, () => keepInSession(context.db, id, ciphertext)))) throw sessionIsOver()
}

/**
 * Decrypts the stored state of a sign-up; null if the code was not exchanged, or the token was lost in a crash.
 * @throws Error if no key decrypts it
 */
export function readProgress(context: Context, session: ConnectionSessionRow): SignupProgress | null {
  return progressIn(decryptKept(context.encryption, session))
}

/** Parses a decrypted state of a sign-up; null if it has no token or no id of a business account. */
export function progressIn(kept: JsonObject): SignupProgress | null {
  const text = (name: keyof SignupProgress) => (typeof kept[name] === 'string' ? kept[name] : null)
  const [token, businessAccountId] = [text('token'), text('businessAccountId')]
  if (token === null || businessAccountId === null) return null
  const staysInApp = kept['staysInApp'] === true
  return { token, businessAccountId, numberId: text('numberId'), staysInApp, expiresAt: text('expiresAt') }
}
