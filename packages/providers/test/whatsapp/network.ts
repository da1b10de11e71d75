import type { App, AppCall } from '../../src/call-context.ts'
import type { OpenCommit, TemplateInput, WriteCall } from '../../src/index.ts'
import type { WhatsAppCall } from '../../src/whatsapp/client.ts'
import type { WhatsAppCredentials } from '../../src/whatsapp/credentials.ts'
import { callFor, callOf, now } from '../fake-call.ts'
import { businessAccountId, numberId } from './events.ts'

export const graph = 'https://graph.facebook.com'
export const writeId = '019a9c3e-7d2f-7c11-a2bb-0123456789ab'

export const app: App = {
  hosts: { graph, web: 'https://www.facebook.com', sdk: 'https://connect.facebook.net' },
  secrets: { clientId: 'wa-app', clientSecret: 'wa-secret', verifyToken: 'token-1', signupConfigId: '800' },
  publicUrl: 'https://carillon.example',
}

export function appCall(over: Partial<AppCall> = {}): AppCall {
  return callOf(app, over)
}

export const credentials: WhatsAppCredentials = {
  token: 'EAA.business',
  businessAccountId,
  numberId,
  pin: '123456',
}

const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']

export function accountCall(over: Partial<WhatsAppCredentials> = {}, call: AppCall = appCall()): WhatsAppCall {
  const held = { ...credentials, ...over }
  return callFor(call, { providerId: numberId, displayIdentifier: '+1 555-078-3881', credentials: held, scopes })
}

export type Template = TemplateInput['template']
export type SendCall = WriteCall<TemplateInput, WhatsAppCredentials>

export function sendCall(
  { recipient = '+16505551234', ...template }: Partial<Template> & { recipient?: string } = {},
  call: WhatsAppCall = accountCall(),
): SendCall {
  const whole = { name: 'order_update', language: 'en_US', bodyParameters: [], ...template }
  return { ...call, writeId, createdAt: now, input: { recipient, template: whole } }
}

export const open: OpenCommit = { step: 'message', startedAt: now, claimed: new Set(), linksFetched: null }
