import { type ErrorCode, fieldError, ServiceError } from '@carillon/errors'
import { type Capability, type CapabilityRow, capabilities, cellOf, type PlatformWith } from './capabilities.ts'
import { type Platform, platforms } from './platforms.ts'

/** Returns whether a platform has a capability. */
export function supports<C extends Capability>(capability: C, platform: Platform): platform is PlatformWith<C> {
  return cellOf(capability, platform) !== false
}

/** Returns the platforms with a capability, in the order of `platforms`. */
export function platformsWith<C extends Capability>(capability: C): PlatformWith<C>[] {
  return platforms.filter((platform): platform is PlatformWith<C> => supports(capability, platform))
}

/** Returns the error code with which a request is rejected on platforms that lack a capability. */
export function rejectionCode(capability: Capability): ErrorCode {
  return capabilities[capability].rejection
}

/**
 * Checks that a platform has a capability.
 * @param path the path of the field in the request that needs the capability; empty if the operation itself needs it
 * @throws ServiceError with the capability's error code if the platform lacks it
 */
export function requireSupport<C extends Capability>(
  capability: C,
  platform: Platform,
  path: string[] = [],
): asserts platform is PlatformWith<C> {
  if (supports(capability, platform)) return
  const { title, rejection, instead }: Omit<CapabilityRow, 'cells'> = capabilities[capability]
  const able = platformsWith(capability)
  const where = able.length > 0 ? `It is offered on ${able.join(', ')}.` : (instead ?? 'No platform offers it.')
  const message = `${title}: not available on ${platform}. ${where}`
  if (path.length === 0) throw new ServiceError(rejection, message)
  throw fieldError({ code: rejection, path, message })
}

type AuthMethod = (typeof capabilities.connect.cells.instagram.authMethods)[number]

/**
 * Returns the login methods of a platform, the default one first; empty for platforms with a single method, and for
 * those without a login.
 */
export function authMethodsOf(platform: Platform): readonly AuthMethod[] {
  if (!supports('connect', platform)) return []
  const cell = capabilities.connect.cells[platform]
  return 'authMethods' in cell ? cell.authMethods : []
}

/**
 * Returns the login method for a new account: the requested one if the platform has it, otherwise the first one of the
 * platform; null for platforms with a single method, and for those without a login.
 */
export function authMethodFor(platform: Platform, requested: string | undefined): string | null {
  const methods = authMethodsOf(platform)
  return methods.find((method) => method === requested) ?? methods[0] ?? null
}

/**
 * Returns the error code for a string that is not valid base64: `badBase64` of the capability and platform in the
 * capability matrix if it is set, otherwise `invalid_request`.
 */
export function badBase64Code(capability: Capability, platform: Platform): ErrorCode {
  const cell = cellOf(capability, platform)
  return cell === false ? 'invalid_request' : (cell.badBase64 ?? 'invalid_request')
}
