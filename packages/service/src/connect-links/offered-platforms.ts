import { type Platform, supports } from '@carillon/domain'
import type { Config } from '../config/config.ts'
import { configuredPlatforms } from '../config/configured-platforms.ts'

/**
 * Returns the platforms that the page of a connect link can offer: those with app credentials, or that need none, whose
 * accounts are connected in a browser.
 */
export function offeredPlatforms(config: Config): Platform[] {
  return configuredPlatforms(config).filter(
    (platform) => supports('connect', platform) || supports('connect.signup', platform),
  )
}
