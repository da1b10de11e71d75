import type { AppCall } from '../call-context.ts'
import { type SubscribedNode, subscribeAlso, unsubscribe } from '../meta/subscriptions.ts'
import type { PushedScopes, PushPort } from '../ports/push.ts'
import { hostOf } from './client.ts'
import { readScopes } from './comments/errors.ts'
import { type FacebookCredentials, type PageAccess, requirePage } from './credentials.ts'
import { messageDialect } from './messages.ts'

/** The scope without which an app cannot be subscribed to a Page. */
const subscribeScope = 'pages_manage_metadata'

/** The scopes that the events of comments and of messages require. */
const scopesOf: PushedScopes = { comments: readScopes, messages: ['pages_messaging'] }

/**
 * The webhook fields to subscribe, each with the scopes that it requires.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/reference/page (read 2026-11-23)
 */
const fieldsByScopes: readonly { scopes: readonly string[]; fields: readonly string[] }[] = [
  { scopes: scopesOf.comments, fields: ['feed'] },
  {
    scopes: scopesOf.messages,
    fields: ['messages', 'message_echoes', 'message_edits', 'message_deliveries', 'message_reads'],
  },
]

function nodeOf({ app }: Pick<AppCall, 'app'>, { pageId, pageToken }: PageAccess): SubscribedNode {
  return {
    dialect: messageDialect,
    host: hostOf(app, 'graph'),
    access: { token: pageToken, appSecret: app.secrets['clientSecret'] },
    id: pageId,
  }
}

export const facebookPush: PushPort<FacebookCredentials> = {
  subscription({ app }, { scopes, credentials: { page } }) {
    if (!page) return null
    const isGranted = (scope: string) => scopes.includes(scope)
    const granted = isGranted(subscribeScope) ? fieldsByScopes.filter((row) => row.scopes.every(isGranted)) : []
    const fields = granted.flatMap((row) => row.fields)
    return { subject: `${app.secrets['clientId']}/page/${page.pageId}`, fields }
  },
  scopesOfEvents: () => scopesOf,
  subscribe(call, { fields }) {
    return subscribeAlso(call, nodeOf(call, requirePage(call)), { appId: call.app.secrets['clientId'], fields })
  },
  async unsubscribe(call, { credentials: { page } }) {
    if (page) await unsubscribe(call, nodeOf(call, page))
  },
}
