import { type ErrorCode, ServiceError } from '@carillon/errors'
import { type Capability, capabilities, type PlatformWith } from './capabilities.ts'
import { type Platform, platforms } from './platforms.ts'

export function supports<C extends Capability>(capability: C, platform: Platform): platform is PlatformWith<C> {
  return capabilities[capability].cells[platform] !== false
}

/** The networks that can, in the order of the specification. */
export function platformsWith<C extends Capability>(capability: C): PlatformWith<C>[] {
  return platforms.filter((platform): platform is PlatformWith<C> => supports(capability, platform))
}

export function refusalCode(capability: Capability): ErrorCode {
  return capabilities[capability].refusal
}

/** Refuses with the row's code where the network cannot. */
export function requireSupport<C extends Capability>(
  capability: C,
  platform: Platform,
): asserts platform is PlatformWith<C> {
  if (supports(capability, platform)) return
  const { title, refusal } = capabilities[capability]
  const able = platformsWith(capability)
  const where = able.length > 0 ? `It is offered on ${able.join(', ')}.` : 'No platform offers it.'
  throw new ServiceError(refusal, `${title}: not available on ${platform}. ${where}`)
}

/** How an account of a network is logged in to: as was asked for, else in its first way; null where there is but one. */
export function authMethodFor(platform: Platform, asked: string | undefined): string | null {
  const cell = capabilities.connect.cells[platform]
  if (cell === false || !('authMethods' in cell)) return null
  return cell.authMethods.find((method) => method === asked) ?? cell.authMethods[0]
}

/** The code for text that is announced as base64 and is none: the network's own where its cell names one. */
export function badBase64Code(capability: Capability, platform: Platform): ErrorCode {
  const cell = capabilities[capability].cells[platform]
  return cell !== false && 'badBase64' in cell ? cell.badBase64 : 'invalid_request'
}
