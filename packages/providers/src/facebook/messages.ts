import { loginScopes } from '@carillon/domain'
import type { Dialect } from '../call-network.ts'
import { idOf } from '../json.ts'
import { messageRules, sendRules } from '../meta/messages/errors.ts'
import type { Inbox } from '../meta/messages/inbox.ts'
import { graphMessages } from '../meta/messages/port.ts'
import { hostOf } from './client.ts'
import { type FacebookCredentials, requirePage, requireScopes } from './credentials.ts'
import { readDialect } from './errors.ts'

export const messageDialect: Dialect = { ...readDialect, rules: messageRules('missing_permission') }
export const sendDialect: Dialect = { ...readDialect, rules: sendRules('missing_permission') }

/** Describes how messages of a Page are read and sent. */
const inbox: Inbox<FacebookCredentials> = {
  platform: 'messenger',
  rate: 'facebook.conversations',
  dialect: messageDialect,
  sendDialect,
  requireAccess(call) {
    requirePage(call)
    requireScopes(call, loginScopes.facebook.any.features.messages)
  },
  reach: (call) => ({
    host: hostOf(call.app, 'graph'),
    access: { token: requirePage(call).pageToken, appSecret: call.app.secrets['clientSecret'] },
  }),
  readerId: (call) => requirePage(call).pageId,
  senderId: (call) => requirePage(call).pageId,
  isAccount: (call, { id }) => idOf(id) === requirePage(call).pageId,
  /**
   * Marks each message as a response, which Messenger accepts within 24 hours of the user's last message.
   * @see https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages (read 2026-11-20)
   */
  sendParameters: { messaging_type: 'RESPONSE' },
}

export const facebookMessages = graphMessages(inbox)
