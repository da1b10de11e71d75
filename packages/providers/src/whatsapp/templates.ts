import { ProviderError } from '../error-rules.ts'
import { type Fields, listOf } from '../json.ts'
import { jsonBody, requiredText } from '../meta/graph.ts'
import type { SentMessage, TemplateInput, TemplatesPort } from '../ports/messages.ts'
import { singleCallWrite } from '../single-call-write.ts'
import { callWhatsApp, requireNumber } from './client.ts'
import type { WhatsAppCredentials } from './credentials.ts'
import { sendDialect } from './errors.ts'

const messagingScope = 'whatsapp_business_messaging'

/** A phone number goes into `to`; the id of a user whose number is hidden has letters and goes into `recipient`. */
function addressOf(recipient: string): Fields {
  return /^\+?\d+$/.test(recipient) ? { to: recipient } : { recipient }
}

/** Only positional placeholders of the body can be filled. Without values `components` is left out, as it may not be empty. */
function templateOf({ name, language, bodyParameters }: TemplateInput['template']): Fields {
  const parameters = bodyParameters.map((text) => ({ type: 'text', text }))
  return {
    name,
    language: { code: language },
    ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] }),
  }
}

const sendTemplate = singleCallWrite<TemplateInput, SentMessage, WhatsAppCredentials>({
  // Nothing can be read back: after a lost response the first status webhook has this time to decide.
  settling: { callSeconds: 20, seconds: 10, lookups: 1, spacingSeconds: 10 },
  step: 'message',
  /**
   * A response says that the message was accepted, not that it is delivered: that comes by webhook, with our id.
   * @see https://github.com/facebook/openapi (read 2026-11-20)
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
    return { providerId: requiredText(message, 'id'), occurredAt: call.now().toISOString() }
  },
  async find() {
    return { kind: 'undecidable', reason: 'WhatsApp tells what became of a message by webhook alone.' }
  },
})

export const whatsappTemplates: TemplatesPort<WhatsAppCredentials> = { send: sendTemplate }
