import { accountFailureShape, type JSONSchema, keyBudgets, setupSteps, text, timestamp, uuid } from '@carillon/domain'
import { type ErrorCode, keysOf } from '@carillon/errors'

const optional = (properties: Record<string, JSONSchema>): JSONSchema => ({ type: 'object', properties })
const list = (items: JSONSchema, description?: string): JSONSchema => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
})

/** Builds the keyword `x-name`, which names a schema in the OpenAPI document. */
const named = (name: string) => ({ 'x-name': name })

const issues = list({
  type: 'object',
  properties: {
    path: {
      type: 'array',
      items: text,
      description:
        'Where the invalid value is in the request: names of fields and indexes of lists; empty for the request as a whole.',
    },
    message: text,
  },
  required: ['path', 'message'],
  additionalProperties: false,
  ...named('ValidationIssue'),
})

const missingScopes: JSONSchema = {
  type: 'object',
  properties: { missingScopes: list(text) },
  required: ['missingScopes'],
}

const existingProfile: JSONSchema = {
  type: 'object',
  properties: { existingProfileId: uuid },
  required: ['existingProfileId'],
}

const exhaustedBudget: JSONSchema = {
  type: 'object',
  properties: { budget: { enum: keysOf(keyBudgets) }, limit: { type: 'integer' }, resetsAt: timestamp },
  required: ['budget', 'limit', 'resetsAt'],
}

const billing: JSONSchema = { type: 'object', properties: { billingUrl: text }, required: ['billingUrl'] }

const published = {
  type: 'array',
  items: text,
  description: "The platform's ids of the posts of a thread that had been published before the error.",
} as const

const failures = list(accountFailureShape)

const object: JSONSchema = {
  type: 'object',
  properties: { kind: { ...text, description: 'campaign, adset, creative, ad or ad_account.' }, id: text },
  required: ['kind', 'id'],
  ...named('CreatedObject'),
}

const leftovers = list(
  object,
  'The objects of a write that exist or may exist on the platform: they are still being deleted, or could not be deleted.',
)

const ofThread = optional({ postIds: published })

/**
 * The schemas of `error.details`, keyed by error code. Fields that a schema does not require can be absent, and so can
 * `details` itself. Other codes have no details, or details of no fixed form. With any code, details of a failed
 * creation of a campaign or ad account can also have `leftovers`.
 */
export const errorDetails: Partial<Record<ErrorCode, JSONSchema>> = {
  invalid_request: issues,
  invalid_profile: issues,
  invalid_image: issues,
  invalid_video: issues,
  invalid_media: { anyOf: [issues, ofThread] },
  invalid_redirect_uri: issues,
  invalid_post_settings: issues,
  privacy_level_unsupported: issues,
  unsupported_platform: issues,
  unsupported_feature: issues,
  provider_not_supported: issues,
  not_supported: issues,
  profile_name_conflict: existingProfile,
  profile_external_id_conflict: existingProfile,
  budget_exhausted: exhaustedBudget,
  insufficient_scope: optional({
    requiredScope: {
      ...text,
      description:
        'The scope that the operation needs, the first if it needs one of several (the message lists them); omitted if the key has it. If a key is to be created: a scope that the key of the request does not have. If a key is to be changed: a scope that this key does not have.',
    },
    scopes: list(
      text,
      'The scopes of the key to be changed or deleted, which has more access than that of the request.',
    ),
    keyIds: list(uuid, 'The keys that the changed key created and that would have more access than it.'),
    profileIds: list(uuid, 'The profiles of the key to be changed, to which no others can be added.'),
    budgets: {
      type: 'object',
      properties: keyBudgets,
      description: 'The budgets of the key of the request, which those of a new key cannot exceed.',
    },
    budget: {
      enum: keysOf(keyBudgets),
      description: 'A budget in the request that is above max; there may be others.',
    },
    max: { type: 'integer', description: 'The maximum to which the budget can be set.' },
    allowedIps: list(
      text,
      'The IP addresses and networks to which the key of the request, or one that created the key to be changed, is limited. A new key must be limited to some of them; a change can add only addresses within them.',
    ),
    expiresAt: {
      ...timestamp,
      description:
        'If a key is to be created: the expiry of the key of the request, which that of a new key cannot exceed. If a key is to be changed: the latest expiry that it can get.',
    },
  }),
  event_cursor_expired: optional({ keptSince: { ...timestamp, description: 'The time since which events are kept.' } }),
  setup_incomplete: optional({ missing: list({ enum: setupSteps }) }),
  connection_expired: optional({ missingScopes: list(text), postIds: published }),
  temporarily_unavailable: ofThread,
  provider_not_configured: ofThread,
  billing_required: billing,
  x_billing_required: billing,
  reconnect_required: missingScopes,
  ads_permission_required: missingScopes,
  missing_permission: missingScopes,
  provider_unavailable: failures,
  provider_rejected: { anyOf: [issues, optional({ postIds: published, leftovers })] },
  duplicate_post: optional({
    publishId: {
      ...uuid,
      description:
        "The id of the account's latest earlier publish with one of the texts of this post that was published, or may have been; omitted if none of the latest 100 has one.",
    },
    postIds: published,
  }),
  quota_exhausted: ofThread,
  rate_limited: optional({
    retryAfterSeconds: { type: 'integer' },
    limit: {
      type: 'string',
      description:
        'For ads, the rate limit that has been reached: `app` (that of the app) or `ad_account` (that of the ad account); otherwise omitted.',
    },
    postIds: published,
  }),
  provider_error: {
    anyOf: [
      failures,
      optional({
        publishId: uuid,
        messageId: {
          ...text,
          description: 'The id of the message, whose status tells later whether it was sent.',
        },
        providerId: text,
        status: {
          ...text,
          description: 'Of a message. unknown: it is not yet known whether it was sent. sent: it was, as providerId.',
        },
        outcome: {
          type: 'string',
          description: 'Whether the write took effect. not_posted or not_created: it did not. unknown: it may have.',
        },
        postIds: published,
        made: list(object, 'The objects that the write has created so far; its outcome is not known yet.'),
        leftovers,
      }),
    ],
  },
  internal_error: optional({ publishId: uuid, scheduleId: uuid }),
  database_error: failures,
}
