import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

/** The number of days for which audit entries are kept if the setting `AUDIT_KEPT_DAYS` is absent. */
export const defaultAuditKeptDays = 400

/** The kinds of actors: an API key, a dashboard session, the operator's command line, or Carillon itself. */
const auditActorTypes = ['key', 'session', 'operator', 'system'] as const

/** The schema of an audit entry in responses. */
export const auditEntryShape = closed({
  id: uuid,
  at: timestamp,
  action: {
    ...text,
    description: 'The id of the operation; `admin.…` for a command of the operator, `system.…` for Carillon itself.',
  },
  actor: closed({
    type: { enum: auditActorTypes },
    id: { ...nullableText, description: 'The id of the key, also for a dashboard session.' },
    name: { ...nullableText, description: 'The name of the key at that time.' },
  }),
  profileId: { type: ['string', 'null'], format: 'uuid' },
  targets: {
    type: 'array',
    items: closed({ type: text, id: text }),
    description: 'The objects that the request named or created.',
  },
  requestId: { ...nullableText, description: 'The X-Request-Id, which the log lines of the request have too.' },
  ip: nullableText,
  userAgent: nullableText,
  outcome: closed({
    status: {
      type: ['integer', 'null'],
      description: 'The HTTP status; null if there was no response, or the action is not a request.',
    },
    code: { ...nullableText, description: 'The code of the error, if there was one.' },
  }),
})

export type AuditEntry = Described<typeof auditEntryShape>

/** The types of objects that ids in requests and responses identify, keyed by the name of the field. */
export const auditTargets: Readonly<Record<string, string>> = {
  profileId: 'profile',
  accountId: 'account',
  connectionSessionId: 'connection',
  connectLinkId: 'connect_link',
  publishId: 'publish',
  postId: 'post',
  scheduleId: 'schedule',
  uploadId: 'upload',
  commentId: 'comment',
  messageId: 'message',
  adAccountId: 'ad_account',
  campaignId: 'campaign',
  endpointId: 'endpoint',
  deliveryId: 'delivery',
  keyId: 'key',
}

/** The type of object that `id` in a response identifies, keyed by the first part of the operation's id. */
export const auditResources: Readonly<Record<string, string>> = {
  profiles: 'profile',
  comments: 'comment',
  messages: 'message',
  connectLinks: 'connect_link',
  webhookEndpoints: 'endpoint',
}
