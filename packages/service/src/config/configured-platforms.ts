import { type Platform, platforms } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import type { Config } from './config.ts'

/** The social networks for which this deployment has credentials, so that an account can be connected. */
export function configuredPlatforms({ networks }: Config): Platform[] {
  return platforms.filter((platform) => {
    const { secrets, secretsOptional } = settingsOf[platform]
    return secretsOptional === true || secrets.some((name) => networks[platform].secrets[name] !== undefined)
  })
}
