import type { Dialect } from '../call-network.ts'
import { hostsOf } from '../host.ts'
import type { Fields } from '../json.ts'
import { callGraph, type GraphRequest } from '../meta/graph.ts'
import type { HostName } from '../settings.ts'
import { type FacebookCall, requirePage } from './credentials.ts'

/**
 * Takes the app and the name of one of Facebook's hosts in its settings, such as `graph`. Returns the origin of that
 * host, such as `https://graph.facebook.com`, without a trailing slash.
 * @throws Error if the app has no such host
 */
export const hostOf = hostsOf('facebook')

interface PageRequest extends Omit<GraphRequest, 'host' | 'access'> {
  dialect: Dialect
  host?: HostName<'facebook'>
}

/**
 * Makes a Graph API call with the access token of the connection's Page and returns the body of the response. `dialect`
 * interprets errors; `host` is the name of Facebook's host, `graph` if omitted.
 * @throws ProviderError `page_not_selected` if the connection has no Page; otherwise the rejection of Meta
 */
export function callPage(call: FacebookCall, { dialect, host = 'graph', ...request }: PageRequest): Promise<Fields> {
  const { pageToken } = requirePage(call)
  return callGraph(call, dialect, {
    ...request,
    host: hostOf(call.app, host),
    access: { token: pageToken, appSecret: call.app.secrets['clientSecret'] },
  })
}
