import { claimSession, findBySelection, findOrganization } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { connect, type Ending, endSession, sessionIsOver } from './complete-connection.ts'
import { hashToken, openIdentities } from './session-secrets.ts'

export interface Choice {
  providerId: string
  name: string
  detail: string | null
  avatarUrl: string | null
}

export interface Selection {
  platform: Platform
  /** Whose profile the accounts will be connected to, so that the person sees it. */
  organizationName: string
  choices: Choice[]
}

/** What the page shows on which a person picks the accounts to connect. */
export async function describeSelection(context: Context, token: string): Promise<Selection> {
  const session = await findBySelection(context.db, hashToken(token), context.now())
  if (!session) throw sessionIsOver()
  const organization = await findOrganization(context.db, session.organization_id)
  return {
    platform: session.platform,
    organizationName: organization?.name ?? '',
    choices: openIdentities(context.seal, session).map((identity) => ({
      providerId: identity.providerId,
      name: identity.displayName ?? identity.displayIdentifier ?? identity.providerId,
      detail: identity.displayIdentifier,
      avatarUrl: identity.avatarUrl,
    })),
  }
}

/** Connects what the person picked: one account each. A choice that was not offered is refused, and the page stays. */
export async function completeSelection(
  context: Context,
  { token, chosen }: { token: string; chosen: readonly string[] },
): Promise<Ending> {
  const hash = hashToken(token)
  const offered = await findBySelection(context.db, hash, context.now())
  if (!offered) throw sessionIsOver()
  const picked = openIdentities(context.seal, offered).filter(({ providerId }) => chosen.includes(providerId))
  if (picked.length === 0 || picked.length !== new Set(chosen).size) {
    throw new ServiceError('invalid_request', 'Pick at least one of the accounts on the page.')
  }
  const session = await claimSession(context.db, 'selection_hash', {
    hash,
    platform: offered.platform,
    now: context.now(),
  })
  if (!session) throw sessionIsOver()
  return endSession(context, session, () => connect(context, session, { identities: picked }))
}
