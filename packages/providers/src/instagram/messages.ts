import { loginScopes } from '@carillon/domain'
import type { Dialect } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { idOf, textOf } from '../json.ts'
import { messageRules, sendRules } from '../meta/messages/errors.ts'
import type { Inbox } from '../meta/messages/inbox.ts'
import { graphMessages } from '../meta/messages/port.ts'
import { callInstagram, reachOf } from './client.ts'
import type { Credentials } from './credentials.ts'
import { instagramDialect } from './errors.ts'

/** Interprets the responses of calls that read messages. */
export const messageDialect: Dialect = { ...instagramDialect, rules: messageRules('connection_expired') }
/** Interprets the responses of calls that send messages. */
export const sendDialect: Dialect = { ...instagramDialect, rules: sendRules('connection_expired') }

/**
 * Describes how messages of an account are read and sent: after a login with Facebook through the linked Page,
 * otherwise directly.
 */
const inbox: Inbox<Credentials> = {
  platform: 'instagram',
  rate: 'instagram.conversations',
  dialect: messageDialect,
  sendDialect,
  requireAccess({ account }) {
    const missing = loginScopes.instagram[account.credentials.login].features.messages.filter(
      (scope) => !account.scopes.includes(scope),
    )
    if (missing.length === 0) return
    const message = `The connection was not granted ${missing.join(' and ')}; the user must reconnect the account.`
    throw new ProviderError('connection_expired', message, 'not_sent')
  },
  reach: (call) => reachOf(call, call.account.credentials),
  readerId: ({ account: { credentials } }) => (credentials.login === 'facebook_login' ? credentials.pageId : 'me'),
  senderId: ({ account: { credentials, providerId } }) =>
    credentials.login === 'facebook_login' ? credentials.pageId : providerId,
  /**
   * Returns whether a participant is the account itself, by id or username, since the login with Instagram uses a
   * second id for the account.
   */
  isAccount({ account }, { id, username }) {
    const name = textOf(username)
    return idOf(id) === account.providerId || (name !== null && name === account.displayIdentifier)
  },
  async readUsername(call) {
    const body = await callInstagram(call, {
      dialect: messageDialect,
      method: 'GET',
      path: `/${call.account.providerId}`,
      operation: 'accounts.get',
      timeoutMs: 5_000,
      query: { fields: 'username' },
    })
    return textOf(body['username'])
  },
  sendParameters: {},
}

export const instagramMessages = graphMessages(inbox)
