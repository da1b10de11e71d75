import { type Feature, featuresOf, type LoginScopes, loginsOf, type Platform, platforms } from '@carillon/domain'
import type { Context } from '../context.ts'
import { endingWithinDays, readEndingAccess } from '../monitoring/gauges.ts'

interface ScopesFinding {
  check: string
  ok: boolean
  detail: string
}

function describe(login: LoginScopes, requested: readonly Feature[]): string {
  const parts = requested.flatMap((feature) => {
    const scopes = login.features[feature] ?? []
    return scopes.length > 0 ? [`${feature}: ${scopes.join(', ')}`] : []
  })
  return [`always: ${login.always.join(', ')}`, ...parts, `review: ${login.review}`].join('; ')
}

function findingsOf({ config }: Pick<Context, 'config'>, platform: Platform): ScopesFinding[] {
  const known = featuresOf(platform)
  const requested = config.networks[platform].features ?? known
  const left = known.filter((feature) => !requested.includes(feature))
  const notRequested = left.length > 0 ? `; not requested: ${left.join(', ')}` : ''
  return Object.entries(loginsOf[platform]).map(([method, login]) => ({
    check: method === 'any' ? `scopes ${platform}` : `scopes ${platform} ${method}`,
    ok: true,
    detail: `${describe(login, requested)}${notRequested}`,
  }))
}

/**
 * Returns a finding of `doctor` for each login of each network with app credentials: the scopes that the login
 * requests, by feature, and the app review that the network requires for them. Always `ok`.
 */
export function checkScopes(context: Pick<Context, 'config'>): ScopesFinding[] {
  const used = platforms.filter((platform) => Object.keys(context.config.networks[platform].secrets).length > 0)
  return used.flatMap((platform) => findingsOf(context, platform))
}

/**
 * Returns a finding of `doctor` for each network whose access ends some days after the login: the number of accounts
 * that users have to reconnect within 14 days. Always `ok`.
 */
export async function checkEndingAccess(context: Pick<Context, 'db' | 'now'>): Promise<ScopesFinding[]> {
  const ending = await readEndingAccess(context)
  return ending.map(({ platform, count }) => ({
    check: `access ${platform}`,
    ok: true,
    detail: `${count} accounts have to be reconnected by their users within ${endingWithinDays} days`,
  }))
}
