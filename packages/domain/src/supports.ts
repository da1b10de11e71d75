import { type ErrorCode, ServiceError } from '@carillon/errors'
import { type Capability, capabilities, cellOf, type PlatformWith } from './capabilities.ts'
import { type Platform, platforms } from './platforms.ts'

/** Whether a platform has a capability, according to the capability matrix. */
export function supports<C extends Capability>(capability: C, platform: Platform): platform is PlatformWith<C> {
  return cellOf(capability, platform) !== false
}

/** The platforms with a capability, in the order of the specification. */
export function platformsWith<C extends Capability>(capability: C): PlatformWith<C>[] {
  return platforms.filter((platform): platform is PlatformWith<C> => supports(capability, platform))
}

/** The error code for a platform without the capability. */
export function rejectionCode(capability: Capability): ErrorCode {
  return capabilities[capability].rejection
}

/**
 * Checks that a platform has a capability.
 * @throws ServiceError with the capability's error code
 */
export function requireSupport<C extends Capability>(
  capability: C,
  platform: Platform,
): asserts platform is PlatformWith<C> {
  if (supports(capability, platform)) return
  const { title, rejection } = capabilities[capability]
  const able = platformsWith(capability)
  const where = able.length > 0 ? `It is offered on ${able.join(', ')}.` : 'No platform offers it.'
  throw new ServiceError(rejection, `${title}: not available on ${platform}. ${where}`)
}

/**
 * The login method for a new account: the requested one, or the platform's first; null for platforms with a single one.
 */
export function authMethodFor(platform: Platform, requested: string | undefined): string | null {
  if (!supports('connect', platform)) return null
  const cell = capabilities.connect.cells[platform]
  if (!('authMethods' in cell)) return null
  return cell.authMethods.find((method) => method === requested) ?? cell.authMethods[0]
}

/** The error code for invalid base64: the one of the platform's cell, or `invalid_request`. */
export function badBase64Code(capability: Capability, platform: Platform): ErrorCode {
  const cell = cellOf(capability, platform)
  return cell === false ? 'invalid_request' : (cell.badBase64 ?? 'invalid_request')
}
