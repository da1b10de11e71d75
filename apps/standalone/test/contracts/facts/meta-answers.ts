import { any, digits, exactly, flag, having, list, oneOf, text, time, whole, words } from './answer-schemas.ts'
import type { Answers } from './answers.ts'

const page = (items: ReturnType<typeof exactly>) => having({ data: list(items) })
const id = { id: text }
const done = exactly({ success: flag })
/** A rehearsal responds with `success`, the call itself with the new id. */
const made = { oneOf: [exactly(id, { success: flag }), done] }

// https://developers.facebook.com/docs/graph-api/reference/profile-picture-source (read 2026-11-23)
const picture = exactly({ data: exactly({ url: text }, { height: whole, width: whole, is_silhouette: flag }) })
const account = { picture, access_token: text }
const person = exactly({ id: text }, { name: words, username: words, email: words, picture })

// https://developers.facebook.com/docs/graph-api/reference/message (read 2026-11-23)
const message = having(
  { id: text, created_time: time },
  { from: person, to: exactly({ data: list(person) }), message: words },
)
const messages = having({ data: list(message) })

// https://developers.facebook.com/docs/graph-api/reference/insights (read 2026-11-23)
const figure = { oneOf: [{ type: 'number' }, { type: 'object', additionalProperties: { type: 'number' } }] }
const insight = {
  anyOf: [
    exactly(
      {
        id: text,
        name: oneOf('page_media_view', 'page_post_engagements', 'page_views_total', 'page_follows'),
        period: oneOf('day', 'week', 'days_28'),
        values: list(exactly({ value: figure, end_time: time })),
      },
      { title: words, description: words },
    ),
    // https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-user/insights (read 2026-11-23)
    exactly(
      {
        id: text,
        name: oneOf('views', 'reach', 'total_interactions', 'accounts_engaged'),
        period: oneOf('day'),
        total_value: exactly({ value: { type: 'number' } }),
      },
      { title: words, description: words },
    ),
  ],
}

// https://developers.facebook.com/docs/graph-api/reference/debug_token (read 2026-11-23)
const inspected = exactly({
  data: exactly(
    {
      app_id: digits,
      type: oneOf('USER', 'PAGE', 'SYSTEM_USER'),
      is_valid: flag,
      scopes: list(text),
      granular_scopes: list(exactly({ scope: text }, { target_ids: list(digits) })),
    },
    {
      application: words,
      data_access_expires_at: whole,
      expires_at: whole,
      issued_at: whole,
      profile_id: digits,
      user_id: digits,
    },
  ),
})

// https://developers.facebook.com/docs/marketing-api/insights (read 2026-11-23): figures are texts.
const decimal = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' }
const row = exactly(
  { date_start: text, date_stop: text },
  {
    ...{
      campaign_id: digits,
      campaign_name: words,
      adset_id: digits,
      adset_name: words,
      ad_id: digits,
      ad_name: words,
    },
    ...{ impressions: digits, reach: digits, clicks: digits, inline_link_clicks: digits },
    ...{ frequency: decimal, ctr: decimal, cpc: decimal, cpm: decimal, spend: decimal },
    actions: list(exactly({ action_type: text, value: decimal })),
  },
)
const status = oneOf('ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED')
const effectiveStatus = oneOf(
  ...['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES', 'CAMPAIGN_PAUSED', 'ADSET_PAUSED'],
  ...['PENDING_REVIEW', 'DISAPPROVED', 'PREAPPROVED', 'PENDING_BILLING_INFO'],
)
const states = { status, effective_status: effectiveStatus }
const objective = oneOf('OUTCOME_ENGAGEMENT', 'OUTCOME_AWARENESS', 'OUTCOME_TRAFFIC', 'OUTCOME_LEADS', 'OUTCOME_SALES')
/** Which kind an id is of is found by asking for fields that only some have; those asked for are there. */
const adObject = having(id, { ...states, account_id: digits, objective })
const accountId = { id: { type: 'string', pattern: '^act_[0-9]+$' } }
const adAccount = having({ ...accountId, currency: text, account_status: whole })
/** The search for one that was just created asks for less. */
const listedAdAccount = {
  anyOf: [adAccount, exactly({ ...accountId, name: text }, { currency: text, timezone_id: whole })],
}

// https://developers.facebook.com/docs/video-api/guides/reels-publishing (read 2026-11-23)
const phase = having({ status: oneOf('not_started', 'in_progress', 'complete', 'completed', 'error') })
const video = having({
  status: having(
    { video_status: oneOf('uploading', 'processing', 'ready', 'upload_complete', 'upload_failed', 'error', 'expired') },
    {
      uploading_phase: phase,
      processing_phase: phase,
      publishing_phase: having(
        { status: oneOf('not_started', 'in_progress', 'complete', 'completed', 'error') },
        { publish_status: oneOf('published', 'draft', 'scheduled') },
      ),
      copyright_check_status: phase,
    },
  ),
})
// https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-23)
const container = having({ id: text, status_code: oneOf('IN_PROGRESS', 'FINISHED', 'ERROR', 'EXPIRED', 'PUBLISHED') })

const comment = having(id, { from: person, created_time: time, timestamp: time })
/** Comments of Pages have `created_time`, those of Instagram `timestamp`. */
const reply = having({ ...id, created_time: time }, { from: person })
const dated = {
  anyOf: [
    having({ ...id, created_time: time }, { from: person, comments: having({ data: list(reply) }) }),
    having({ ...id, timestamp: time }),
  ],
}
const attachments = having({
  data: list(having({}, { media_type: oneOf('photo', 'video', 'album', 'link', 'share') })),
})
const post = having(id, {
  from: person,
  attachments,
  media_type: oneOf('IMAGE', 'VIDEO', 'CAROUSEL_ALBUM'),
})

/** Responses of Graph that its specifications leave open, or of which they do not say what is always there. */
export const facebookAnswers: Answers = {
  'accounts.get': having(id, account),
  'accounts.list': page(having(id, account)),
  'permissions.list': page(exactly({ permission: text, status: oneOf('granted', 'declined', 'expired') })),
  'businesses.list': page(having(id)),
  'oauth.debug': inspected,
  'posts.get': post,
  'posts.list': page(post),
  'posts.create': exactly(id, { post_id: text }),
  'media.create': exactly(id),
  'media.status': { anyOf: [container, video] },
  'media.upload': { anyOf: [exactly(id, { post_id: text }), done] },
  'reels.list': page(having({ ...id, created_time: time, permalink_url: text })),
  'reels.publish': {
    anyOf: [
      exactly({ video_id: digits, upload_url: text }),
      exactly({ success: flag }, { post_id: text, message: words }),
    ],
  },
  'videos.publish': {
    anyOf: [
      exactly({ video_id: digits, upload_session_id: digits, start_offset: digits, end_offset: digits }),
      exactly({ start_offset: digits, end_offset: digits }),
      done,
    ],
  },
  'comments.list': page(dated),
  'comments.replies': page(dated),
  'comments.get': comment,
  // https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-23)
  'conversations.list': page(
    having({ id: text, updated_time: time, participants: exactly({ data: list(person) }) }, { messages }),
  ),
  'conversations.get': having({ messages }),
  // https://developers.facebook.com/docs/messenger-platform/reference/send-api (read 2026-11-23)
  'messages.send': exactly({ recipient_id: digits, message_id: text }),
  // https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps (read 2026-11-23)
  'subscriptions.list': page(having(id, { subscribed_fields: list(text) })),
  'subscriptions.create': done,
  'subscriptions.delete': done,
  'insights.get': page(insight),
  'quota.get': page(having({ quota_usage: whole }, { config: exactly({ quota_total: whole, quota_duration: whole }) })),
  'ads.account.list': page(listedAdAccount),
  'ads.account.get': adAccount,
  'ads.account.update': done,
  'ads.account.create': exactly(id, {
    ...{ account_id: digits, business_id: digits },
    ...{ end_advertiser_id: text, media_agency_id: text, partner_id: text },
  }),
  'ads.campaign.create': made,
  'ads.adset.create': made,
  'ads.creative.create': made,
  'ads.ad.create': made,
  'ads.campaign.update': done,
  'ads.adset.update': done,
  'ads.ad.update': done,
  'ads.campaign.get': adObject,
  'ads.adset.get': adObject,
  'ads.ad.get': adObject,
  'ads.campaign.list': page(having(id, { ...states, objective })),
  'ads.adset.list': page(having(id, states)),
  'ads.ad.list': page(having(id, states)),
  'ads.creative.list': page(having(id)),
  'ads.insights.list': page(row),
  'ads.report.rows': page(row),
  'ads.report.status': having({
    async_status: oneOf('Job Not Started', 'Job Started', 'Job Running', 'Job Completed', 'Job Failed', 'Job Skipped'),
  }),
  // https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving (read 2026-11-23)
  'ads.form.list': page(having(id, { status: oneOf('ACTIVE', 'ARCHIVED', 'DELETED', 'DRAFT') })),
  'ads.lead.list': page(
    having({ ...id, created_time: time, field_data: list(exactly({ name: text, values: list(any) })) }),
  ),
}

export const instagramAnswers: Answers = {
  ...facebookAnswers,
  'accounts.get': having({}, account),
  // https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-23)
  'oauth.token': {
    anyOf: [
      exactly({ access_token: text, token_type: oneOf('bearer'), expires_in: whole }),
      exactly({ access_token: text, user_id: { type: ['integer', 'string'] }, permissions: any }),
    ],
  },
}

// https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages (read 2026-11-23)
const sent = exactly({
  messaging_product: oneOf('whatsapp'),
  contacts: list(having({}, { input: text, wa_id: text, user_id: text })),
  messages: list(exactly({ id: text }, { message_status: text })),
})

export const whatsappAnswers: Answers = {
  'oauth.debug': inspected,
  'messages.send': sent,
  'numbers.list': page(having(id, { code_verification_status: oneOf('VERIFIED', 'NOT_VERIFIED', 'EXPIRED') })),
  'templates.list': page(
    having(
      {
        status: oneOf(
          ...['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED', 'IN_APPEAL', 'PENDING_DELETION', 'DELETED'],
          ...['LIMIT_EXCEEDED', 'ARCHIVED'],
        ),
      },
      {
        ...{ name: text, language: text, category: text },
        components: list(
          having({ type: text }, { format: text, text, buttons: list(having({ type: text }, { url: text })) }),
        ),
      },
    ),
  ),
  'subscriptions.list': page(exactly({ whatsapp_business_api_data: having(id) })),
}
