import { allowOriginUpTo, denyOrigin, listOrigins as readOrigins } from '@carillon/database'
import { limits } from '@carillon/domain'
import { fieldError, ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { isSecureOrLocal, originIn } from './origin-in.ts'

/** Lists the origins that a `redirectUrl` of the organization may have, in alphabetical order. */
export const listOrigins: UseCase<'origins.list'> = async (context, { grant }) => {
  return { status: 200, body: { origins: await readOrigins(context.db, grant.scope.organizationId) } }
}

/**
 * Allows an origin for `redirectUrl` of the organization, without checking its form; does nothing if it is already
 * allowed.
 * @throws ServiceError `origin_limit_reached`
 */
export async function storeOrigin(
  { db }: Pick<Context, 'db'>,
  owned: { organizationId: string; origin: string },
): Promise<void> {
  const max = limits.originsPerOrganization
  if (await allowOriginUpTo(db, owned, max)) return
  const message = `The organization has ${max} allowed origins, the maximum. Remove origins that are no longer used.`
  throw new ServiceError('origin_limit_reached', message)
}

/**
 * Allows an origin for `redirectUrl`. Has no effect if it is already allowed.
 * @throws ServiceError `invalid_request` if the string is not an origin in normal form (`originIn`), or the origin is
 *   neither HTTPS nor on localhost; `origin_limit_reached`
 */
export const createOrigin: UseCase<'origins.create'> = async (context, { grant, input, requestId }) => {
  const origin = originIn(input.body.origin)
  if (origin === undefined) {
    throw fieldError({ path: ['origin'], message: 'an origin such as https://app.example.com is expected' })
  }
  if (!isSecureOrLocal(new URL(origin))) {
    throw fieldError({ path: ['origin'], message: `it must be HTTPS outside localhost; it is ${origin}` })
  }
  const { organizationId } = grant.scope
  await storeOrigin(context, { organizationId, origin })
  context.log.info({ requestId, organizationId, keyId: grant.keyId }, 'origin allowed')
  return { status: 201, body: { origin } }
}

/**
 * Removes an origin from those allowed for `redirectUrl`.
 * @throws ServiceError `origin_not_found`
 */
export const deleteOrigin: UseCase<'origins.delete'> = async (context, { grant, input, requestId }) => {
  const origin = originIn(input.query.origin) ?? input.query.origin
  const { organizationId } = grant.scope
  const removed = await denyOrigin(context.db, { organizationId, origin })
  if (!removed) throw new ServiceError('origin_not_found')
  context.log.info({ requestId, organizationId, keyId: grant.keyId }, 'origin removed')
  return { status: 200, body: { origin, deleted: true } }
}
