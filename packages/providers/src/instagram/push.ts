import type { AppCall } from '../call-context.ts'
import { type SubscribedNode, subscribe, subscribeAlso, unsubscribe } from '../meta/subscriptions.ts'
import type { PushedScopes, PushPort, Subscriber } from '../ports/push.ts'
import { reachOf } from './client.ts'
import type { Credentials } from './credentials.ts'
import { messageDialect } from './messages.ts'

type Account = Pick<Subscriber<Credentials>, 'providerId' | 'credentials'>

interface FieldsOfLogin {
  /** The scopes without which nothing can be subscribed. */
  required: readonly string[]
  /** The webhook fields to subscribe, keyed by the scope that they require. */
  byScope: Readonly<Record<string, readonly string[]>>
}

/**
 * The webhook fields to subscribe, keyed by login. After a login with Facebook, Meta sends the events of the account
 * once the Page is subscribed to one of its own fields, such as `feed`. After either, the account receives every field
 * that is selected for the app, so that replacing the fields of another connection changes nothing. Echoes of messages
 * that the account sends come with the field `messages`.
 * @see https://developers.facebook.com/documentation/instagram-platform/webhooks/setup (read 2026-11-30)
 * @see https://developers.facebook.com/docs/instagram-platform/webhooks (read 2026-11-23)
 */
const fieldsOf: Record<Credentials['login'], FieldsOfLogin> = {
  instagram_login: {
    required: [],
    byScope: {
      instagram_business_manage_comments: ['comments'],
      instagram_business_manage_messages: ['messages', 'messaging_seen'],
    },
  },
  facebook_login: {
    required: ['pages_manage_metadata'],
    byScope: { instagram_manage_comments: ['feed'], instagram_manage_messages: ['feed'] },
  },
}

/** The scopes that the events of comments and of messages require, keyed by login. */
const scopesOf: Record<Credentials['login'], PushedScopes> = {
  instagram_login: {
    comments: ['instagram_business_manage_comments'],
    messages: ['instagram_business_manage_messages'],
  },
  facebook_login: { comments: ['instagram_manage_comments'], messages: ['instagram_manage_messages'] },
}

/**
 * Returns the object to subscribe: after a login with Facebook the Page linked to the account, otherwise the account.
 */
function nodeOf(call: AppCall, { providerId, credentials }: Account): SubscribedNode {
  const id = credentials.login === 'facebook_login' ? credentials.pageId : providerId
  return { dialect: messageDialect, ...reachOf(call, credentials), id }
}

export const instagramPush: PushPort<Credentials> = {
  subscription({ app: { secrets } }, { providerId, scopes, credentials }) {
    const { required, byScope } = fieldsOf[credentials.login]
    const granted = required.every((scope) => scopes.includes(scope)) ? scopes : []
    const fields = [
      ...new Set(granted.flatMap((scope) => (Object.hasOwn(byScope, scope) ? (byScope[scope] ?? []) : []))),
    ]
    const subject =
      credentials.login === 'facebook_login'
        ? `${secrets['facebookClientId']}/page/${credentials.pageId}`
        : `${secrets['clientId']}/account/${providerId}`
    return { subject, fields: fields.toSorted() }
  },
  scopesOfEvents: (authMethod) => scopesOf[authMethod === 'facebook_login' ? 'facebook_login' : 'instagram_login'],
  subscribe(call, { fields }) {
    const node = nodeOf(call, call.account)
    if (call.account.credentials.login === 'instagram_login') return subscribe(call, node, fields)
    return subscribeAlso(call, node, { appId: call.app.secrets['facebookClientId'], fields })
  },
  unsubscribe: (call, account) => unsubscribe(call, nodeOf(call, account)),
}
