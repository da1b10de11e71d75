import type { AppCall, CallContext } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { hostsOf } from '../host.ts'
import type { Fields } from '../json.ts'
import { callGraph, type GraphRequest } from '../meta/graph.ts'
import type { WhatsAppCredentials } from './credentials.ts'

/**
 * Takes the app and the name of one of WhatsApp's hosts in its settings, such as `graph`. Returns the origin of that
 * host, such as `https://graph.facebook.com`, without a trailing slash.
 * @throws Error if the app has no such host
 */
export const hostOf = hostsOf('whatsapp')

export type WhatsAppCall = CallContext<WhatsAppCredentials>

/**
 * Makes a Graph API call with the token of a business and returns the body.
 * @throws ProviderError as `callGraph`
 */
export function callWhatsApp(
  call: AppCall,
  dialect: Dialect,
  { token, ...request }: Omit<GraphRequest, 'host' | 'access'> & { token: string },
): Promise<Fields> {
  return callGraph(call, dialect, {
    ...request,
    host: hostOf(call.app, 'graph'),
    access: { token, appSecret: call.app.secrets['clientSecret'] },
  })
}

/**
 * Returns WhatsApp's id of the connection's phone number.
 * @throws ProviderError `setup_incomplete` if the sign-up ended without a number
 */
export function requireNumber({ account }: Pick<WhatsAppCall, 'account'>): string {
  const { numberId } = account.credentials
  if (numberId !== null) return numberId
  const message = 'The sign-up ended without a phone number; the business must sign up again and add one.'
  throw new ProviderError('setup_incomplete', message, 'not_sent')
}
