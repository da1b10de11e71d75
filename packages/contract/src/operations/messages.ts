import { aggregateShape, closed, messageSchemas, messageShape, templateShape } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { accountFilter, ifNoneMatch, object, ofAccount, publishBefore } from '../parameters.ts'

const messages = aggregateShape({ messages: { type: 'array', items: messageShape } })

export const messageOperations = {
  'messages.list': {
    method: 'get',
    path: '/messages',
    tag: 'Messages',
    scope: 'messages:read',
    summary: 'List direct messages',
    description:
      'Returns the stored messages of all accounts of the profile, or of the one that accountId names, in one list, oldest first. The list has at most the 10,000 newest messages of these accounts together; if older ones are left out, errors says so (`result_limit`). On instagram and facebook, the conversations that have changed since the last read (if there was none, the newest ones) are read from the platform first, each with its newest messages only. On whatsapp, the list contains the messages that Carillon has received and sent.',
    profile: 'required',
    capability: 'messages.list',
    query: accountFilter,
    headers: ifNoneMatch,
    responses: {
      200: { description: 'The messages of all selected accounts.', schema: messages },
      207: {
        description:
          'New messages of some accounts could not be read, or older messages were left out; see errors. The stored messages are listed.',
        schema: messages,
      },
      304: { description: 'Not modified: the list has the ETag in If-None-Match.', schema: null },
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
  'messages.templates.list': {
    method: 'get',
    path: '/messages/templates',
    tag: 'Messages',
    scope: 'messages:read',
    summary: 'List the message templates of an account',
    description:
      'Reads the templates of the account from the platform, with any status, at most 1,000: further ones are left out. Only approved templates can be sent.',
    profile: 'required',
    capability: 'messages.send.template',
    query: object(ofAccount, ['platform', 'accountId']),
    responses: {
      200: {
        description: 'The templates, sorted by name and language.',
        schema: closed({ templates: { type: 'array', items: templateShape } }),
      },
    },
    errors: [
      'profile_not_found',
      'account_not_found',
      'provider_not_supported',
      'provider_not_configured',
      'connection_expired',
      'reconnect_required',
      'provider_error',
    ],
  },
  'messages.send': {
    method: 'post',
    path: '/messages',
    tag: 'Messages',
    scope: 'messages:write',
    summary: 'Send a direct message',
    description:
      "On instagram and facebook, sends a text within 24 hours of the user's last message (later: `window_closed`); on whatsapp, an approved template at any time. If a 502 response has details.messageId, it is not yet known whether the message was sent: read its status in the list of messages before you send it again. If it has details.status `sent`, the message was sent.",
    profile: 'required',
    capability: 'messages.send',
    headers: publishBefore,
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
      'budget_exhausted',
      'deadline_passed',
      'provider_rejected',
      'provider_error',
    ],
  },
} as const satisfies Record<string, Operation>
