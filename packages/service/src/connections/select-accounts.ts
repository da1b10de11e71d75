import {
  awaitSelection,
  type ConnectionSessionRow,
  claimSession,
  findBySelection,
  findOrganization,
  findProfile,
} from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { connect, type Ending, endSession, sessionIsOver } from './complete-connection.ts'
import { decryptOffer, hashToken, type Offer } from './session-secrets.ts'

export interface Choice {
  providerId: string
  name: string
  detail: string | null
  avatarUrl: string | null
}

export interface Selection {
  platform: Platform
  /** The organization to which the accounts will be connected, shown to the user. */
  organizationName: string
  profileName: string
  /** True when the user selects some of the accounts, false when all of them are to be confirmed. */
  select: boolean
  choices: Choice[]
}

/** The access to a selection page: the token of its URL, and the value of the browser's cookie. */
export interface SelectionPage {
  token: string
  browser?: string | undefined
}

interface OfferedSession {
  session: ConnectionSessionRow
  offer: Offer
}

async function findOffer(context: Context, { token, browser }: SelectionPage): Promise<OfferedSession> {
  const session = await findBySelection(context.db, hashToken(token), context.now())
  if (!session) throw sessionIsOver()
  const offer = decryptOffer(context.encryption, session)
  const { browserHash } = offer
  if (browserHash !== null && hashToken(browser ?? '').toString('base64url') !== browserHash) {
    const message = 'This link works only in the browser in which the account was authorized, with cookies allowed.'
    throw new ServiceError('connection_session_not_found', message)
  }
  return { session, offer }
}

/** Describes the accounts that a user can select or confirm on our page. */
export async function describeSelection(context: Context, page: SelectionPage): Promise<Selection> {
  const { session, offer } = await findOffer(context, page)
  const scope = { organizationId: session.organization_id, profileId: null }
  const [organization, profile] = await Promise.all([
    findOrganization(context.db, session.organization_id),
    findProfile(context.db, scope, session.profile_id),
  ])
  return {
    platform: session.platform,
    organizationName: organization?.name ?? '',
    profileName: profile?.name ?? '',
    select: offer.select,
    choices: offer.identities.map((identity) => ({
      providerId: identity.providerId,
      name: identity.displayName ?? identity.displayIdentifier ?? identity.providerId,
      detail: identity.displayIdentifier,
      avatarUrl: identity.avatarUrl,
    })),
  }
}

/**
 * Connects the accounts that the user selected. Rejects accounts that were not offered, and more accounts than are
 * free; the page then stays open.
 */
export async function completeSelection(
  context: Context,
  { chosen, ...page }: SelectionPage & { chosen: readonly string[] },
): Promise<Ending> {
  const { session: offered, offer } = await findOffer(context, page)
  const { identities, billed, select } = offer
  const picked = identities.filter(({ providerId }) => !select || chosen.includes(providerId))
  if (picked.length === 0 || (select && picked.length !== new Set(chosen).size)) {
    throw new ServiceError('invalid_request', 'Select at least one of the accounts on the page.')
  }
  const hash = hashToken(page.token)
  const session = await claimSession(context.db, 'selection_hash', {
    hash,
    platform: offered.platform,
    now: context.now(),
  })
  if (!session) throw sessionIsOver()
  try {
    return await connect(context, session, { identities: picked, ...(billed && { billed }) })
  } catch (error) {
    if (!needsCard(error)) return endSession(context, session, () => Promise.reject(error))
    await awaitSelection(context.db, session.id, { selection_hash: hash, sealed: session.sealed })
    throw error
  }
}

/** Whether another selection, or a card on file, would make the connection possible. */
function needsCard(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 402
}
