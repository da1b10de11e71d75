import { type Platform, platforms } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import type { Config } from './config.ts'

/**
 * Returns the platforms that this installation is set up for: those with at least one app credential in the settings,
 * also if others are missing, and those that need none.
 */
export function configuredPlatforms({ networks }: Config): Platform[] {
  return platforms.filter((platform) => {
    const { secrets, secretsOptional } = settingsOf[platform]
    return secretsOptional === true || secrets.some((name) => networks[platform].secrets[name] !== undefined)
  })
}
