import { readCall } from './call-facts.ts'

const graph = 'graph.facebook.com/v25.0'
const ofPages =
  'pages_show_list,pages_read_engagement,pages_manage_posts,pages_read_user_content,pages_manage_engagement,pages_messaging,pages_manage_metadata,read_insights,ads_management,ads_read,business_management,leads_retrieval,pages_manage_ads'
const ofInstagram =
  'instagram_basic,pages_show_list,pages_read_engagement,instagram_content_publish,instagram_manage_comments,instagram_manage_messages,pages_manage_metadata,instagram_manage_insights,business_management,ads_read'
// https://developers.facebook.com/docs/graph-api/reference/insights (read 2026-11-23); without those that ended in 2025.
const ofPage = 'page_media_view|page_post_engagements|page_views_total|page_follows'
// https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-user/insights (read 2026-11-23)
const ofAccount = 'views|reach|total_interactions|accounts_engaged'
const signed = 'header: authorization=Bearer; query: appsecret_proof'

/** Calls with the token of an account. */
const ofAccounts: readonly string[] = [
  `accounts.get GET ${graph}/me | query: fields`,
  `accounts.get GET ${graph}/{} | query: fields`,
  `accounts.list GET ${graph}/me/accounts | query: fields limit`,
  `accounts.list GET ${graph}/{}/client_pages | query: fields limit`,
  `accounts.list GET ${graph}/{}/owned_pages | query: fields limit`,
  `ads.account.create POST ${graph}/{}/adaccount | form: currency end_advertiser=NONE media_agency=NONE name partner=NONE timezone_id`,
  `ads.account.get GET ${graph}/{} | query: fields`,
  `ads.account.list GET ${graph}/me/adaccounts | query: fields limit`,
  `ads.account.list GET ${graph}/{}/client_ad_accounts | query: fields limit`,
  `ads.account.list GET ${graph}/{}/owned_ad_accounts | query: fields limit`,
  `ads.account.update POST ${graph}/{}`,
  `ads.ad.create POST ${graph}/{}/ads | form: adset_id creative name status=PAUSED|ACTIVE`,
  `ads.ad.get GET ${graph}/{} | query: fields`,
  `ads.ad.list GET ${graph}/{}/ads | query: fields filtering.[].field=effective_status|campaign.id filtering.[].operator=IN|EQUAL filtering.[].value limit`,
  `ads.ad.update POST ${graph}/{} | form: status`,
  `ads.adset.create POST ${graph}/{}/adsets | form: bid_strategy=LOWEST_COST_WITHOUT_CAP billing_event=IMPRESSIONS campaign_id daily_budget destination_type=ON_POST name optimization_goal=POST_ENGAGEMENT promoted_object promoted_object.page_id status=PAUSED targeting targeting.age_max targeting.age_min targeting.geo_locations targeting.geo_locations.countries targeting.targeting_automation targeting.targeting_automation.advantage_audience`,
  `ads.adset.get GET ${graph}/{} | query: fields`,
  `ads.adset.list GET ${graph}/{}/adsets | query: fields filtering.[].field=effective_status|campaign.id filtering.[].operator=IN|EQUAL filtering.[].value limit`,
  `ads.adset.update POST ${graph}/{} | form: status`,
  `ads.campaign.create POST ${graph}/{}/campaigns | form: buying_type=AUCTION is_adset_budget_sharing_enabled=false name objective=OUTCOME_ENGAGEMENT special_ad_categories status=PAUSED`,
  `ads.campaign.delete DELETE ${graph}/{}`,
  `ads.campaign.get GET ${graph}/{} | query: fields`,
  `ads.campaign.list GET ${graph}/{}/campaigns | query: fields filtering.[].field=effective_status|id|campaign.id|campaign.effective_status filtering.[].operator=IN|EQUAL filtering.[].value limit`,
  `ads.campaign.update POST ${graph}/{} | form: status`,
  `ads.creative.create POST ${graph}/{}/adcreatives | form: name object_story_id`,
  `ads.creative.list GET ${graph}/{}/adcreatives | query: fields limit`,
  `ads.creative.get GET ${graph}/{} | query: fields`,
  `ads.creative.delete DELETE ${graph}/{}`,
  `ads.form.list GET ${graph}/{}/leadgen_forms | query: fields limit`,
  `ads.insights.list GET ${graph}/{}/insights | query: fields filtering.[].field=campaign.effective_status|adset.effective_status|ad.effective_status filtering.[].operator=IN filtering.[].value level limit time_increment time_range time_range.since time_range.until`,
  `ads.lead.list GET ${graph}/{}/leads | query: fields filtering.[].field=time_created filtering.[].operator=GREATER_THAN|GREATER_THAN_OR_EQUAL|LESS_THAN filtering.[].value limit`,
  `ads.report.rows GET ${graph}/{}/insights | query: limit`,
  `ads.report.start POST ${graph}/{}/insights | form: fields filtering.[].field=campaign.effective_status|adset.effective_status|ad.effective_status filtering.[].operator=IN filtering.[].value level time_increment time_range time_range.since time_range.until`,
  `ads.report.status GET ${graph}/{} | query: fields`,
  `businesses.list GET ${graph}/me/businesses | query: fields limit`,
  `comments.create POST ${graph}/{}/comments | form: message`,
  `comments.create POST ${graph}/{}/replies | form: message`,
  `comments.delete DELETE ${graph}/{}`,
  `comments.get GET ${graph}/{} | query: fields`,
  `comments.hide POST ${graph}/{}`,
  `comments.list GET ${graph}/{}/comments | query: fields limit`,
  `comments.replies GET ${graph}/{}/comments | query: fields filter=stream|toplevel limit order=chronological|reverse_chronological`,
  `comments.replies GET ${graph}/{}/replies | query: fields limit`,
  `conversations.get GET ${graph}/{} | query: fields`,
  `conversations.list GET ${graph}/{}/conversations | query: fields limit platform=messenger|instagram`,
  `insights.get GET ${graph}/{}/insights metric_type=total_value | query: metric=*${ofAccount} metric_type=total_value period=day since until`,
  `insights.get GET ${graph}/{}/insights | query: metric=*${ofPage} period=day|days_28 since until`,
  `media.create POST ${graph}/{}/media media_type=CAROUSEL | form: children media_type`,
  `media.create POST ${graph}/{}/media | form: image_url user_tags.[].username user_tags.[].x user_tags.[].y`,
  `media.delete DELETE ${graph}/{}`,
  `media.status GET ${graph}/{} | query: fields`,
  `media.upload POST ${graph}/{}/photos | part: published source`,
  `messages.send POST ${graph}/{}/messages messaging_type=RESPONSE | body: message message.text messaging_type=RESPONSE recipient recipient.id`,
  `messages.send POST ${graph}/{}/messages | body: message message.text recipient recipient.id`,
  `permissions.list GET ${graph}/me/permissions`,
  `posts.create POST ${graph}/{}/feed | form: attached_media.[].media_fbid`,
  `posts.create POST ${graph}/{}/media_publish | form: creation_id`,
  `posts.delete DELETE ${graph}/{}`,
  `posts.get GET ${graph}/{} | query: fields`,
  `posts.list GET ${graph}/{}/media | query: fields limit`,
  `posts.list GET ${graph}/{}/published_posts | query: fields limit`,
  `reels.list GET ${graph}/{}/video_reels | query: fields limit`,
  `reels.publish POST ${graph}/{}/video_reels upload_phase=finish | form: upload_phase video_id video_state`,
  `reels.publish POST ${graph}/{}/video_reels upload_phase=start | form: upload_phase`,
  `subscriptions.create POST ${graph}/{}/subscribed_apps | form: subscribed_fields`,
  `subscriptions.delete DELETE ${graph}/{}/subscribed_apps`,
  `subscriptions.list GET ${graph}/{}/subscribed_apps | query: fields`,
  `videos.publish POST ${graph}/{}/videos upload_phase=finish | form: upload_phase upload_session_id`,
  `videos.publish POST ${graph}/{}/videos upload_phase=start | form: file_size upload_phase`,
  `videos.publish POST ${graph}/{}/videos | part: start_offset upload_phase upload_session_id video_file_chunk`,
]

/** Logins, and calls with another proof. */
const others: readonly string[] = [
  // https://developers.facebook.com/docs/permissions (read 2026-11-23); both logins with every feature.
  `authorize GET www.facebook.com/v25.0/dialog/oauth | query: auth_type=rerequest client_id redirect_uri response_type=code state scope=${ofPages}|${ofInstagram}`,
  'media.upload POST rupload.facebook.com/video-upload/v25.0/{} | header: authorization=OAuth file_size offset',
  `oauth.debug GET ${graph}/debug_token | query: access_token input_token`,
  `oauth.token GET ${graph}/oauth/access_token grant_type=fb_exchange_token | query: client_id client_secret fb_exchange_token grant_type`,
  `oauth.token GET ${graph}/oauth/access_token | query: client_id client_secret code redirect_uri`,
]

/** @see https://developers.facebook.com/docs/graph-api/reference (read 2026-11-23) */
export const facebookCalls = [...ofAccounts.map((row) => readCall(row, signed)), ...others.map((row) => readCall(row))]
