import { featuresOf, loginScopes, loginsOf, scopesFor } from '@carillon/domain'
import { expect } from 'chai'
import { type App, registry } from '../src/index.ts'
import { callOf } from './fake-call.ts'

const redirectUri = 'https://carillon.example/oauth/callback'

/** The platforms with a login whose permissions an operator can choose. */
type Selectable = {
  [P in keyof typeof loginScopes]: keyof (typeof loginScopes)[P] extends never ? never : P
}[keyof typeof loginScopes]

/** What separates the permissions in the authorization URL. */
const separators: Readonly<Record<Selectable, ',' | ' '>> = {
  instagram: ',',
  tiktok: ',',
  facebook: ',',
  youtube: ' ',
  x: ' ',
}

/** Every login whose permissions an operator can choose. */
const logins = (Object.keys(separators) as Selectable[]).flatMap((platform) =>
  Object.entries(loginsOf[platform]).map(([method, login]) => ({
    platform,
    authMethod: method === 'any' ? null : method,
    login,
    separator: separators[platform],
  })),
)

type Row = (typeof logins)[number]

async function authorizationUrl(row: Row, more: Partial<App> = {}): Promise<URL> {
  const { connect, settings } = await registry.adapter(row.platform)
  const secrets = { clientId: 'a', clientSecret: 'b', facebookClientId: 'c', facebookClientSecret: 'd' }
  const app: App = { hosts: settings.hosts, secrets, publicUrl: 'https://carillon.example', ...more }
  const authMethod = row.authMethod === null ? {} : { authMethod: row.authMethod }
  const authorization = await connect.authorize(callOf(app), { redirectUri, state: 's', ...authMethod })
  return new URL(authorization.authorizationUrl)
}

describe('features and the permissions that users are asked for', () => {
  for (const row of logins) {
    const title = `${row.platform}${row.authMethod === null ? '' : ` (${row.authMethod})`}`

    it(`${title}: asks for the permissions of every feature when none are chosen`, async () => {
      const url = await authorizationUrl(row)
      expect(url.searchParams.get('scope')?.split(row.separator)).to.have.members(scopesFor(row.login))
    })

    it(`${title}: asks only for the permissions of the chosen feature`, async () => {
      for (const feature of featuresOf(row.platform)) {
        const url = await authorizationUrl(row, { features: [feature] })
        const asked = url.searchParams.get('scope')?.split(row.separator)
        expect(asked, feature).to.have.members(scopesFor(row.login, [feature]))
      }
    })
  }

  it('a chosen feature leaves out what only others need', () => {
    expect(scopesFor(loginScopes.facebook.any, ['publishing'])).to.deep.equal([
      'pages_show_list',
      'pages_read_engagement',
      'pages_manage_posts',
      'pages_read_user_content',
    ])
    expect(scopesFor(loginScopes.x.any, ['publishing'])).not.to.include('dm.read')
  })

  for (const row of logins.filter(
    ({ platform, authMethod }) => platform === 'facebook' || authMethod === 'facebook_login',
  )) {
    it(`${row.platform}: a configuration of Facebook Login for Business is asked for in place of permissions`, async () => {
      const secrets = { clientId: 'a', clientSecret: 'b', facebookClientId: 'c', facebookClientSecret: 'd' }
      const configured = { ...secrets, loginConfigId: '700', facebookLoginConfigId: '700' }
      const { searchParams } = await authorizationUrl(row, { secrets: configured })
      expect(searchParams.get('config_id')).to.equal('700')
      expect(searchParams.has('scope')).to.equal(false)
    })
  }
})
