import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { App, SignupPort } from '@carillon/providers'
import type { Context } from '../context.ts'

/**
 * Returns the adapter's functions for the network's sign-up dialog.
 * @throws ServiceError `route_not_found` for platforms without one
 */
export async function signupPort(context: Context, platform: Platform): Promise<SignupPort> {
  const { signup } = await context.registry.adapter(platform)
  if (!signup) throw new ServiceError('route_not_found', 'The page does not exist.')
  return signup
}

/** Returns the app whose sign-up dialog the page opens, with its hosts and those of its credentials that are set. */
export function signupApp(context: Context, platform: Platform): App {
  const { hosts, secrets } = context.config.networks[platform]
  return { hosts, secrets, publicUrl: context.config.publicUrl }
}
