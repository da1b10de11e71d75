import { type Platform, type PlatformSetup, platforms } from '@carillon/domain'
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

interface Credentials {
  /** The names of those that are not set. */
  missing: string[]
  isUsed: boolean
  /** Whether the client id of a login is set without its secret, or the reverse. */
  isHalf: boolean
  /** Whether accounts can be connected by at least one login. */
  isSufficient: boolean
}

function credentialsOf(platform: Platform, { networks }: Pick<Config, 'networks'>): Credentials {
  const { secrets, secretsOptional = false } = settingsOf[platform]
  const missing = secrets.filter((name) => !networks[platform].secrets[name])
  const isMissing = (name: string) => missing.includes(name)
  const ofLogins = logins(secrets)
  const hasLogin = ofLogins.length === 0 || ofLogins.some((login) => !login.some(isMissing))
  const lacks = !secretsOptional && missing.some((name) => !isOfLogin.test(name))
  return {
    missing,
    isUsed: secretsOptional || missing.length < secrets.length,
    isHalf: ofLogins.some((login) => login.some(isMissing) && !login.every(isMissing)),
    isSufficient: hasLogin && !lacks,
  }
}

/**
 * Returns the platforms whose accounts can be connected with the app credentials that are set: those of which one login
 * and what every login needs are complete, and those that need none.
 */
export function connectablePlatforms(config: Pick<Config, 'networks'>): Platform[] {
  return platforms.filter((platform) => credentialsOf(platform, config).isSufficient)
}

/**
 * Returns the state of each platform's app credentials, and the environment variables of the missing ones, without
 * those of optional credentials. The state is one of:
 * - `not_configured`: the platform needs credentials, and none is set.
 * - `incomplete`: a client id is set without its secret or the reverse, or credentials are set without a login or
 *   without one that every login needs.
 * - `ready` otherwise. If the platform has several logins, one is enough; the variables of the others are still listed.
 */
export function platformSetups(config: Pick<Config, 'networks'>): PlatformSetup[] {
  return platforms.map((platform) => {
    const { missing, isUsed, isHalf, isSufficient } = credentialsOf(platform, config)
    const missingSettings = networkVariables
      .filter((one) => one.platform === platform && missing.includes(one.key))
      .map(({ name }) => name)
    const state = isSufficient && !isHalf ? 'ready' : 'incomplete'
    return { platform, state: isUsed ? state : 'not_configured', missingSettings }
  })
}
