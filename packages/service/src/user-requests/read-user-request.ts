import { type Platform, userRequestPlatforms } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { App, UserRequestsPort } from '@carillon/providers'
import type { Context } from '../context.ts'

/** A request as a network posted it to one of our callbacks. */
export interface PostedUserRequest {
  platform: Platform
  signedRequest: string
  requestId: string
}

/** The user that a request is about. */
export interface RequestingUser {
  /** The networks whose configured app signed the request; one app may serve several. */
  platforms: Platform[]
  ids: string[]
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
 * Reads the user of a signed request.
 * @throws ServiceError `route_not_found` for a network without such requests, `unauthorized` for a signature that is
 *   missing, invalid or too old
 */
export async function readUserRequest(
  context: Context,
  { platform, signedRequest }: Pick<PostedUserRequest, 'platform' | 'signedRequest'>,
): Promise<RequestingUser> {
  const port = await portOf(context, platform)
  if (!port) throw new ServiceError('route_not_found', 'The path does not exist.')
  const ids = port.read(appOf(context, platform), signedRequest, context.now())
  if (ids === null)
    throw new ServiceError('unauthorized', 'The signed_request is missing or invalid, or older than a day.')
  const platforms: Platform[] = []
  for (const each of userRequestPlatforms) {
    const read = await portOf(context, each)
    if (read?.read(appOf(context, each), signedRequest, context.now())) platforms.push(each)
  }
  return { platforms, ids }
}
