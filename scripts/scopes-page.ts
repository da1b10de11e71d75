import {
  capabilities,
  type Feature,
  featuresOf,
  type LoginScopes,
  loginsOf,
  type Platform,
  platforms,
  supports,
} from '@carillon/domain'
import { keysOf } from '@carillon/errors'

/** For each feature, the capabilities that need its scopes, by the beginning of their names. */
const rowsOf: Readonly<Record<Feature, RegExp>> = {
  publishing: /^posts\./,
  comments: /^comments\./,
  messages: /^messages\./,
  analytics: /^analytics\./,
  ads: /^ads/,
  businesses: /^$/,
}

/** Text for a feature whose scopes serve no capability of the platform. */
const otherUses: Readonly<Partial<Record<Feature, string>>> = {
  messages: 'Paid background reads of the inbox',
  businesses: 'Accounts to which a user has access through a business',
}

function capabilitiesOf(platform: Platform, feature: Feature): string {
  const own = keysOf(capabilities).filter((name) => rowsOf[feature].test(name) && supports(name, platform))
  return own.map((name) => capabilities[name].title).join('; ') || (otherUses[feature] ?? '')
}

const code = (scopes: readonly string[]) => scopes.map((scope) => `\`${scope}\``).join(', ')

function sectionOf(platform: Platform, method: string, login: LoginScopes): string {
  const title = method === 'any' ? platform : `${platform}, \`${method}\``
  const features = featuresOf(platform).filter((feature) => login.features[feature] !== undefined)
  const rows = features.map((feature) => {
    const scopes = login.features[feature] ?? []
    return `| \`${feature}\` | ${code(scopes)} | ${capabilitiesOf(platform, feature)} |`
  })
  const ends =
    login.accessDays === undefined ? '' : ` Access ends ${login.accessDays} days after the user's last login.`
  return `## ${title}

Always requested: ${code(login.always)}. Review: ${login.review}.${ends}

| Feature | Scopes | Capabilities |
| --- | --- | --- |
${rows.join('\n')}`
}

/** The reference page of the scopes that users are asked for. */
export function scopesPage(): string {
  const sections = platforms.flatMap((platform) =>
    Object.entries(loginsOf[platform]).map(([method, login]) => sectionOf(platform, method, login)),
  )
  const others = platforms.filter((platform) => Object.keys(loginsOf[platform]).length === 0)
  return `<!-- Written by scripts/write-reference.ts from the tables; change those. -->

# Scopes

The scopes and the review that each capability needs. \`<NETWORK>_FEATURES\` selects the features; by default all are
requested. Scopes that are not requested are listed in \`missingScopes\` of each account, and operations that need them are
rejected. \`npm run admin -- doctor\` (with compose: \`docker compose run --rm admin doctor\`) shows the scopes of your own
selection. [Going live](../going-live/README.md) describes each review.
The scopes of ${others.join(' and ')} cannot be selected.

${sections.join('\n\n')}
`
}
