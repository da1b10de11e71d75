import { randomUUIDv7 } from 'node:crypto'
import {
  findOrganization,
  insertOrganization,
  insertProfile,
  listOrigins as readOrigins,
  denyOrigin as removeOrigin,
  transaction,
  setCard as writeCard,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { isId } from '../is-id.ts'
import { storeOrigin } from '../origins/manage-origins.ts'
import { isSecureOrLocal, originIn } from '../origins/origin-in.ts'

/** Creates an organization with a profile named `Default`. Several organizations may have the same name. */
export async function createOrganization(
  context: Context,
  { name }: { name: string },
): Promise<{ organizationId: string; defaultProfileId: string }> {
  const organizationId = randomUUIDv7()
  const defaultProfileId = randomUUIDv7()
  const now = context.now()
  await transaction(context.db, async (tx) => {
    await insertOrganization(tx, { id: organizationId, name, createdAt: now })
    await insertProfile(tx, {
      id: defaultProfileId,
      organizationId: organizationId,
      name: 'Default',
      externalId: null,
      metadata: null,
      createdAt: now,
    })
  })
  return { organizationId, defaultProfileId }
}

/**
 * Checks that the organization exists.
 * @throws ServiceError `invalid_request` with a message for an operator who typed the id
 */
export async function requireOrganization(context: Context, organizationId: string): Promise<void> {
  if (isId(organizationId) && (await findOrganization(context.db, organizationId))) return
  throw new ServiceError('invalid_request', `There is no organization ${organizationId}.`)
}

/**
 * Adds an origin to those to which connection sessions of the organization may redirect users, and returns it without a
 * slash at its end. Has no effect if it is already allowed.
 * @throws ServiceError `invalid_request` if the organization does not exist, the string is not an origin in normal form
 *   (`originIn`), or the origin is neither HTTPS nor on localhost; `origin_limit_reached`
 */
export async function allowOrigin(
  context: Context,
  { organizationId, origin }: { organizationId: string; origin: string },
): Promise<{ organizationId: string; origin: string }> {
  await requireOrganization(context, organizationId)
  const known = originIn(origin)
  if (known === undefined) {
    throw new ServiceError('invalid_request', `"${origin}" is not an origin; pass one such as https://app.example.com.`)
  }
  if (!isSecureOrLocal(new URL(known))) {
    const message = `"${origin}" cannot be allowed: redirects need HTTPS outside localhost.`
    throw new ServiceError('invalid_request', message)
  }
  await storeOrigin(context, { organizationId, origin: known })
  return { organizationId, origin: known }
}

/**
 * Removes an allowed origin of an organization. Sessions that have already started may still redirect to it.
 * @throws ServiceError `invalid_request` if the organization does not exist or the origin is not allowed
 */
export async function denyOrigin(
  context: Context,
  { organizationId, origin }: { organizationId: string; origin: string },
): Promise<{ organizationId: string; origin: string; denied: true }> {
  await requireOrganization(context, organizationId)
  const known = originIn(origin) ?? origin
  if (await removeOrigin(context.db, { organizationId, origin: known })) {
    return { organizationId, origin: known, denied: true }
  }
  throw new ServiceError(
    'invalid_request',
    `${known} is not allowed; list the allowed origins with: origin list --organization O`,
  )
}

/**
 * Lists the origins to which connection sessions of an organization may redirect users, in alphabetical order.
 * @throws ServiceError `invalid_request` if the organization does not exist
 */
export async function listOrigins(
  context: Context,
  { organizationId }: { organizationId: string },
): Promise<{ organizationId: string; origins: string[] }> {
  await requireOrganization(context, organizationId)
  return { organizationId, origins: await readOrigins(context.db, organizationId) }
}

/**
 * Records whether an organization has a card on file, which accounts beyond the free ones and platforms that charge for
 * calls require.
 * @throws ServiceError `invalid_request` if the organization does not exist
 */
export async function setCard(
  context: Context,
  { organizationId, onFile }: { organizationId: string; onFile: boolean },
): Promise<{ organizationId: string; cardOnFile: boolean }> {
  await requireOrganization(context, organizationId)
  await writeCard(context.db, organizationId, onFile)
  return { organizationId, cardOnFile: onFile }
}
