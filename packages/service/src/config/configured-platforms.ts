import { type Platform, platforms } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import type { Config } from './config.ts'

/** Returns the platforms for which this installation has app credentials, so that accounts can be connected. */
export function configuredPlatforms({ networks }: Config): Platform[] {
  return platforms.filter((platform) => {
    const { secrets, secretsOptional } = settingsOf[platform]
    return secretsOptional === true || secrets.some((name) => networks[platform].secrets[name] !== undefined)
  })
}
