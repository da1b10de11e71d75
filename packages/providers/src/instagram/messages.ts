import type { Dialect } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { idOf, textOf } from '../json.ts'
import { messageRules } from '../meta/messages/errors.ts'
import type { Inbox } from '../meta/messages/inbox.ts'
import { graphMessages } from '../meta/messages/port.ts'
import { reachOf } from './client.ts'
import type { Credentials } from './credentials.ts'
import { instagramDialect } from './errors.ts'

export const messageDialect: Dialect = { ...instagramDialect, rules: messageRules('connection_expired') }

/**
 * Each login has permissions of its own for messages.
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
const scopes: Record<Credentials['login'], readonly string[]> = {
  instagram_login: ['instagram_business_manage_messages'],
  facebook_login: ['instagram_manage_messages', 'pages_manage_metadata'],
}

/** The account's messages; with Facebook's login they are reached through the Page that it is linked to. */
const inbox: Inbox<Credentials> = {
  platform: 'instagram',
  rate: 'instagram.conversations',
  dialect: messageDialect,
  requireAccess({ account }) {
    const missing = scopes[account.credentials.login].filter((scope) => !account.scopes.includes(scope))
    if (missing.length === 0) return
    const message = `The connection was not granted ${missing.join(' and ')}; the user must reconnect the account.`
    throw new ProviderError('connection_expired', message, 'not_sent')
  },
  reach: (call) => reachOf(call, call.account.credentials),
  readerId: ({ account: { credentials } }) => (credentials.login === 'facebook_login' ? credentials.pageId : 'me'),
  senderId: ({ account: { credentials, providerId } }) =>
    credentials.login === 'facebook_login' ? credentials.pageId : providerId,
  /** The login with Instagram knows the account by a second id of its own: the username decides as well. */
  isAccount({ account }, { id, username }) {
    const name = textOf(username)
    return idOf(id) === account.providerId || (name !== null && name === account.displayIdentifier)
  },
  sendParameters: {},
}

export const instagramMessages = graphMessages(inbox)
