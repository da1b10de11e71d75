import { type AccountRow, type AuthorizingSession, listAuthorizing } from '@carillon/database'
import { decryptKept, decryptOffer } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { progressIn } from '../signup/signup-progress.ts'

/** The maximum number of open sessions that are decrypted. With more, one of them is assumed to be of the account. */
const maxSessions = 500

type Revoked = Pick<AccountRow, 'organizationId' | 'platform' | 'providerId' | 'ownerId'>

/**
 * Returns whether an open connection session of another organization has the id of the social account or of its owner
 * (such as a business account): a user has authorized it, but it is not stored yet. The sessions on the platform are
 * decrypted; one that cannot be decrypted is ignored. With more than 500 sessions, returns true without decrypting any.
 * A session whose code is being exchanged is not found.
 */
export async function isAuthorizedElsewhere(context: Context, account: Revoked, now: Date): Promise<boolean> {
  const { organizationId, platform } = account
  const others = { platform, exceptOf: organizationId, now, max: maxSessions + 1 }
  const sessions = await listAuthorizing(context.db, others)
  return sessions.length > maxSessions || sessions.some((session) => isOf(context, session, account))
}

function isOf(context: Context, session: AuthorizingSession, { providerId, ownerId }: Revoked): boolean {
  const ids = idsIn(context, session)
  return (providerId !== '' && ids.includes(providerId)) || (ownerId !== null && ids.includes(ownerId))
}

/** Returns the network's ids of the accounts in an open session, and of the business account of a sign-up. */
function idsIn({ encryption, log }: Context, session: AuthorizingSession): string[] {
  try {
    const { identities, signup } =
      session.status === 'pending'
        ? { identities: [], signup: { progress: decryptKept(encryption, session) } }
        : decryptOffer(encryption, session)
    const progress = signup && progressIn(signup.progress)
    return [...identities.map(({ providerId }) => providerId), ...(progress ? [progress.businessAccountId] : [])]
  } catch (err) {
    log.warn({ connectionSessionId: session.id, err }, 'open session not decrypted')
    return []
  }
}
