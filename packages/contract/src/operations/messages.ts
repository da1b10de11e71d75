import { aggregateShape, messageSchemas, messageShape } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { accountFilter, object } from '../parameters.ts'

const messages = aggregateShape({ messages: { type: 'array', items: messageShape } })

export const messageOperations = {
  'messages.list': {
    method: 'get',
    path: '/messages',
    tag: 'Messages',
    summary: 'List direct messages',
    description:
      'Oldest first, at most the 10,000 newest. Conversations of instagram and facebook are read from the network first; of whatsapp it is what was received and sent.',
    profile: 'required',
    capability: 'messages.list',
    query: accountFilter,
    headers: object({ 'if-none-match': { type: 'string', maxLength: 4096 } }, []),
    responses: {
      200: { description: 'Every account was read.', schema: messages },
      207: {
        description: 'Some accounts could not be read, or the list was cut; see errors. Stored messages are listed.',
        schema: messages,
      },
      304: { description: 'The response is the one that If-None-Match names.', schema: null },
    },
    errors: [
      'profile_required',
      'profile_not_found',
      'account_not_found',
      'unsupported_platform',
      'provider_unavailable',
      'provider_error',
    ],
  },
  'messages.send': {
    method: 'post',
    path: '/messages',
    tag: 'Messages',
    summary: 'Send a direct message',
    description:
      'A text within 24 hours of the last message of the user, or on whatsapp an approved template. If 502 carries details.messageId, it is not known yet whether the message was sent: its status in the list of messages tells; do not send it again before.',
    profile: 'required',
    capability: 'messages.send',
    variants: messageSchemas,
    responses: { 201: { description: 'The message was sent.', schema: messageShape } },
    errors: [
      'profile_not_found',
      'account_not_found',
      'provider_not_supported',
      'provider_not_configured',
      'connection_expired',
      'reconnect_required',
      'setup_incomplete',
      'page_not_selected',
      'missing_permission',
      'window_closed',
      'provider_rejected',
      'provider_error',
    ],
  },
} as const satisfies Record<string, Operation>
