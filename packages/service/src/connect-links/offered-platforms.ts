import { type Platform, supports } from '@carillon/domain'
import type { Config } from '../config/config.ts'
import { configuredPlatforms } from '../config/configured-platforms.ts'

/** The social networks that a page can offer: those with credentials whose accounts are connected in a browser. */
export function offeredPlatforms(config: Config): Platform[] {
  return configuredPlatforms(config).filter(
    (platform) => supports('connect', platform) || supports('connect.signup', platform),
  )
}
