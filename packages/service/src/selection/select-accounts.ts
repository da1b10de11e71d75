import {
  awaitSelection,
  type ConnectionSessionRow,
  claimSession,
  findByHash,
  findOrganization,
  findProfile,
} from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { connect, type Ending, endSession, sessionIsOver } from '../connections/complete-connection.ts'
import { decryptOffer, hashToken, type Offer } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { selectNumber } from '../signup/select-number.ts'
import { progressIn } from '../signup/signup-progress.ts'

/** An account, or a phone number of a sign-up, that the user can select. */
interface Choice {
  /** The network's id, which the page sends for the selected choices. */
  providerId: string
  /** The display name; without one the handle or number, otherwise the id. */
  name: string
  /** The handle or number; null if the network reported none. */
  detail: string | null
  avatarUrl: string | null
}

export interface Selection {
  platform: Platform
  /** The name of the organization to which the accounts will be connected, shown to the user. */
  organizationName: string
  profileName: string
  /** True if the user selects some of the accounts, false if the user confirms all of them. */
  select: boolean
  /** True if the user selects exactly one of the choices. */
  single: boolean
  choices: Choice[]
}

/** The user's selection and the data of the request that submits it. */
interface ChosenAccounts {
  chosen: readonly string[]
  requestId: string
  signal: AbortSignal
}

/** The identification of a selection page: the token in its URL, and the value of the browser's cookie. */
interface SelectionPage {
  token: string
  browser?: string | undefined
}

interface OfferedSession {
  session: ConnectionSessionRow
  offer: Offer
}

async function findOffer(context: Context, { token, browser }: SelectionPage): Promise<OfferedSession> {
  const session = await findByHash(context.db, 'selectionHash', { hash: hashToken(token), now: context.now() })
  if (!session) throw sessionIsOver()
  const offer = decryptOffer(context.encryption, session)
  const { browserHash } = offer
  if (browserHash !== null && hashToken(browser ?? '').toString('base64url') !== browserHash) {
    const message = 'This link works only in the browser in which the account was authorized, with cookies allowed.'
    throw new ServiceError('connection_session_not_found', message)
  }
  return { session, offer }
}

/**
 * Reads what the page shows on which a user selects or confirms the accounts to connect. Changes nothing.
 * @throws ServiceError `connection_session_not_found` if the token is unknown, used or expired, or for another browser
 */
export async function describeSelection(context: Context, page: SelectionPage): Promise<Selection> {
  const { session, offer } = await findOffer(context, page)
  const scope = { organizationId: session.organizationId, profileId: null }
  const [organization, profile] = await Promise.all([
    findOrganization(context.db, session.organizationId),
    findProfile(context.db, { scope, id: session.profileId }),
  ])
  return {
    platform: session.platform,
    organizationName: organization?.name ?? '',
    profileName: profile?.name ?? '',
    select: offer.select,
    single: offer.signup !== undefined,
    choices: choicesOf(offer),
  }
}

function choicesOf({ identities, signup }: Offer): Choice[] {
  if (signup) {
    return signup.numbers.map(({ id, displayNumber, displayName }) => ({
      providerId: id,
      name: displayName ?? displayNumber ?? id,
      detail: displayNumber,
      avatarUrl: null,
    }))
  }
  return identities.map(({ providerId, displayName, displayIdentifier, avatarUrl }) => ({
    providerId,
    name: displayName ?? displayIdentifier ?? providerId,
    detail: displayIdentifier,
    avatarUrl,
  }))
}

/**
 * Connects the accounts that the user selected (all that were offered, if the user only confirms them), or continues a
 * sign-up with the selected number.
 * @param options.chosen the `providerId` of each selected choice; ignored if the user only confirms
 * @throws ServiceError `connection_session_not_found` if the token is unknown, used or expired, or for another browser;
 *   `invalid_request` for a selection that is empty or contains anything that was not offered; a billing error (402) if
 *   the accounts need a card on file. After the last two, the user can select again on the same page. Other failures,
 *   and a billing error of a sign-up, end the session and are in the result. After a temporary failure of a sign-up,
 *   the result is `pending` and a job continues
 */
export async function completeSelection(
  context: Context,
  { chosen, requestId, signal, ...page }: SelectionPage & ChosenAccounts,
): Promise<Ending> {
  const { session: offered, offer } = await findOffer(context, page)
  const { identities, billed, select, signup } = offer
  const hash = hashToken(page.token)
  if (signup) {
    const progress = { ...chosenNumber(signup, chosen), hash, requestId, signal }
    return selectNumber(context, offered, progress)
  }
  const picked = identities.filter(({ providerId }) => !select || chosen.includes(providerId))
  if (picked.length === 0 || (select && picked.length !== new Set(chosen).size)) {
    throw new ServiceError('invalid_request', 'Select at least one of the accounts on the page.')
  }
  const session = await claimSession(context.db, 'selectionHash', {
    hash,
    platform: offered.platform,
    now: context.now(),
  })
  if (!session) throw sessionIsOver()
  try {
    return await connect(context, session, { identities: picked, ...(billed && { billed }) })
  } catch (error) {
    if (!needsCard(error)) return endSession(context, session, () => Promise.reject(error))
    await awaitSelection(context.db, session.id, { selectionHash: hash, ciphertext: session.ciphertext })
    throw error
  }
}

/** Returns the state of a sign-up with the number that the user selected. */
function chosenNumber({ progress, numbers }: NonNullable<Offer['signup']>, chosen: readonly string[]) {
  const [numberId, ...more] = chosen
  const known = progressIn(progress)
  if (known === null) throw sessionIsOver()
  if (numberId === undefined || more.length > 0 || !numbers.some(({ id }) => id === numberId)) {
    throw new ServiceError('invalid_request', 'Select one of the numbers on the page.')
  }
  return { progress: { ...known, numberId } }
}

/** Whether the connection could succeed with fewer accounts or a card on file. */
function needsCard(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 402
}
