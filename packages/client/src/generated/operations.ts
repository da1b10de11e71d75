// Generated from the OpenAPI document by `npm run reference`. Do not edit.

import type { Body, CallOptions, Pages, Query, Response } from '../operation-types.ts'

/** Every operation by its id. */
export const operationTable = {
  'profiles.list': { method: 'get', path: '/profiles', inputs: 'query', items: 'profiles' },
  'profiles.create': { method: 'post', path: '/profiles', inputs: 'body', isIdempotent: true },
  'profiles.get': { method: 'get', path: '/profiles/{profileId}' },
  'profiles.replace': { method: 'put', path: '/profiles/{profileId}', inputs: 'body' },
  'profiles.delete': { method: 'delete', path: '/profiles/{profileId}' },
  'connections.start': { method: 'post', path: '/profiles/{profileId}/connect', inputs: 'body' },
  'connections.signup': { method: 'post', path: '/profiles/{profileId}/whatsapp-signup', inputs: 'body' },
  'connections.get': { method: 'get', path: '/profiles/{profileId}/connect/{connectionSessionId}' },
  'connectLinks.list': { method: 'get', path: '/profiles/{profileId}/connect-links' },
  'connectLinks.create': { method: 'post', path: '/profiles/{profileId}/connect-links', inputs: 'body' },
  'connectLinks.delete': { method: 'delete', path: '/profiles/{profileId}/connect-links/{connectLinkId}' },
  'organization.get': { method: 'get', path: '/organization' },
  'organization.update': { method: 'patch', path: '/organization', inputs: 'body' },
  'accounts.list': { method: 'get', path: '/accounts', inputs: 'query', items: 'accounts' },
  'accounts.listOfProfile': { method: 'get', path: '/profiles/{profileId}/accounts', inputs: 'query', items: 'accounts' },
  'accounts.get': { method: 'get', path: '/profiles/{profileId}/accounts/{accountId}' },
  'accounts.update': { method: 'patch', path: '/profiles/{profileId}/accounts/{accountId}', inputs: 'body' },
  'accounts.disconnect': { method: 'delete', path: '/profiles/{profileId}/accounts/{accountId}' },
  'accounts.refresh': { method: 'post', path: '/profiles/{profileId}/accounts/refresh' },
  'posts.list': { method: 'get', path: '/posts', inputs: 'query' },
  'posts.publish': { method: 'post', path: '/posts', inputs: 'body', isSafe: true },
  'posts.validate': { method: 'post', path: '/posts/validate', inputs: 'body' },
  'posts.delete': { method: 'delete', path: '/posts/{postId}', inputs: 'query' },
  'publishes.list': { method: 'get', path: '/posts/publishes', inputs: 'query', items: 'publishes' },
  'publishes.get': { method: 'get', path: '/posts/publishes/{publishId}' },
  'publishes.resolve': { method: 'post', path: '/posts/publishes/{publishId}/resolution', inputs: 'body' },
  'uploads.get': { method: 'get', path: '/uploads/{uploadId}' },
  'schedules.list': { method: 'get', path: '/schedules', inputs: 'query', items: 'schedules' },
  'schedules.create': { method: 'post', path: '/schedules', inputs: 'body', isSafe: true },
  'schedules.get': { method: 'get', path: '/schedules/{scheduleId}' },
  'schedules.update': { method: 'patch', path: '/schedules/{scheduleId}', inputs: 'body' },
  'schedules.cancel': { method: 'delete', path: '/schedules/{scheduleId}' },
  'schedules.release': { method: 'post', path: '/schedules/{scheduleId}/release' },
  'slots.get': { method: 'get', path: '/profiles/{profileId}/slots', inputs: 'query' },
  'slots.replace': { method: 'put', path: '/profiles/{profileId}/slots', inputs: 'body' },
  'messages.list': { method: 'get', path: '/messages', inputs: 'query' },
  'messages.send': { method: 'post', path: '/messages', inputs: 'body', isSafe: true },
  'messages.templates.list': { method: 'get', path: '/messages/templates', inputs: 'query' },
  'analytics.instagram.account-insights': { method: 'get', path: '/analytics/instagram/account-insights', inputs: 'query' },
  'analytics.tiktok.account-analytics': { method: 'get', path: '/analytics/tiktok/account-analytics', inputs: 'query' },
  'analytics.tiktok.account-insights': { method: 'get', path: '/analytics/tiktok/account-insights', inputs: 'query' },
  'analytics.tiktok.video-insights': { method: 'get', path: '/analytics/tiktok/video-insights', inputs: 'query' },
  'analytics.facebook.page-metrics': { method: 'get', path: '/analytics/facebook/page-metrics', inputs: 'query' },
  'analytics.youtube.channel-insights': { method: 'get', path: '/analytics/youtube/channel-insights', inputs: 'query' },
  'analytics.youtube.video-insights': { method: 'get', path: '/analytics/youtube/video-insights', inputs: 'query' },
  'comments.list': { method: 'get', path: '/comments', inputs: 'query', items: 'comments' },
  'comments.create': { method: 'post', path: '/comments', inputs: 'body', isSafe: true },
  'comments.recent': { method: 'get', path: '/comments/recent', inputs: 'query', items: 'comments' },
  'comments.update': { method: 'patch', path: '/comments/{commentId}', inputs: 'body' },
  'comments.delete': { method: 'delete', path: '/comments/{commentId}', inputs: 'query' },
  'ads.accounts.list': { method: 'get', path: '/ads/accounts', inputs: 'query' },
  'ads.accounts.create': { method: 'post', path: '/ads/accounts', inputs: 'body' },
  'ads.businesses.list': { method: 'get', path: '/ads/businesses', inputs: 'query' },
  'ads.accounts.get': { method: 'get', path: '/ads/accounts/{adAccountId}', inputs: 'query' },
  'ads.accounts.update': { method: 'patch', path: '/ads/accounts/{adAccountId}', inputs: 'body' },
  'ads.tree.get': { method: 'get', path: '/ads/tree', inputs: 'query' },
  'ads.insights.get': { method: 'get', path: '/ads/insights', inputs: 'query' },
  'ads.campaigns.create': { method: 'post', path: '/ads/campaigns', inputs: 'body', isSafe: true },
  'ads.campaigns.delete': { method: 'delete', path: '/ads/campaigns/{campaignId}', inputs: 'query' },
  'ads.status.update': { method: 'put', path: '/ads/status', inputs: 'body' },
  'ads.leads.list': { method: 'get', path: '/ads/leads', inputs: 'query', items: 'leads' },
  'writes.list': { method: 'get', path: '/writes', inputs: 'query' },
  'events.list': { method: 'get', path: '/events', inputs: 'query' },
  'webhookEndpoints.list': { method: 'get', path: '/webhook-endpoints' },
  'webhookEndpoints.create': { method: 'post', path: '/webhook-endpoints', inputs: 'body' },
  'webhookEndpoints.get': { method: 'get', path: '/webhook-endpoints/{endpointId}' },
  'webhookEndpoints.update': { method: 'patch', path: '/webhook-endpoints/{endpointId}', inputs: 'body' },
  'webhookEndpoints.delete': { method: 'delete', path: '/webhook-endpoints/{endpointId}' },
  'webhookEndpoints.secret.renew': { method: 'post', path: '/webhook-endpoints/{endpointId}/secret', inputs: 'body' },
  'webhookEndpoints.test': { method: 'post', path: '/webhook-endpoints/{endpointId}/test', inputs: 'body' },
  'webhookEndpoints.replay': { method: 'post', path: '/webhook-endpoints/{endpointId}/replay', inputs: 'body' },
  'webhookEndpoints.deliveries.list': { method: 'get', path: '/webhook-endpoints/{endpointId}/deliveries', inputs: 'query', items: 'deliveries' },
  'webhookEndpoints.deliveries.get': { method: 'get', path: '/webhook-endpoints/{endpointId}/deliveries/{deliveryId}' },
  'webhookEndpoints.deliveries.retry': { method: 'post', path: '/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/retry' },
  'usage.get': { method: 'get', path: '/usage/x', inputs: 'query' },
  'quotas.list': { method: 'get', path: '/usage/quotas' },
  'platforms.list': { method: 'get', path: '/platforms' },
  'keys.list': { method: 'get', path: '/keys' },
  'keys.create': { method: 'post', path: '/keys', inputs: 'body' },
  'keys.current': { method: 'get', path: '/keys/current' },
  'keys.check': { method: 'post', path: '/keys/{keyId}/check', inputs: 'body' },
  'keys.update': { method: 'patch', path: '/keys/{keyId}', inputs: 'body' },
  'keys.delete': { method: 'delete', path: '/keys/{keyId}' },
  'origins.list': { method: 'get', path: '/origins' },
  'origins.create': { method: 'post', path: '/origins', inputs: 'body' },
  'origins.delete': { method: 'delete', path: '/origins', inputs: 'query' },
  'auditLog.list': { method: 'get', path: '/audit-log', inputs: 'query', items: 'entries' },
  'requests.list': { method: 'get', path: '/requests', inputs: 'query', items: 'requests' },
} as const

export type OperationId = keyof typeof operationTable

/** The operations as functions: the parameters of the path, the body or the query, and options. */
export interface Operations {
  profiles: {
    /** List profiles. Returns the default profile first. A key restricted to one profile gets only that profile. */
    list(query?: Query<'profiles.list'>, options?: CallOptions): Pages<Response<'profiles.list'>, 'profiles'>
    /** Create a profile. A request with an Idempotency-Key can be repeated for 24 hours and gets the response of the first request. */
    create(body: Body<'profiles.create'>, options?: CallOptions): Promise<Response<'profiles.create'>>
    /** Read a profile. Returns the profile with its externalId and metadata. */
    get(profileId: string, options?: CallOptions): Promise<Response<'profiles.get'>>
    /** Replace a profile. Sets all fields of the profile. Omitted fields become null. */
    replace(profileId: string, body: Body<'profiles.replace'>, options?: CallOptions): Promise<Response<'profiles.replace'>>
    /** Delete a profile. Deletes the profile and disconnects its accounts. If it was the default profile, the oldest remaining profile becomes the default. */
    delete(profileId: string, options?: CallOptions): Promise<Response<'profiles.delete'>>
  }
  connections: {
    /** Start connecting an account. Send the customer to authorizationUrl within 30 minutes. Afterwards the browser is redirected to redirectUrl with the parameters connectionSessionId and status, or to a page of Carillon if redirectUrl was not sent. */
    start(profileId: string, body: Body<'connections.start'>, options?: CallOptions): Promise<Response<'connections.start'>>
    /** Start connecting a WhatsApp number. Send the business to authorizationUrl within 30 minutes. That page opens the platform's own sign-up and needs no API key. A profile has one number; signing up again renews it. Afterwards the browser is redirected to redirectUrl with the parameters connectionSessionId and status. */
    signup(profileId: string, body: Body<'connections.signup'>, options?: CallOptions): Promise<Response<'connections.signup'>>
    /** Read a connection session. If no redirectUrl was sent, poll the session until its status is completed, failed or expired. */
    get(profileId: string, connectionSessionId: string, options?: CallOptions): Promise<Response<'connections.get'>>
  }
  connectLinks: {
    /** List connect links. The links of the profile that have not expired, newest first, without their URLs. */
    list(profileId: string, options?: CallOptions): Promise<Response<'connectLinks.list'>>
    /** Create a connect link. Send url to the customer: it opens a page on which they connect and reconnect accounts of this profile, without an API key and without an account with Carillon. The page has the name and the colour of the organization (see PATCH /organization). An authorization can only be completed in the browser that has started it. The events connection.completed, connection.failed and account.connected tell the result. Everybody who has the URL can use it until it expires or is deleted. A profile has at most 100 links. */
    create(profileId: string, body?: Body<'connectLinks.create'>, options?: CallOptions): Promise<Response<'connectLinks.create'>>
    /** Delete a connect link. The page is closed at once. An authorization that has begun can still be completed. */
    delete(profileId: string, connectLinkId: string, options?: CallOptions): Promise<Response<'connectLinks.delete'>>
  }
  organization: {
    /** Read what customers see of the organization. The name, the colour and the logo on the pages on which customers connect accounts. */
    get(options?: CallOptions): Promise<Response<'organization.get'>>
    /** Change what customers see of the organization. Fields that are absent stay as they are. */
    update(body: Body<'organization.update'>, options?: CallOptions): Promise<Response<'organization.update'>>
  }
  accounts: {
    /** List connected accounts. Returns the accounts of all selected profiles. An account whose credentials can no longer be used is listed and also contained in errors. */
    list(query?: Query<'accounts.list'>, options?: CallOptions): Pages<Response<'accounts.list'>, 'accounts'>
    /** List a profile's connected accounts. Returns the accounts of the profile. An account whose connection has expired is listed and also contained in errors. */
    listOfProfile(profileId: string, query?: Query<'accounts.listOfProfile'>, options?: CallOptions): Pages<Response<'accounts.listOfProfile'>, 'accounts'>
    /** Read a connected account. Returns the account with its status. Tokens are never returned. */
    get(profileId: string, accountId: string, options?: CallOptions): Promise<Response<'accounts.get'>>
    /** Turn paid background reads on or off. Only for accounts on x, which bills every read. */
    update(profileId: string, accountId: string, body: Body<'accounts.update'>, options?: CallOptions): Promise<Response<'accounts.update'>>
    /** Disconnect an account. Deletes the account and its credentials, and revokes the grant if the platform supports it. */
    disconnect(profileId: string, accountId: string, options?: CallOptions): Promise<Response<'accounts.disconnect'>>
    /** Refresh every account's access token. Refreshes the tokens of all accounts at once and lists the accounts that fail. Carillon also refreshes tokens automatically before they expire. */
    refresh(profileId: string, options?: CallOptions): Promise<Response<'accounts.refresh'>>
  }
  posts: {
    /** List posts. Reads posts live from all selected accounts, newest first. The maximum is 10,000 records. */
    list(query?: Query<'posts.list'>, options?: CallOptions): Promise<Response<'posts.list'>>
    /** Publish a post. There is no idempotency key. If a response is lost, find the publish by its X-Request-Id in the list of publishes before you send it again; with X-Publish-Before, what is found after that time is final. If a publish takes longer than the configured wait, the response is 202 with status processing, and the publish continues. A file that was uploaded before (`POST /api/v1/uploads`) takes the place of one that is sent: in a form as a file part of type `application/vnd.carillon.upload` with the upload's id as its content, in JSON as `{"url": "<gateway>/api/v1/uploads/<id>"}` where a `url` is taken. */
    publish(body: Body<'posts.publish'>, options?: CallOptions): Promise<Response<'posts.publish'>>
    /** Validate a post. Takes the same body as publishing and makes all checks without publishing: it fetches and inspects media, and reads the settings and quotas of the account. Nothing is stored. The errors that publishing would return are listed as problems. In a form, a file part of type `application/vnd.carillon.facts+json` takes the place of a file that was not sent yet: `{contentType, bytes, width, height, durationMs}`. What facts decide is checked, and `unchecked` lists the rest. An upload that is not complete counts as its announced type and size. */
    validate(body: Body<'posts.validate'>, options?: CallOptions): Promise<Response<'posts.validate'>>
    /** Delete a post. Deletes the post on the platform. This cannot be undone. */
    delete(postId: string, query: Query<'posts.delete'>, options?: CallOptions): Promise<Response<'posts.delete'>>
  }
  publishes: {
    /** List publishes. Newest first. Filter by requestId to find the publish of a request whose response was lost. */
    list(query?: Query<'publishes.list'>, options?: CallOptions): Pages<Response<'publishes.list'>, 'publishes'>
    /** Read the status of a publish. Poll it after a 202 until the status is published or failed. attempts lists every step. */
    get(publishId: string, options?: CallOptions): Promise<Response<'publishes.get'>>
    /** Decide an unknown publish. Records what you found at the account: the post with its postId, or that it was not published. Only a publish that is unknown can be decided, and only once. Nothing is sent to the platform. */
    resolve(publishId: string, body: Body<'publishes.resolve'>, options?: CallOptions): Promise<Response<'publishes.resolve'>>
  }
  uploads: {
    /** Read an upload. The status of a file that is uploaded before it is published, and the facts about it once it is complete. `POST /api/v1/uploads` creates uploads, and HEAD, PATCH and DELETE of this path continue and delete them: they speak [tus 1.0](https://tus.io/protocols/resumable-upload), so that its client libraries can be used. Uploads belong to the organization and are kept for 24 hours. */
    get(uploadId: string, options?: CallOptions): Promise<Response<'uploads.get'>>
  }
  schedules: {
    /** List schedules. In the order of the times at which they are due. */
    list(query?: Query<'schedules.list'>, options?: CallOptions): Pages<Response<'schedules.list'>, 'schedules'>
    /** Schedule a post. There is no idempotency key: if a response is lost, find the schedule by its X-Request-Id in the list; with X-Publish-Before, what is found after that time is final. post is the body of POST /posts, with the same checks and errors. Its media are stored and checked now: also those that are sent as a url are fetched. In a form, the fields of the post are sent as for POST /posts, and publishAt and onLate in a part named schedule with JSON. It counts against the publishes per day of its API key on the day (UTC) on which it is due. */
    create(body: Body<'schedules.create'>, options?: CallOptions): Promise<Response<'schedules.create'>>
    /** Read a schedule. Once it has been taken, its status is that of its publish. */
    get(scheduleId: string, options?: CallOptions): Promise<Response<'schedules.get'>>
    /** Change a schedule. Omitted fields are kept. A post replaces the whole post; it has to name the same account. A new publishAt schedules one that was held again. Possible until the schedule is taken. */
    update(scheduleId: string, body: Body<'schedules.update'>, options?: CallOptions): Promise<Response<'schedules.update'>>
    /** Cancel a schedule. Possible until the schedule is taken. The schedule is kept as cancelled, its media are deleted. */
    cancel(scheduleId: string, options?: CallOptions): Promise<Response<'schedules.cancel'>>
    /** Publish a scheduled post now. Publishes a schedule that is held, or one that is due later, at once. It then counts against the publishes per day of today. */
    release(scheduleId: string, options?: CallOptions): Promise<Response<'schedules.release'>>
  }
  slots: {
    /** Read the slots of a profile. With an accountId, the response has the next slot at which this account has no schedule. */
    get(profileId: string, query?: Query<'slots.get'>, options?: CallOptions): Promise<Response<'slots.get'>>
    /** Replace the slots of a profile. Slots are the times of each week at which the accounts of the profile publish. A schedule with publishAt {"nextSlot": true} gets the next one that is free for its account. Schedules that have a slot keep their time. */
    replace(profileId: string, body: Body<'slots.replace'>, options?: CallOptions): Promise<Response<'slots.replace'>>
  }
  messages: {
    /** List direct messages. Returns messages oldest first, limited to the 10,000 newest. Conversations on instagram and facebook are read from the platform first. For whatsapp, the list contains the messages that Carillon has received and sent. */
    list(query?: Query<'messages.list'>, options?: CallOptions): Promise<Response<'messages.list'>>
    /** Send a direct message. Sends a text within 24 hours of the last message of the user, or an approved template on whatsapp. If a 502 response has details.messageId, it is not yet known whether the message was sent. Read its status in the list of messages before you send it again. */
    send(body: Body<'messages.send'>, options?: CallOptions): Promise<Response<'messages.send'>>
    templates: {
      /** List the message templates of an account. Reads the templates of the account at the platform, whatever their status; 1,000 at most. Only approved ones can be sent. */
      list(query: Query<'messages.templates.list'>, options?: CallOptions): Promise<Response<'messages.templates.list'>>
    }
  }
  analytics: {
    instagram: {
      /** Read the insights of an Instagram account. Reads totals of the last 28 days live: `views`, `reach`, `total_interactions` and `accounts_engaged`. Values are up to 48 hours late. */
      accountInsights(query: Query<'analytics.instagram.account-insights'>, options?: CallOptions): Promise<Response<'analytics.instagram.account-insights'>>
    }
    tiktok: {
      /** Read the profile and totals of a TikTok account. Reads the account live. Fields whose permission the user did not grant are null. */
      accountAnalytics(query: Query<'analytics.tiktok.account-analytics'>, options?: CallOptions): Promise<Response<'analytics.tiktok.account-analytics'>>
      /** Read the daily insights of a TikTok account. Reads insights live, by default for the last 28 complete days; the first day can be up to 60 days ago. The platform reports unique views, followers gained and lost, engaged audience and activity for business accounts only, clicks for registered businesses only, and demographics and activity for accounts with at least 100 followers. */
      accountInsights(query: Query<'analytics.tiktok.account-insights'>, options?: CallOptions): Promise<Response<'analytics.tiktok.account-insights'>>
      /** Read the insights of TikTok videos. Reads insights live, by default for the newest page of videos. The maximum is 20 ids. */
      videoInsights(query: Query<'analytics.tiktok.video-insights'>, options?: CallOptions): Promise<Response<'analytics.tiktok.video-insights'>>
    }
    facebook: {
      /** Read the metrics of a Facebook Page. Reads the Page live; without accountId, the profile's first connected Page. If the insights cannot be read, they are null, insightsUnavailable gives the reason, and all other fields are returned. */
      pageMetrics(query?: Query<'analytics.facebook.page-metrics'>, options?: CallOptions): Promise<Response<'analytics.facebook.page-metrics'>>
    }
    youtube: {
      /** Read the insights of a YouTube channel. Reads insights live, by default for the 28 days that end three days ago. The maximum is 365 days. Days without activity can be missing. */
      channelInsights(query: Query<'analytics.youtube.channel-insights'>, options?: CallOptions): Promise<Response<'analytics.youtube.channel-insights'>>
      /** Read the insights of YouTube videos. Reads insights live, by default for the 20 newest videos and the 28 days that end three days ago. The maximum is 50 ids. */
      videoInsights(query: Query<'analytics.youtube.video-insights'>, options?: CallOptions): Promise<Response<'analytics.youtube.video-insights'>>
    }
  }
  comments: {
    /** List the comments on a post. Returns the stored copy, newest first, including replies. A copy older than a minute (ten minutes on youtube) is returned at once and refreshed in the background. The first read of a post fetches the newest comments before it responds, and the rest in the background. Send the ETag back as If-None-Match to read a list only if it has changed. */
    list(query: Query<'comments.list'>, options?: CallOptions): Pages<Response<'comments.list'>, 'comments'>
    /** Reply to a comment, or comment on a post. The comment is sent once: if the response of the platform is lost, Carillon reads the comments to find it. After a 502 with details.outcome `not_posted`, a retry is safe. After `unknown`, check the post first. */
    create(body: Body<'comments.create'>, options?: CallOptions): Promise<Response<'comments.create'>>
    /** List recent comments of several posts and accounts. Returns comments of all posts of the accounts from the stored copies, newest first, including replies. No platform is called: copies are kept up to date by pushed events, and by reads of the comments on a post. */
    recent(query?: Query<'comments.recent'>, options?: CallOptions): Pages<Response<'comments.recent'>, 'comments'>
    /** Hide, show, like or unlike a comment. If both fields are sent, hidden is applied first. */
    update(commentId: string, body: Body<'comments.update'>, options?: CallOptions): Promise<Response<'comments.update'>>
    /** Delete a comment. Deletes the comment on the platform. This cannot be undone. */
    delete(commentId: string, query: Query<'comments.delete'>, options?: CallOptions): Promise<Response<'comments.delete'>>
  }
  ads: {
    accounts: {
      /** List ad accounts. Returns the ad accounts of the user and of the businesses that the user belongs to. The list is cached for up to 15 minutes. */
      list(query?: Query<'ads.accounts.list'>, options?: CallOptions): Promise<Response<'ads.accounts.list'>>
      /** Create an ad account in a business. Requires the permissions business_management and ads_management. One request never creates two ad accounts: if the response of the platform is lost, Carillon reads the ad accounts of the business. */
      create(body: Body<'ads.accounts.create'>, options?: CallOptions): Promise<Response<'ads.accounts.create'>>
      /** Read an ad account. Reads the ad account live. Amounts are integers in the minor unit of its currency. */
      get(adAccountId: string, query?: Query<'ads.accounts.get'>, options?: CallOptions): Promise<Response<'ads.accounts.get'>>
      /** Update an ad account. Sets the name, the spend cap, and who benefits from and pays for ads in the European Union. */
      update(adAccountId: string, body: Body<'ads.accounts.update'>, options?: CallOptions): Promise<Response<'ads.accounts.update'>>
    }
    businesses: {
      /** List businesses. Returns the businesses that the user belongs to. Requires the permission business_management. */
      list(query?: Query<'ads.businesses.list'>, options?: CallOptions): Promise<Response<'ads.businesses.list'>>
    }
    tree: {
      /** Read the campaign tree of an ad account. Reads campaigns with their ad sets and ads live. If reading takes too long, complete is false. */
      get(query: Query<'ads.tree.get'>, options?: CallOptions): Promise<Response<'ads.tree.get'>>
    }
    insights: {
      /** Read daily insights of an ad account. Reads insights live, by default for the 28 days up to yesterday in the time zone of the ad account. The maximum is 365 days within the last 37 months. The platform prepares a large report in the background: if it is not ready in time, the response is 502, and the same request returns the report later. */
      get(query: Query<'ads.insights.get'>, options?: CallOptions): Promise<Response<'ads.insights.get'>>
    }
    campaigns: {
      /** Create a campaign from the Page's posts. Creates a campaign, an ad set and one ad for each post; paused by default. Ads that can reach Singapore, Taiwan or Thailand require regionalIdentities, and dailyBudget requires more than 24 hours until endTime; otherwise the response is 422 provider_rejected, and nothing was created. If a part fails, everything that was created is deleted; objects that could not be deleted are listed in details.leftovers. One request never creates two campaigns: if it times out, details.outcome is unknown, details.made lists what was created so far, and the rest follows in the background; look for the name in the tree. */
      create(body: Body<'ads.campaigns.create'>, options?: CallOptions): Promise<Response<'ads.campaigns.create'>>
      /** Delete a campaign. Deletes the campaign with its ad sets and ads. This cannot be undone. */
      delete(campaignId: string, query: Query<'ads.campaigns.delete'>, options?: CallOptions): Promise<Response<'ads.campaigns.delete'>>
    }
    status: {
      /** Set the status of a campaign, ad set or ad. Activates, pauses or archives the object alone. An ad runs only while it, its ad set and its campaign are active. archived cannot be undone. */
      update(body: Body<'ads.status.update'>, options?: CallOptions): Promise<Response<'ads.status.update'>>
    }
    leads: {
      /** List lead forms and leads of the Page. Returns the leads of one form or of all forms, newest first, 100 per page. The platform keeps leads for 90 days. */
      list(query?: Query<'ads.leads.list'>, options?: CallOptions): Pages<Response<'ads.leads.list'>, 'leads'>
    }
  }
  writes: {
    /** Find the writes of a request. Newest first, at most 100. After the time in X-Publish-Before, the list is final: a write that it does not contain was not stored and will not be. The key sees the kinds whose read scope it has: posts:read for publishes and deletions, comments:read, messages:read, and ads:read for campaigns and ad accounts. A key with none of these is rejected. */
    list(query: Query<'writes.list'>, options?: CallOptions): Promise<Response<'writes.list'>>
  }
  events: {
    /** Read what has happened. Oldest first. Store the cursor of each response and send it with the next request: each event is then read once, and none is skipped, however late its change was committed. Events are kept for 30 days unless EVENTS_KEPT_DAYS says otherwise. */
    list(query?: Query<'events.list'>, options?: CallOptions): Promise<Response<'events.list'>>
  }
  webhookEndpoints: {
    /** List webhook endpoints. Oldest first. A key restricted to profiles gets the endpoints of those profiles. */
    list(options?: CallOptions): Promise<Response<'webhookEndpoints.list'>>
    /** Create a webhook endpoint. Events are posted to its URL, signed with its secret as Standard Webhooks describes. An organization has at most 20 endpoints. */
    create(body: Body<'webhookEndpoints.create'>, options?: CallOptions): Promise<Response<'webhookEndpoints.create'>>
    /** Read a webhook endpoint. Returns the endpoint with its health. */
    get(endpointId: string, options?: CallOptions): Promise<Response<'webhookEndpoints.get'>>
    /** Change a webhook endpoint. Omitted fields are kept; headers replaces all headers. Events that were raised while an endpoint was disabled are not delivered later: replay them. */
    update(endpointId: string, body: Body<'webhookEndpoints.update'>, options?: CallOptions): Promise<Response<'webhookEndpoints.update'>>
    /** Delete a webhook endpoint. Pending deliveries to it are cancelled. */
    delete(endpointId: string, options?: CallOptions): Promise<Response<'webhookEndpoints.delete'>>
    secret: {
      /** Renew the secret of a webhook endpoint. Deliveries are signed with both secrets for a while, so that none is rejected during the change. */
      renew(endpointId: string, body?: Body<'webhookEndpoints.secret.renew'>, options?: CallOptions): Promise<Response<'webhookEndpoints.secret.renew'>>
    }
    /** Send a test to a webhook endpoint. Posts a sample of an event to this endpoint, also if it is disabled. A test is not retried, and it is not in the list of events. */
    test(endpointId: string, body?: Body<'webhookEndpoints.test'>, options?: CallOptions): Promise<Response<'webhookEndpoints.test'>>
    /** Deliver past events again. Creates deliveries of the events in a range of time that the endpoint takes, oldest first, with the same webhook-id as before. Events with a pending delivery are left out. At most 100,000 deliveries are created: if there are as many, send the request again. The endpoint must be enabled. */
    replay(endpointId: string, body: Body<'webhookEndpoints.replay'>, options?: CallOptions): Promise<Response<'webhookEndpoints.replay'>>
    deliveries: {
      /** List deliveries to a webhook endpoint. Newest first, with their attempts. Deliveries are kept for 30 days. */
      list(endpointId: string, query?: Query<'webhookEndpoints.deliveries.list'>, options?: CallOptions): Pages<Response<'webhookEndpoints.deliveries.list'>, 'deliveries'>
      /** Read a delivery to a webhook endpoint. Returns the delivery with its attempts, and the body that is posted. */
      get(endpointId: string, deliveryId: string, options?: CallOptions): Promise<Response<'webhookEndpoints.deliveries.get'>>
      /** Attempt a delivery again. Makes the delivery due at once, with the same webhook-id and body. The endpoint must be enabled. */
      retry(endpointId: string, deliveryId: string, options?: CallOptions): Promise<Response<'webhookEndpoints.deliveries.retry'>>
    }
  }
  usage: {
    /** Read the charges for the organization's calls. Returns the charges recorded by Carillon for each UTC day, by default of the current month. Amounts are decimal strings in US dollars. */
    get(query?: Query<'usage.get'>, options?: CallOptions): Promise<Response<'usage.get'>>
  }
  quotas: {
    /** List daily quotas. Returns the daily quotas that platforms set for the whole app, for each platform that is configured. All organizations of this deployment share them. */
    list(options?: CallOptions): Promise<Response<'quotas.list'>>
  }
  platforms: {
    /** List platforms and their settings. Returns for each platform whether this deployment has the settings required to connect accounts, and the names of missing settings. */
    list(options?: CallOptions): Promise<Response<'platforms.list'>>
  }
  keys: {
    /** List API keys. Returns all keys, oldest first, including expired ones. lastUsedAt can be up to a minute late. */
    list(options?: CallOptions): Promise<Response<'keys.list'>>
    /** Create an API key. apiKey is returned only in this response: store it at once. A key with a profileId has access to that profile only. A key that this key creates expires no later than it and is deleted with it. An organization has at most 100 keys. */
    create(body: Body<'keys.create'>, options?: CallOptions): Promise<Response<'keys.create'>>
    /** Describe the API key of the request. Every key may read what it may do. */
    current(options?: CallOptions): Promise<Response<'keys.current'>>
    /** Check what narrower access would reject. How many requests of the key in the last 7 days would have been rejected if it had only these scopes, profiles and IP addresses. Changes nothing. What is absent is not narrowed. Requests that are no longer kept do not count; see `GET /requests`. */
    check(keyId: string, body: Body<'keys.check'>, options?: CallOptions): Promise<Response<'keys.check'>>
    /** Change an API key. Fields that are absent stay as they are. Scopes and profiles can only be narrowed. Budgets, IP addresses and expiry can also be widened, as far as the key of the request and the keys that created the changed one allow. A change that would leave a key with more access than the one that created it is rejected. Every gateway applies the change within seconds. */
    update(keyId: string, body: Body<'keys.update'>, options?: CallOptions): Promise<Response<'keys.update'>>
    /** Delete an API key. Deletes the key and the keys that it created, directly or through others. Requests with them are rejected within seconds. A key can delete itself. */
    delete(keyId: string, options?: CallOptions): Promise<Response<'keys.delete'>>
  }
  origins: {
    /** List allowed origins. Returns the origins that redirectUrl of a connection session can have. */
    list(options?: CallOptions): Promise<Response<'origins.list'>>
    /** Allow an origin. Connection sessions can then redirect to every URL of this origin. Allowing an origin again has no effect. */
    create(body: Body<'origins.create'>, options?: CallOptions): Promise<Response<'origins.create'>>
    /** Remove an allowed origin. New connection sessions cannot redirect to the origin; sessions in progress still can. */
    delete(query: Query<'origins.delete'>, options?: CallOptions): Promise<Response<'origins.delete'>>
  }
  auditLog: {
    /** Read the audit log. Newest first: who has changed what, and what was rejected. There is an entry for every request that is not a read, for every request that a key may not make, for the commands of the operator, and for each connection that Carillon ended itself. A key that is bound to profiles sees their entries. Entries are kept for 400 days unless AUDIT_KEPT_DAYS says otherwise. */
    list(query?: Query<'auditLog.list'>, options?: CallOptions): Pages<Response<'auditLog.list'>, 'entries'>
  }
  requests: {
    /** Read the requests of the last days. Newest first: each request to the API or to /mcp with a known key, also one to a path that does not exist, without its body and its query. The operations that a tool of MCP calls are listed beside its own request. A key that is bound to profiles sees the requests on them. Requests are kept for 7 days unless REQUESTS_KEPT_DAYS says otherwise, and up to REQUESTS_PER_ORGANIZATION of an organization. A request is listed within a second of its response. */
    list(query?: Query<'requests.list'>, options?: CallOptions): Pages<Response<'requests.list'>, 'requests'>
  }
}
