import { setTimeout } from 'node:timers/promises'
import type { Whole } from '../../whole.ts'
import type { Exchange } from '../exchange.ts'
import { ok } from './ok.ts'

/** A business whose number nothing else connects: it is deregistered, and would need its PIN afterwards. */
const business = 'ferrer.outdoor'

async function isDeregistered(whole: Whole): Promise<boolean> {
  const { body } = await whole.sandboxCall('GET', '/journal?network=whatsapp')
  return body.some(({ operation, status }: Exchange) => operation === 'numbers.deregister' && status !== null)
}

/** The sign-up, a template, and the end of the connection and of the registration. */
export async function whatsapp(whole: Whole): Promise<void> {
  ok(await whole.sandboxCall('POST', '/whatsapp/app', { webhookUrl: `${whole.gatewayUrl}/webhooks/whatsapp` }), 'app')
  const started = ok(await whole.call('POST', `/profiles/${whole.profileId}/whatsapp-signup`, {}), 'sign-up')
  const { authorizationUrl, connectionSessionId } = started
  await whole.sandboxCall('POST', '/person/consent', { authorizationUrl, decision: 'approve', as: business })
  const session = await whole.call('GET', `/profiles/${whole.profileId}/connect/${connectionSessionId}`)
  const [accountId] = ok(session, 'session').accountIds
  ok(await whole.call('GET', `/messages/templates?platform=whatsapp&accountId=${accountId}`), 'templates')
  const template = { name: 'order_update', language: 'en_US', bodyParameters: ['Ada', '#123'] }
  const message = { platform: 'whatsapp', accountId, recipient: '+14155550199', template }
  ok(await whole.call('POST', '/messages', message), 'template')
  ok(await whole.call('DELETE', `/profiles/${whole.profileId}/accounts/${accountId}`), 'disconnect')
  while (!(await isDeregistered(whole))) await setTimeout(50)
}
