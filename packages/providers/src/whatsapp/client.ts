import type { AppCall, CallContext } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { hostsOf } from '../host.ts'
import type { Fields } from '../json.ts'
import { callGraph, type GraphRequest } from '../meta/graph.ts'
import type { WhatsAppCredentials } from './credentials.ts'

/** The URL of a configured host, by its name. */
export const hostOf = hostsOf('whatsapp')

export type WhatsAppCall = CallContext<WhatsAppCredentials>

/** Makes a Graph call with the token of a business. */
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
 * The id of the phone number.
 * @throws ProviderError `setup_incomplete` when the sign-up ended without a number
 */
export function requireNumber({ account }: Pick<WhatsAppCall, 'account'>): string {
  const { numberId } = account.credentials
  if (numberId !== null) return numberId
  const message = 'The sign-up ended without a phone number; the business must sign up again and add one.'
  throw new ProviderError('setup_incomplete', message, 'not_sent')
}
