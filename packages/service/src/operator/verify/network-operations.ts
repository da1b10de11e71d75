import { type Platform, platforms } from '@carillon/domain'
import { tableOf } from '@carillon/errors'
import { responses } from '@carillon/providers'

/** Every operation that the adapter of each network can call at it, by name, as logs and reports of `verify` name them. */
export const networkOperations: Readonly<Record<Platform, readonly string[]>> = tableOf(platforms, (platform) =>
  Object.keys(responses[platform]),
)

/**
 * The paths of the fields that an adapter takes for granted in the response of an operation: without one of them it cannot
 * do its work. `[]` follows a list. Fields that may be absent are left out, and so is what is below them.
 */
export function requiredFields(platform: Platform, operation: string): readonly string[] {
  return Object.keys(responses[platform][operation] ?? {}).filter((path) => !path.includes('?'))
}
