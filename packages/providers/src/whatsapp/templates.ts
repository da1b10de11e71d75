import { e164, e164OrNull } from '@carillon/domain'
import { ProviderError } from '../error-rules.ts'
import { type Fields, listOf } from '../json.ts'
import { jsonBody, requiredText } from '../meta/graph.ts'
import type { SentMessage, TemplateInput, TemplatesPort } from '../ports/messages.ts'
import { singleCallWrite } from '../single-call-write.ts'
import { callWhatsApp, requireNumber } from './client.ts'
import type { WhatsAppCredentials } from './credentials.ts'
import { sendDialect } from './errors.ts'
import { listTemplates } from './list-templates.ts'

const messagingScope = 'whatsapp_business_messaging'

/**
 * Returns the field for the recipient: a phone number is sent as `to`; the id of a user with a hidden number contains
 * letters and is sent as `recipient`.
 */
function addressOf(recipient: string): Fields {
  return /^\+?\d+$/.test(recipient) ? { to: e164(recipient) } : { recipient }
}

/**
 * Returns the template to send. Only positional placeholders of the body can be filled. Without values `components` is
 * omitted, because it must not be empty.
 */
function templateOf({ name, language, bodyParameters }: TemplateInput['template']): Fields {
  const parameters = bodyParameters.map((text) => ({ type: 'text', text }))
  return {
    name,
    language: { code: language },
    ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] }),
  }
}

const sendTemplate = singleCallWrite<TemplateInput, SentMessage, WhatsAppCredentials>({
  // Sends cannot be read back. After a lost response, a status webhook can decide within this time.
  settling: { callSeconds: 20, seconds: 10, maxProbes: 1, probeIntervalSeconds: 10 },
  step: 'message',
  /**
   * Sends the template. A response means that WhatsApp accepted the message. Its delivery is reported by webhook, with
   * Carillon's id of the write.
   * @throws ProviderError `setup_incomplete` if the connection has no phone number; `reconnect_required` if it lacks
   *   the scope for sending; otherwise the rejection of WhatsApp
   * @see https://github.com/facebook/openapi (read 2026-11-20)
   * @see https://github.com/nyaruka/courier/issues/433 (read 2026-11-23) for `wa_id`
   */
  async send(call) {
    const { input, account, writeId } = call
    const numberId = requireNumber(call)
    if (!account.scopes.includes(messagingScope)) {
      throw new ProviderError('reconnect_required', undefined, 'not_sent', { status: 422 })
    }
    const body = await callWhatsApp(call, sendDialect, {
      method: 'POST',
      path: `/${numberId}/messages`,
      operation: 'messages.send',
      token: account.credentials.token,
      ...jsonBody({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...addressOf(input.recipient),
        type: 'template',
        template: templateOf(input.template),
        biz_opaque_callback_data: writeId,
      }),
    })
    const [message = {}] = listOf(body['messages'])
    const [contact = {}] = listOf(body['contacts'])
    return {
      providerId: requiredText(message, 'id'),
      occurredAt: call.now().toISOString(),
      // Of some countries WhatsApp knows a number by another digit than was sent, and replies come from that one.
      recipient: e164OrNull(contact['wa_id']),
    }
  },
  async find() {
    return { kind: 'undecidable', reason: 'WhatsApp reports the status of a message only by webhook.' }
  },
})

export const whatsappTemplates: TemplatesPort<WhatsAppCredentials> = { list: listTemplates, send: sendTemplate }
