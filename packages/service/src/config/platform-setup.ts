import { type PlatformSetup, platforms } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import type { Config } from './config.ts'
import { networkVariables } from './network-variables.ts'

const isOfLogin = /client(?:Id|Secret)$/i

/**
 * Groups the names of client ids and client secrets by login: those of one login have the same prefix before `clientId`
 * or `clientSecret`. Other names are left out.
 */
function logins(names: readonly string[]): string[][] {
  const ofLogins = names.filter((name) => isOfLogin.test(name))
  return Object.values(Object.groupBy(ofLogins, (name) => name.replace(isOfLogin, ''))).map((group = []) => group)
}

/**
 * Returns the state of each platform's app credentials, and the environment variables of the missing ones, without
 * those of optional credentials. The state is one of:
 * - `not_configured`: the platform needs credentials, and none is set.
 * - `incomplete`: a client id is set without its secret or the reverse, or credentials are set without one that every
 *   login needs.
 * - `ready` otherwise. If the platform has several logins, one is enough; the variables of the others are still listed.
 */
export function platformSetups({ networks }: Pick<Config, 'networks'>): PlatformSetup[] {
  return platforms.map((platform) => {
    const { secrets, secretsOptional } = settingsOf[platform]
    const isMissing = (name: string) => !networks[platform].secrets[name]
    const missing = secrets.filter(isMissing)
    const isHalf = logins(secrets).some((group) => group.some(isMissing) && !group.every(isMissing))
    const isUsed = missing.length < secrets.length
    const lacks = secretsOptional !== true && missing.some((name) => !isOfLogin.test(name))
    const isIncomplete = isHalf || (isUsed && lacks)
    const isReady = isUsed || secretsOptional === true
    const missingSettings = networkVariables
      .filter((one) => one.platform === platform && missing.includes(one.key))
      .map(({ name }) => name)
    return { platform, state: isIncomplete ? 'incomplete' : isReady ? 'ready' : 'not_configured', missingSettings }
  })
}
