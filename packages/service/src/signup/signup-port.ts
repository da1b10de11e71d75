import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { App, SignupPort } from '@carillon/providers'
import type { Context } from '../context.ts'

/**
 * The sign-up port of a network.
 * @throws ServiceError `route_not_found` for networks without a sign-up
 */
export async function signupPort(context: Context, platform: Platform): Promise<SignupPort> {
  const { signup } = await context.registry.adapter(platform)
  if (!signup) throw new ServiceError('route_not_found', 'The page does not exist.')
  return signup
}

/** The app whose sign-up dialog the page opens, with its hosts and credentials. */
export function signupApp(context: Context, platform: Platform): App {
  const { hosts, secrets } = context.config.networks[platform]
  return { hosts, secrets, publicUrl: context.config.publicUrl }
}
