import { type Platform, platforms } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import type { Config } from './config.ts'

/**
 * Returns the platforms whose accounts can be connected in this installation: those with at least one app credential in
 * the settings, and those that need none.
 */
export function configuredPlatforms({ networks }: Config): Platform[] {
  return platforms.filter((platform) => {
    const { secrets, secretsOptional } = settingsOf[platform]
    return secretsOptional === true || secrets.some((name) => networks[platform].secrets[name] !== undefined)
  })
}
