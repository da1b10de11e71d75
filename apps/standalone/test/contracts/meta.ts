import type { GraphSupplement } from './graph.ts'
import type { OpenApi } from './openapi.ts'
import type { Parameter } from './operation.ts'
import type { Schema } from './schema.ts'

const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer', minimum: 0 }
const flag: Schema = { type: 'boolean' }
const success: Schema = { type: 'object', required: ['success'], properties: { success: flag } }
const made: Schema = { type: 'object', required: ['id'], properties: { id: text } }

const names: Parameter = { schema: { type: 'array', items: text }, required: true, encoding: 'comma' }
/** Lists of ads take larger pages than the others. */
const manyOf: Parameter = { schema: { type: 'integer', minimum: 1, maximum: 500 } }
const filters: Parameter = {
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['field', 'operator', 'value'],
      properties: {
        field: text,
        operator: { enum: ['IN', 'EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL', 'LESS_THAN'] },
        value: {
          anyOf: [{ type: 'array', items: text }, { type: 'integer' }, { type: 'string', pattern: '^[0-9]+$' }],
        },
      },
    },
  },
  encoding: 'json',
}

/** What a user is sent, as JSON. */
const message: Record<string, Parameter> = {
  recipient: { schema: { type: 'object', required: ['id'], properties: { id: text } }, required: true },
  message: { schema: { type: 'object', required: ['text'], properties: { text } }, required: true },
}
const place: Schema = { type: 'number', minimum: 0, maximum: 1 }
const userTags: Parameter = {
  schema: {
    type: 'array',
    items: { type: 'object', required: ['username'], properties: { username: text, x: place, y: place } },
  },
  encoding: 'json',
}
const increment: Parameter = {
  schema: { anyOf: [{ type: 'string', pattern: '^[0-9]{1,2}$' }, { enum: ['monthly', 'all_days'] }] },
}
const day: Schema = { type: 'string', format: 'date' }
const days: Parameter = {
  schema: { type: 'object', required: ['since', 'until'], properties: { since: day, until: day } },
  encoding: 'json',
}
const insights = { filtering: filters, time_range: days, time_increment: increment }

/** What the specifications of Graph leave out or get wrong, from the documentation in prose. */
export const metaSupplement: GraphSupplement = {
  nodes: {
    'permissions.list': ['User'],
    'accounts.list': ['User', 'Business'],
    'businesses.list': ['User'],
    'accounts.get': ['User', 'Page', 'IGUser', 'IGUserForIGOnlyAPI'],
    'media.create': ['IGUser', 'IGUserForIGOnlyAPI'],
    'media.status': ['IGContainer', 'AdVideo'],
    'media.upload': ['Page'],
    'posts.create': ['IGUser', 'IGUserForIGOnlyAPI', 'Page'],
    'posts.get': ['IGMedia', 'PagePost', 'AdVideo'],
    'posts.list': ['IGUser', 'IGUserForIGOnlyAPI', 'Page'],
    'posts.delete': ['PagePost', 'AdVideo'],
    'videos.publish': ['Page'],
    'reels.publish': ['Page'],
    'reels.list': ['Page'],
    'comments.list': ['PagePost', 'AdVideo', 'IGMedia', 'IGMediaForIGOnlyAPI'],
    'comments.replies': ['Comment', 'IGComment'],
    'comments.get': ['Comment', 'IGComment'],
    'comments.create': ['PagePost', 'AdVideo', 'Comment', 'IGMedia', 'IGComment'],
    'comments.hide': ['Comment', 'IGComment'],
    'comments.delete': ['Comment', 'IGComment'],
    'conversations.get': ['UnifiedThread', 'UnifiedMessage'],
    'messages.list': ['UnifiedThread'],
    'messages.get': ['UnifiedMessage'],
    'quota.get': ['IGUser', 'IGUserForIGOnlyAPI'],
    'conversations.list': ['Page', 'IGUser', 'IGUserForIGOnlyAPI'],
    'messages.send': ['Page', 'IGUser', 'IGUserForIGOnlyAPI'],
    'subscriptions.list': ['Page', 'IGUserForIGOnlyAPI'],
    'subscriptions.create': ['Page', 'IGUserForIGOnlyAPI'],
    'subscriptions.delete': ['Page', 'IGUserForIGOnlyAPI'],
    'insights.get': ['Page', 'IGUser', 'IGUserForIGOnlyAPI'],
    'ads.account.list': ['User', 'Business'],
    'ads.account.get': ['AdAccount'],
    'ads.account.update': ['AdAccount'],
    'ads.account.create': ['Business'],
    'ads.campaign.create': ['AdAccount'],
    'ads.adset.create': ['AdAccount'],
    'ads.creative.create': ['AdAccount'],
    'ads.ad.create': ['AdAccount'],
    'ads.campaign.update': ['Campaign'],
    'ads.adset.update': ['AdSet'],
    'ads.ad.update': ['Ad'],
    'ads.campaign.get': ['Campaign'],
    'ads.adset.get': ['AdSet'],
    'ads.ad.get': ['Ad'],
    'ads.campaign.list': ['AdAccount'],
    'ads.adset.list': ['AdAccount'],
    'ads.ad.list': ['AdAccount'],
    'ads.insights.list': ['AdAccount', 'Campaign'],
    'ads.report.start': ['AdAccount', 'Campaign'],
    'ads.report.status': ['AdReportRun'],
    'ads.report.rows': ['AdReportRun'],
    'ads.creative.list': ['AdAccount'],
    'ads.creative.get': ['AdCreative'],
    'ads.form.list': ['Page'],
    'ads.lead.list': ['LeadgenForm'],
    'ads.campaign.delete': ['Campaign'],
    'ads.creative.delete': ['AdCreative'],
    'media.delete': ['Photo'],
  },
  parameters: {
    // https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (read 2026-11-22)
    'POST IGUser/media': { is_ai_generated: { schema: flag }, user_tags: userTags },
    'POST IGUserForIGOnlyAPI/media': { is_ai_generated: { schema: flag }, user_tags: userTags },
    // https://developers.facebook.com/docs/messenger-platform/reference/send-api (read 2026-11-23)
    'POST Page/messages': message,
    'POST IGUser/messages': message,
    'POST IGUserForIGOnlyAPI/messages': message,
    // https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-23)
    'POST Page/feed': {
      attached_media: {
        schema: {
          type: 'array',
          items: { type: 'object', required: ['media_fbid'], properties: { media_fbid: text } },
        },
        encoding: 'json',
      },
    },
    // https://developers.facebook.com/docs/graph-api/reference/page/photos (read 2026-11-22)
    'POST Page/photos': { source: { schema: text } },
    // https://developers.facebook.com/docs/graph-api/reference/insights (read 2026-11-22)
    'GET Page/insights': { metric: names },
    'GET IGUser/insights': { period: { schema: { enum: ['day', 'week', 'days_28', 'lifetime'] }, required: true } },
    'GET IGUserForIGOnlyAPI/insights': {
      period: { schema: { enum: ['day', 'week', 'days_28', 'lifetime'] }, required: true },
    },
    // https://developers.facebook.com/docs/marketing-api/reference/ad-account (read 2026-11-22)
    'GET User/adaccounts': { limit: manyOf },
    'GET Business/owned_ad_accounts': { limit: manyOf },
    'GET Business/client_ad_accounts': { limit: manyOf },
    'GET AdAccount/campaigns': { limit: manyOf, filtering: filters },
    'GET AdAccount/adsets': { limit: manyOf, filtering: filters },
    'GET AdAccount/ads': { limit: manyOf, filtering: filters },
    'GET AdAccount/adcreatives': { limit: manyOf },
    'GET AdAccount/insights': { limit: manyOf, ...insights },
    'GET Campaign/insights': { limit: manyOf, ...insights },
    'POST AdAccount/insights': insights,
    'POST Campaign/insights': insights,
    'GET AdReportRun/insights': { limit: manyOf },
    'GET LeadgenForm/leads': { filtering: filters },
    // https://developers.facebook.com/docs/marketing-api/reference/ad-promoted-object (read 2026-11-23)
    'POST AdAccount/adsets': {
      promoted_object: { schema: { $ref: '#/components/schemas/AdPromotedObject' }, encoding: 'json' },
    },
    // https://developers.facebook.com/docs/marketing-api/reference/adgroup (read 2026-11-22)
    'POST AdAccount/ads': {
      // A rehearsed ad shows a post, a real one a creative that was created before.
      creative: {
        schema: { type: 'object', properties: { creative_id: text, object_story_id: text } },
        required: true,
        encoding: 'json',
      },
    },
    // https://developers.facebook.com/docs/marketing-api/reference/business/adaccount (read 2026-11-22): ids or NONE.
    'POST Business/adaccount': {
      end_advertiser: { schema: text, required: true },
      media_agency: { schema: text, required: true },
      partner: { schema: text, required: true },
    },
  },
  fields: {
    // https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-22)
    IGContainer: { id: 'string', status: 'string', status_code: 'string' },
    // https://developers.facebook.com/docs/graph-api/reference/profile-picture-source (read 2026-11-22)
    ProfilePictureSource: { url: 'string', is_silhouette: 'bool', height: 'int', width: 'int' },
    // https://developers.facebook.com/docs/graph-api/reference/story-attachment (read 2026-11-22)
    StoryAttachment: {
      media: 'map',
      media_type: 'string',
      target: 'map',
      type: 'string',
      url: 'string',
      subattachments: 'map',
    },
    // https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit (read 2026-11-22)
    ContentPublishingLimitResponse: { quota_usage: 'unsigned int', config: 'map' },
    // https://developers.facebook.com/docs/graph-api/reference/message (read 2026-11-22)
    UnifiedMessage: {
      id: 'string',
      message: 'string',
      from: 'map',
      to: 'map',
      created_time: 'datetime',
      attachments: 'map',
      is_unsupported: 'bool',
      shares: 'map',
      sticker: 'string',
      story: 'map',
      tags: 'map',
    },
    // https://developers.facebook.com/docs/graph-api/reference/page (read 2026-11-22)
    Page: { tasks: 'list<string>' },
    // https://developers.facebook.com/docs/messenger-platform/webhooks (read 2026-11-24)
    Application: {
      id: 'string',
      name: 'string',
      category: 'string',
      link: 'string',
      subscribed_fields: 'list<string>',
    },
  },
  // https://developers.facebook.com/docs/marketing-api/insights (read 2026-11-22)
  unasked: { AdsInsights: { date_start: text, date_stop: text } },
  responses: {
    'ads.report.start': { type: 'object', required: ['report_run_id'], properties: { report_run_id: text } },
    'posts.delete': success,
    'comments.delete': success,
    'comments.hide': success,
    'comments.create': made,
    'ads.campaign.delete': success,
    'ads.creative.delete': success,
    'media.delete': success,
    // A campaign that is only checked is not made.
    'ads.campaign.create': { oneOf: [made, success] },
  },
}

const inQuery = (name: string, required = true, schema: Schema = text) => ({ name, in: 'query', required, schema })
const inHeader = (name: string, schema: Schema = text) => ({ name, in: 'header', required: true, schema })
const json = (properties: Record<string, Schema>, required: string[]) => ({
  content: { 'application/json': { schema: { type: 'object', properties, required } } },
})
const token = json(
  { access_token: text, token_type: { enum: ['bearer', 'Bearer'] }, expires_in: { type: 'integer' } },
  ['access_token'],
)
const refreshedToken = json({ access_token: text, token_type: text, expires_in: whole, permissions: text }, [
  'access_token',
  'token_type',
  'expires_in',
])
const form = (properties: Record<string, Schema>) => ({
  required: true,
  content: {
    'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required: Object.keys(properties) } },
  },
})

/** Logins, the inspection of tokens and the upload of a reel's bytes, which are not nodes of Graph. */
export const metaBesides: OpenApi = {
  paths: {
    // https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow (read 2026-11-22)
    '/v25.0/oauth/access_token': {
      get: {
        parameters: [
          inQuery('client_id'),
          inQuery('client_secret'),
          inQuery('redirect_uri', false),
          inQuery('code', false),
          inQuery('grant_type', false, { enum: ['fb_exchange_token'] }),
          inQuery('fb_exchange_token', false),
        ],
        responses: { 200: token },
      },
    },
    // https://developers.facebook.com/docs/graph-api/reference/debug_token (read 2026-11-22)
    '/v25.0/debug_token': {
      get: {
        parameters: [inQuery('input_token'), inQuery('access_token')],
        responses: { 200: json({ data: { type: 'object' } }, ['data']) },
      },
    },
    // https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login (read 2026-11-22)
    '/oauth/access_token': {
      post: {
        requestBody: form({
          client_id: text,
          client_secret: text,
          grant_type: { enum: ['authorization_code'] },
          redirect_uri: text,
          code: text,
        }),
        responses: { 200: { content: { 'application/json': { schema: {} } } } },
      },
    },
    '/access_token': {
      get: {
        parameters: [
          inQuery('grant_type', true, { enum: ['ig_exchange_token'] }),
          inQuery('client_secret'),
          inQuery('access_token'),
        ],
        responses: { 200: token },
      },
    },
    '/refresh_access_token': {
      get: {
        parameters: [inQuery('grant_type', true, { enum: ['ig_refresh_token'] }), inQuery('access_token')],
        responses: { 200: refreshedToken },
      },
    },
    // https://developers.facebook.com/docs/video-api/guides/reels-publishing (read 2026-11-22)
    '/video-upload/v25.0/{video}': {
      post: {
        parameters: [inHeader('authorization'), inHeader('offset', whole), inHeader('file_size', whole)],
        requestBody: { required: true, content: { '*/*': {} } },
        responses: { 200: json({ success: flag }, ['success']) },
      },
    },
  },
}

/** Meta's OpenAPI document of WhatsApp with what its prose adds: proofs, lists by pages, and a language without a policy. */
export function amendWhatsApp(api: OpenApi): OpenApi {
  const amended = structuredClone(api)
  const schemas = amended.components?.['schemas'] as Record<string, Schema>
  const parameters = amended.components?.['parameters'] as Record<string, unknown>
  // https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages (read 2026-11-22)
  schemas['LanguageObject'] = { ...schemas['LanguageObject'], required: ['code'] }
  // https://developers.facebook.com/docs/graph-api/security (read 2026-11-22)
  parameters['UserAgent'] = { ...inQuery('appsecret_proof', false), schema: text }
  const templates = amended.paths['/{Version}/{WABA-ID}/message_templates'] ?? {}
  // https://developers.facebook.com/docs/whatsapp/embedded-signup/custom-flows/onboarding-business-app-users (read 2026-11-23)
  const number = schemas['WhatsAppBusinessAccountPhoneNumber'] ?? {}
  number.properties = { ...number.properties, is_on_biz_app: flag }
  // https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/subscribed_apps (read 2026-11-23)
  const app = { type: 'object', required: ['id'], properties: { id: text, name: text, link: text } }
  schemas['SubscribedApp'] = { type: 'object', properties: { whatsapp_business_api_data: app } }
  // https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates (read 2026-11-22)
  const pages = [inQuery('fields', false), inQuery('limit', false, { type: 'integer' }), inQuery('status', false)]
  templates['parameters'] = [...((templates['parameters'] as unknown[]) ?? []), ...pages]
  // The schema follows an example without a link.
  // https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/components (read 2026-11-25)
  const button = memberOf(templates, [
    ...['get', 'responses', '200', 'content', 'application/json', 'schema', 'properties', 'data', 'items'],
    ...['properties', 'components', 'items', 'properties', 'buttons', 'items'],
  ])
  button['properties'] = { ...(button['properties'] as object), url: text }
  return amended
}

/** The object at a path of members. */
function memberOf(value: unknown, path: readonly string[]): Record<string, unknown> {
  return path.reduce<Record<string, unknown>>((at, name) => (at[name] ?? {}) as Record<string, unknown>, Object(value))
}
