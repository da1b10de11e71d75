const prefix = 'https://www.googleapis.com/auth/'

/**
 * The scopes that the sandbox knows. Any other scope is invalid.
 * @see https://developers.google.com/identity/protocols/oauth2/scopes (read 2026-11-20)
 */
export const scopes = {
  youtube: `${prefix}youtube`,
  forceSsl: `${prefix}youtube.force-ssl`,
  readonly: `${prefix}youtube.readonly`,
  upload: `${prefix}youtube.upload`,
  partner: `${prefix}youtubepartner`,
  partnerAudit: `${prefix}youtubepartner-channel-audit`,
  memberships: `${prefix}youtube.channel-memberships.creator`,
  analytics: `${prefix}yt-analytics.readonly`,
  analyticsMonetary: `${prefix}yt-analytics-monetary.readonly`,
  email: `${prefix}userinfo.email`,
  profile: `${prefix}userinfo.profile`,
} as const

const known = new Set<string>(Object.values(scopes))

/**
 * Reads the scopes in the parameter `scope`, separated by spaces. `asked` has all of these scopes without duplicates,
 * `unknown` only those that the sandbox does not know.
 */
export function readScopes(parameter: string): { asked: string[]; unknown: string[] } {
  const asked = [...new Set(parameter.split(' ').filter((scope) => scope !== ''))]
  return { asked, unknown: asked.filter((scope) => !known.has(scope)) }
}
