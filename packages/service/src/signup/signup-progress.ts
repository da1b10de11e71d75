import { type ConnectionSessionRow, keepInSession } from '@carillon/database'
import type { SignupClaim } from '@carillon/providers'
import { sessionIsOver } from '../connections/complete-connection.ts'
import { decryptKept, encryptKept } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { throughStoreFailures } from '../store-failure.ts'

/** What a sign-up has brought so far: kept encrypted in its session until the account is stored. */
export interface SignupProgress extends Omit<SignupClaim, 'code'> {
  token: string
  /** ISO 8601; null where the token does not expire. */
  expiresAt: string | null
}

/** How long in ms storing is tried while the database fails: the token cannot be had a second time. */
const storeForMs = 10_000

/** Stores the token before the next step. Throws `connection_session_not_found` when the session has ended meanwhile. */
export async function keepProgress(
  context: Context,
  { id }: ConnectionSessionRow,
  progress: SignupProgress,
): Promise<void> {
  const sealed = encryptKept(context.encryption, id, { ...progress })
  if (!(await throughStoreFailures(storeForMs, () => keepInSession(context.db, id, sealed)))) throw sessionIsOver()
}

/** Null for a sign-up whose code was not exchanged, or whose token was lost with the process that had it. */
export function readProgress(context: Context, session: ConnectionSessionRow): SignupProgress | null {
  const kept = decryptKept(context.encryption, session)
  const text = (name: keyof SignupProgress) => (typeof kept[name] === 'string' ? kept[name] : null)
  const [token, businessAccountId] = [text('token'), text('businessAccountId')]
  if (token === null || businessAccountId === null) return null
  return { token, businessAccountId, numberId: text('numberId'), expiresAt: text('expiresAt') }
}
