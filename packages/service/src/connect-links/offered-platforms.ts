import { type Platform, supports } from '@carillon/domain'
import type { Config } from '../config/config.ts'
import { connectablePlatforms } from '../config/platform-setup.ts'

/**
 * Returns the platforms that the page of a connect link can offer: those with all app credentials that one login needs,
 * or that need none, whose accounts are connected in a browser.
 */
export function offeredPlatforms(config: Config): Platform[] {
  return connectablePlatforms(config).filter(
    (platform) => supports('connect', platform) || supports('connect.signup', platform),
  )
}
