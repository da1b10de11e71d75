import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { App, SignupPort } from '@carillon/providers'
import type { Context } from '../context.ts'

/** The sign-up of a network. One that has none looks like a path that does not exist. */
export async function signupPort(context: Context, platform: Platform): Promise<SignupPort> {
  const { signup } = await context.registry.adapter(platform)
  if (!signup) throw new ServiceError('route_not_found', 'There is no such page.')
  return signup
}

/** The deployment's app, with its hosts and credentials, whose sign-up dialog the page opens. */
export function signupApp(context: Context, platform: Platform): App {
  const { hosts, secrets } = context.config.networks[platform]
  return { hosts, secrets, publicUrl: context.config.publicUrl }
}
