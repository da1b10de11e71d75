import type { AdObjectKind } from '../ads/campaign.ts'
import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

/** The number of days for which audit entries are kept if the setting `AUDIT_KEPT_DAYS` is absent. */
export const defaultAuditKeptDays = 400

/**
 * The kinds of actors: an API key, a dashboard session, the operator's command line, and Carillon itself or a visitor
 * of a connect link.
 */
const auditActorTypes = ['key', 'session', 'operator', 'system'] as const

/** The schema of an audit entry in responses. */
export const auditEntryShape = closed({
  id: uuid,
  at: timestamp,
  action: {
    ...text,
    description:
      'The id of the operation, such as keys.create, or the name of a request that is not an operation, such as uploads.create or mcp. It begins with `admin.` for a command that the operator ran on the server, and with `system.` for what Carillon did by itself.',
  },
  actor: closed({
    type: {
      enum: auditActorTypes,
      description:
        'key: a client with an API key. session: a user of the dashboard. operator: a command of the operator. system: Carillon itself, or a visitor of a connect link.',
    },
    id: {
      ...nullableText,
      description:
        'The id of the API key, for a dashboard session that of the key which opened it; null for operator and system.',
    },
    name: {
      ...nullableText,
      description: 'The name that the key had at the time of the action; null if there is no key, or it had no name.',
    },
  }),
  profileId: {
    type: ['string', 'null'],
    format: 'uuid',
    description:
      'The profile that the action was about, or that of a key with access to one profile alone; null if it was about none or was rejected before its profile was looked up.',
  },
  targets: {
    type: 'array',
    items: closed({ type: text, id: text }),
    description: 'Objects that the action named, created or deleted, such as accounts, posts and allowed origins.',
  },
  requestId: {
    ...nullableText,
    description:
      'The X-Request-Id of the request, which is also in the log lines about it; null if the action is not a request.',
  },
  ip: nullableText,
  userAgent: nullableText,
  outcome: closed({
    status: {
      type: ['integer', 'null'],
      description: 'The HTTP status of the response; null if there was none, or the action is not a request.',
    },
    code: { ...nullableText, description: 'The code of the error; null without an error.' },
  }),
})

export type AuditEntry = Described<typeof auditEntryShape>

/**
 * The types of objects that ids in requests and responses identify, keyed by the name of the field, which has one
 * id or a list of them. The id of an allowed origin is the origin itself.
 */
export const auditTargets: Readonly<Record<string, string>> = {
  profileId: 'profile',
  profileIds: 'profile',
  accountId: 'account',
  connectionSessionId: 'connection',
  connectLinkId: 'connect_link',
  publishId: 'publish',
  postId: 'post',
  scheduleId: 'schedule',
  uploadId: 'upload',
  commentId: 'comment',
  parentId: 'comment',
  messageId: 'message',
  adAccountId: 'ad_account',
  campaignId: 'campaign',
  endpointId: 'endpoint',
  deliveryId: 'delivery',
  keyId: 'key',
  deletedKeyIds: 'key',
  origin: 'origin',
}

/** The types of the objects that responses contain with their `id`, keyed by the name of the field. */
export const auditObjects: Readonly<Record<string, string>> = {
  adAccount: 'ad_account',
  campaign: 'campaign',
  comment: 'comment',
}

/** The type of object that `id` in a response with a `kind` identifies, keyed by the kind. */
export const auditKinds: Readonly<Record<AdObjectKind, string>> = { campaign: 'campaign', adset: 'ad_set', ad: 'ad' }

/** The type of object that `id` in a response identifies, keyed by the first part of the operation's id. */
export const auditResources: Readonly<Record<string, string>> = {
  profiles: 'profile',
  comments: 'comment',
  messages: 'message',
  connectLinks: 'connect_link',
  webhookEndpoints: 'endpoint',
}
