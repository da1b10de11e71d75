import { type ErrorCode, ServiceError } from '@carillon/errors'
import { type Capability, capabilities, cellOf, type PlatformWith } from './capabilities.ts'
import { type Platform, platforms } from './platforms.ts'

/** Whether a platform has a capability, according to the capability matrix. */
export function supports<C extends Capability>(capability: C, platform: Platform): platform is PlatformWith<C> {
  return cellOf(capability, platform) !== false
}

/** The networks that can, in the order of the specification. */
export function platformsWith<C extends Capability>(capability: C): PlatformWith<C>[] {
  return platforms.filter((platform): platform is PlatformWith<C> => supports(capability, platform))
}

/** The error code for a platform without the capability. */
export function rejectionCode(capability: Capability): ErrorCode {
  return capabilities[capability].rejection
}

/** Rejects with the row's code if the platform cannot. */
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

/** How an account of a network is logged in to: as was asked for, else in its first way; null where there is but one. */
export function authMethodFor(platform: Platform, asked: string | undefined): string | null {
  if (!supports('connect', platform)) return null
  const cell = capabilities.connect.cells[platform]
  if (!('authMethods' in cell)) return null
  return cell.authMethods.find((method) => method === asked) ?? cell.authMethods[0]
}

/** The error code for text that is announced as base64 and is not: the one that the cell names, else `invalid_request`. */
export function badBase64Code(capability: Capability, platform: Platform): ErrorCode {
  const cell = cellOf(capability, platform)
  return cell === false ? 'invalid_request' : (cell.badBase64 ?? 'invalid_request')
}
