import { invalidParameter } from '../../meta/graph/graph-error.ts'
import { allowOnly } from '../../meta/graph/parameters.ts'
import { requireScope } from '../authority.ts'
import type { GraphCall } from '../call.ts'
import { cloudError } from '../errors.ts'
import type { PhoneNumber } from '../records.ts'
import type { Message } from '../state.ts'
import { reportStatuses } from '../webhooks/statuses.ts'
import type { Content } from './content.ts'
import { type Recipient, readRecipient } from './recipient.ts'
import { readTemplate } from './template.ts'
import { readText } from './text.ts'

const MAX_CALLBACK_DATA = 512

const PARAMETERS = [
  'messaging_product',
  'recipient_type',
  'to',
  'recipient',
  'type',
  'template',
  'text',
  'context',
  'biz_opaque_callback_data',
]

const READERS: Record<string, (call: GraphCall, number: PhoneNumber, recipient: Recipient) => Content> = {
  template: readTemplate,
  text: readText,
}

/**
 * Throws the Cloud API's error if the account or number is not ready to send: restricted, not registered, display name
 * declined, or, for templates, no payment method.
 */
function checkSetup({ state }: GraphCall, number: PhoneNumber, type: string): void {
  const waba = state.wabas.get(number.wabaId)
  if (waba?.restricted === true) throw cloudError(131031)
  if (!number.registered) throw cloudError(133010)
  if (number.nameStatus === 'DECLINED') throw cloudError(131037)
  if (type === 'template' && waba?.hasPaymentMethod !== true) throw cloudError(131042)
}

function callbackDataOf({ parameters }: GraphCall): string | null {
  const data = parameters.text('biz_opaque_callback_data')
  if (data === undefined) return null
  if (data.length > MAX_CALLBACK_DATA) {
    throw invalidParameter(
      `Length of param biz_opaque_callback_data must be less than or equal to ${MAX_CALLBACK_DATA}`,
    )
  }
  return data
}

function accept(
  call: GraphCall,
  number: PhoneNumber,
  sent: { recipient: Recipient; content: Content; type: string },
): Message {
  const { state } = call
  const { text, content } = sent.content
  const message: Message = {
    id: `wamid.${Buffer.from(state.secret(30)).toString('base64')}`,
    numberId: number.id,
    customer: sent.recipient.customer,
    direction: 'outbound',
    type: sent.type,
    text,
    content,
    callbackData: callbackDataOf(call),
    status: 'accepted',
    errorCode: null,
    createdAt: state.now(),
  }
  state.messages.set(message.id, message)
  return message
}

/**
 * Handles `POST /{phone number}/messages`: stores the message and returns the response with its id. The response means
 * only that the message was accepted; webhooks report its further status.
 * @throws GraphError if the message is rejected: a permission is missing, the request is invalid, or the number or
 *   account is not ready to send
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
export function sendMessage(number: PhoneNumber, call: GraphCall): unknown {
  const { parameters, state } = call
  requireScope(call, 'whatsapp_business_messaging')
  allowOnly(parameters, PARAMETERS)
  if (parameters.text('messaging_product') !== 'whatsapp') {
    throw invalidParameter('The parameter messaging_product is required.')
  }
  // Groups are not simulated.
  if ((parameters.text('recipient_type') ?? 'individual') !== 'individual') {
    throw invalidParameter('Param recipient_type must be one of {INDIVIDUAL}')
  }
  const rejection = state.rejections.shift()
  if (rejection !== undefined) throw cloudError(rejection)
  const recipient = readRecipient(call, number)
  const type = parameters.text('type') ?? 'text'
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  if (read === undefined) throw cloudError(131051)
  checkSetup(call, number, type)
  const content = read(call, number, recipient)
  const message = accept(call, number, { recipient, content, type })
  reportStatuses(call, { message, number, category: content.category })
  const { waId, userId } = recipient.customer
  const contact = recipient.byUserId ? { user_id: userId } : { wa_id: waId }
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: recipient.input, ...contact }],
    messages: [{ id: message.id, ...(type === 'template' && { message_status: 'accepted' }) }],
  }
}
