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
 * Returns the state of each platform's app credentials, and the names of the environment variables of those that are not
 * set. `not_configured`: none is set, and the platform needs some. `incomplete`: a client id is set without its secret or
 * the reverse, or a credential that every login needs is missing beside others. `ready` otherwise: of several logins, one
 * is enough, and the variables of the others are listed, too. Optional credentials do not count.
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
