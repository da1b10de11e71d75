import { noFields, type Responses } from '../drift.ts'

/** The response fields of `pages.list`. A Page's token is returned only to users who may act on its behalf. */
const page = {
  'data[].id': 'id',
  'data[].access_token?': 'text',
  'data[].name?': 'text',
  'data[].username?': 'text',
  'data[].picture?.data.url': 'text',
  'data[].tasks?': 'list',
  'data[].instagram_business_account?.id': 'id',
  'data[].instagram_business_account?.username?': 'text',
} as const

/**
 * The response fields of a login that the adapters rely on, keyed by operation, the name of the call. Responses are
 * compared with them, and differences are reported as drift.
 * @see https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow (read 2026-11-20)
 */
export const loginResponses: Responses = {
  'oauth.token': { access_token: 'text', 'expires_in?': 'number' },
  'oauth.long-lived-token': { access_token: 'text', 'expires_in?': 'number' },
  'permissions.list': {
    data: 'list',
    'data[].permission': 'text',
    'data[].status': ['granted', 'declined', 'expired'],
  },
  'token.inspect': {
    'data.is_valid': 'boolean',
    'data.user_id?': 'id',
    'data.scopes?': 'list',
    'data.expires_at?': 'number',
    'data.data_access_expires_at?': 'number',
  },
  'pages.list': { data: 'list', ...page },
  'businesses.list': {
    data: 'list',
    'data[].id': 'id',
    'data[].name?': 'text',
    'data[].verification_status?': 'text',
    'data[].created_time?': 'time',
    'data[].primary_page?.id': 'id',
  },
}

/** Returns the response fields of the messages listed at `path`. Older messages have only an id and a time. */
function messages(path: string) {
  return {
    [`${path}.data`]: 'list',
    [`${path}.data[].id`]: 'text',
    [`${path}.data[].created_time`]: 'time',
    [`${path}.data[].from?.id`]: 'id',
    [`${path}.data[].from?.name?`]: 'text',
    [`${path}.data[].from?.username?`]: 'text',
    [`${path}.data[].to?.data[].id`]: 'id',
    [`${path}.data[].to?.data[].name?`]: 'text',
    [`${path}.data[].to?.data[].username?`]: 'text',
    [`${path}.data[].message?`]: 'text',
  } as const
}

/**
 * The documented response fields of calls about conversations, keyed by operation, the name of the call. Responses are
 * compared with them, and differences are reported as drift.
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
export const messageResponses: Responses = {
  'conversations.list': {
    data: 'list',
    'data[].id': 'text',
    'data[].updated_time': 'time',
    'data[].participants.data[].id': 'id',
    ...messages('data[].messages?'),
  },
  'conversations.get': messages('messages'),
  'messages.send': { message_id: 'text', 'recipient_id?': 'id' },
}

/**
 * The documented response fields of calls about webhook subscriptions, keyed by operation, the name of the call.
 * Responses are compared with them, and differences are reported as drift. The responses of calls that create or delete
 * a subscription contain only `success`, which is read for every change.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps (read 2026-11-23)
 */
export const subscriptionResponses: Responses = {
  'subscriptions.list': { data: 'list', 'data[].id': 'id', 'data[].subscribed_fields?': 'list' },
  'subscriptions.create': noFields,
  'subscriptions.delete': noFields,
}
