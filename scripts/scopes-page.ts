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

/** The rows of the matrix that need a feature's scopes, by how their names begin. */
const rowsOf: Readonly<Record<Feature, RegExp>> = {
  publishing: /^posts\./,
  comments: /^comments\./,
  messages: /^messages\./,
  analytics: /^analytics\./,
  ads: /^ads/,
  businesses: /^$/,
}

function capabilitiesOf(platform: Platform, feature: Feature): string {
  const own = keysOf(capabilities).filter((name) => rowsOf[feature].test(name) && supports(name, platform))
  return own.map((name) => capabilities[name].title).join('; ') || 'Accounts that a user reaches through a business'
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

Always asked for: ${code(login.always)}. Review: ${login.review}.${ends}

| Feature | Scopes | What it is for |
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

Which capability needs which scope, and which review. \`<NETWORK>_FEATURES\` chooses the features; every feature is asked for where
it is empty. What is not asked for is listed in \`missingScopes\` of each account, and rejected where it is needed. \`npm run admin -- doctor\` shows the same for the deployment's own choice. What to write in a review is on the pages of
[going live](../going-live/README.md). The scopes of ${others.join(' and ')} cannot be chosen.

${sections.join('\n\n')}
`
}
