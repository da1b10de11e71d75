import { type Platform, userRequestPlatforms } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { App, UserRequestsPort } from '@carillon/providers'
import type { Context } from '../context.ts'

/** A request about a user that a network posted to one of Carillon's callbacks. */
export interface PostedUserRequest {
  platform: Platform
  signedRequest: string
  requestId: string
}

/** The user of a signed request, with the network's ids for the user. */
interface RequestingUser {
  /** The platforms whose configured app signed the request; one app may serve several. */
  platforms: Platform[]
  ids: string[]
  /** When the network signed the request. */
  issuedAt: Date
}

function appOf({ config }: Context, platform: Platform): App {
  const { hosts, secrets } = config.networks[platform]
  return { hosts, secrets, publicUrl: config.publicUrl }
}

async function portOf({ registry }: Context, platform: Platform): Promise<UserRequestsPort | undefined> {
  const { userRequests } = await registry.adapter(platform)
  return userRequests
}

/**
 * Verifies a signed request of a network and returns its user.
 * @throws ServiceError `route_not_found` for a platform without such requests, `unauthorized` for a signature that is
 *   missing, invalid or older than a day
 */
export async function readUserRequest(
  context: Context,
  { platform, signedRequest }: Pick<PostedUserRequest, 'platform' | 'signedRequest'>,
): Promise<RequestingUser> {
  const port = await portOf(context, platform)
  if (!port) throw new ServiceError('route_not_found', 'The path does not exist.')
  const request = port.read(appOf(context, platform), signedRequest, context.now())
  if (request === null)
    throw new ServiceError('unauthorized', 'The signed_request is missing or invalid, or older than a day.')
  const platforms: Platform[] = []
  for (const each of userRequestPlatforms) {
    const read = await portOf(context, each)
    if (read?.read(appOf(context, each), signedRequest, context.now())) platforms.push(each)
  }
  return { platforms, ...request }
}
