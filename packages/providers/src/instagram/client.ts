import type { AppCall } from '../call-context.ts'
import type { Fields } from '../json.ts'
import { callGraph, type GraphRequest, type GraphToken } from '../meta/graph.ts'
import type { Credentials, InstagramCall } from './credentials.ts'
import { instagramDialect } from './errors.ts'
import { hostOf } from './hosts.ts'

interface Reach {
  host: string
  access: GraphToken
}

/**
 * Returns the host and the access token for calls with these credentials. Each login has its own host and kind of
 * token.
 */
export function reachOf({ app }: AppCall, { login, accessToken }: Credentials): Reach {
  return login === 'facebook_login'
    ? {
        host: hostOf(app, 'facebookGraph'),
        access: { token: accessToken, appSecret: app.secrets['facebookClientSecret'] },
      }
    : { host: hostOf(app, 'graph'), access: { token: accessToken } }
}

type AccountRequest = Omit<GraphRequest, 'host' | 'access'> & { dialect?: typeof instagramDialect }

/**
 * Makes a Graph API call on behalf of the account, with the host and token of its login, and returns the body.
 * `dialect` interprets errors, `instagramDialect` if omitted.
 * @throws ProviderError the errors of `callGraph`
 */
export function callInstagram(
  call: InstagramCall,
  { dialect = instagramDialect, ...request }: AccountRequest,
): Promise<Fields> {
  return callGraph(call, dialect, { ...request, ...reachOf(call, call.account.credentials) })
}
