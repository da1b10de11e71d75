import { readCall } from './call-facts.ts'

const graph = 'graph.instagram.com/v25.0'
const scopes =
  'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments,instagram_business_manage_messages,instagram_business_manage_insights'
const signed = 'header: authorization=Bearer'

/** Calls with the token of an account. */
const ofAccounts: readonly string[] = [
  `accounts.get GET ${graph}/me | query: fields`,
  `comments.create POST ${graph}/{}/replies | form: message`,
  `comments.delete DELETE ${graph}/{}`,
  `comments.get GET ${graph}/{} | query: fields`,
  `comments.hide POST ${graph}/{} | form: hide`,
  `comments.list GET ${graph}/{}/comments | query: fields limit`,
  `comments.replies GET ${graph}/{}/replies | query: fields limit`,
  `conversations.get GET ${graph}/{} | query: fields`,
  `conversations.list GET ${graph}/me/conversations | query: fields limit platform=instagram`,
  `insights.get GET ${graph}/{}/insights | query: metric=*views|reach|total_interactions|accounts_engaged metric_type=total_value period=day since until`,
  `media.create POST ${graph}/{}/media media_type=CAROUSEL | form: children media_type`,
  `media.create POST ${graph}/{}/media | form: image_url user_tags.[].username user_tags.[].x user_tags.[].y`,
  `media.status GET ${graph}/{} | query: fields`,
  `messages.send POST ${graph}/{}/messages | body: message message.text recipient recipient.id`,
  `posts.create POST ${graph}/{}/media_publish | form: creation_id`,
  `posts.get GET ${graph}/{} | query: fields`,
  `posts.list GET ${graph}/{}/media | query: fields limit`,
  `quota.get GET ${graph}/{}/content_publishing_limit | query: fields`,
  `subscriptions.create POST ${graph}/{}/subscribed_apps | form: subscribed_fields`,
  `subscriptions.delete DELETE ${graph}/{}/subscribed_apps`,
]

/** Logins, and calls with another proof. */
const others: readonly string[] = [
  // https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-23)
  `authorize GET www.instagram.com/oauth/authorize | query: client_id redirect_uri response_type=code state scope=${scopes}`,
  'oauth.refresh GET graph.instagram.com/refresh_access_token grant_type=ig_refresh_token | query: access_token grant_type',
  'oauth.token GET graph.instagram.com/access_token grant_type=ig_exchange_token | query: access_token client_secret grant_type',
  'oauth.token POST api.instagram.com/oauth/access_token grant_type=authorization_code | form: client_id client_secret code grant_type redirect_uri',
]

/** @see https://developers.facebook.com/docs/instagram-platform/reference (read 2026-11-23) */
export const instagramCalls = [...ofAccounts.map((row) => readCall(row, signed)), ...others.map((row) => readCall(row))]
