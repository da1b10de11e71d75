// Generated from the OpenAPI document by `npm run reference`. Do not edit.

import type { Body, CallOptions, Pages, Query, Response } from '../operation-types.ts'

/** How each operation is called: its method, path and where its fields are sent. Keyed by operation id. */
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
  'comments.list': { method: 'get', path: '/comments', inputs: 'query', items: 'comments', repeatsItems: true },
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
    /** List profiles. Returns the profiles of the organization, oldest first; the oldest is the default profile. A key that is bound to profiles gets only these. Without a limit, the request is rejected (`invalid_request`) if the profiles have more than 32 million characters together: read them in pages. */
    list(query?: Query<'profiles.list'>, options?: CallOptions): Pages<Response<'profiles.list'>, 'profiles'>
    /** Create a profile. Creates a profile, which represents one end customer or brand and has connected accounts. A request with an Idempotency-Key can be repeated: for 24 hours after the first that succeeded, it gets the response of that one or, with a different body, `idempotency_conflict`. */
    create(body: Body<'profiles.create'>, options?: CallOptions): Promise<Response<'profiles.create'>>
    /** Read a profile. Returns the profile with its externalId and metadata. */
    get(profileId: string, options?: CallOptions): Promise<Response<'profiles.get'>>
    /** Replace a profile. Sets the name, the externalId and the metadata of the profile. An omitted externalId or metadata becomes null. */
    replace(profileId: string, body: Body<'profiles.replace'>, options?: CallOptions): Promise<Response<'profiles.replace'>>
    /** Delete a profile. Deletes the profile with its connect links, slots and webhook endpoints, and the API keys that are bound to it alone, with all keys that they created; keys that are bound to further profiles lose it. Its accounts are disconnected: their stored comments and messages are deleted, their scheduled posts fail, and their posts on the platforms stay. If it was the default profile, the oldest remaining profile becomes the default. */
    delete(profileId: string, options?: CallOptions): Promise<Response<'profiles.delete'>>
  }
  connections: {
    /** Start connecting an account. Creates a connection session. Send the customer to its authorizationUrl: they authorize the account at the platform and, where needed, select or confirm accounts on a page of Carillon, all within 30 minutes. Afterwards the browser is redirected to redirectUrl with the query parameters connectionSessionId and status (completed or failed), or to a page of Carillon if redirectUrl was not sent. */
    start(profileId: string, body: Body<'connections.start'>, options?: CallOptions): Promise<Response<'connections.start'>>
    /** Start connecting a WhatsApp number. Creates a connection session. Send the business to its authorizationUrl, and have it complete the sign-up within 30 minutes: the page opens the platform's own sign-up and needs no API key. A profile has at most one WhatsApp number: signing up again with this number renews its connection, with another number the session fails. Afterwards the browser is redirected to redirectUrl with the query parameters connectionSessionId and status (completed, failed, or pending if Carillon continues in the background: poll the session), or to a page of Carillon if redirectUrl was not sent. */
    signup(profileId: string, body?: Body<'connections.signup'>, options?: CallOptions): Promise<Response<'connections.signup'>>
    /** Read a connection session. Returns the session with its status and the accounts that it connected. If no redirectUrl was sent, or the browser returned with the status pending, poll it until its status is completed, failed or expired. */
    get(profileId: string, connectionSessionId: string, options?: CallOptions): Promise<Response<'connections.get'>>
  }
  connectLinks: {
    /** List connect links. Returns the connect links of the profile that have not expired, used or not, newest first, without their URLs. */
    list(profileId: string, options?: CallOptions): Promise<Response<'connectLinks.list'>>
    /** Create a connect link. Returns a URL to send to the customer. It opens a page of Carillon on which they connect and reconnect accounts of this profile, without an API key or a login. The page shows the name, the colour and the logo of the organization (see `PATCH /organization`). An authorization can only be completed in the browser that started it. The events connection.completed, connection.failed, account.connected and, of an account that is connected again, account.updated report the result. Anyone who has the URL can use the page until the link expires or is deleted, to start at most 500 authorizations. A profile has at most 100 links that have not expired. */
    create(profileId: string, body?: Body<'connectLinks.create'>, options?: CallOptions): Promise<Response<'connectLinks.create'>>
    /** Delete a connect link. Closes the page of the link at once. An authorization that has begun can still be completed. */
    delete(profileId: string, connectLinkId: string, options?: CallOptions): Promise<Response<'connectLinks.delete'>>
  }
  organization: {
    /** Read what customers see of the organization. Returns the name that customers see where they connect accounts, and the colour and the logo of the pages of connect links. */
    get(options?: CallOptions): Promise<Response<'organization.get'>>
    /** Change what customers see of the organization. Changes the name that customers see where they connect accounts, or the colour or the logo of the pages of connect links. Omitted fields are kept. */
    update(body: Body<'organization.update'>, options?: CallOptions): Promise<Response<'organization.update'>>
  }
  accounts: {
    /** List connected accounts. Returns the connected accounts of the profile that profileId names, or the one account that accountId names. An account whose connection has expired is listed and also contained in errors; the status is then 207. */
    list(query?: Query<'accounts.list'>, options?: CallOptions): Pages<Response<'accounts.list'>, 'accounts'>
    /** List a profile's connected accounts. Returns the accounts of the profile. An account whose connection has expired is listed and also contained in errors; the status is then 207. */
    listOfProfile(profileId: string, query?: Query<'accounts.listOfProfile'>, options?: CallOptions): Pages<Response<'accounts.listOfProfile'>, 'accounts'>
    /** Read a connected account. Returns the account with its status. Tokens are never returned. */
    get(profileId: string, accountId: string, options?: CallOptions): Promise<Response<'accounts.get'>>
    /** Allow or forbid paid background reads. For accounts on x only: allows Carillon to read the analytics (`analytics`) and messages (`inbox`) of the account in the background, or forbids it, as x bills every read. This version makes no such reads: the values are only stored. To allow one, the organization needs a card on file, and the user must have granted its scopes. Omitted fields keep their value. */
    update(profileId: string, accountId: string, body: Body<'accounts.update'>, options?: CallOptions): Promise<Response<'accounts.update'>>
    /** Disconnect an account. Deletes the account with its credentials and its stored comments and messages. Posts on the platform stay. Scheduled posts of the account fail at once. If the platform supports it, Carillon then revokes its access there, unless Carillon still has the same social account (on whatsapp, a number of the same business account) in another profile or organization. The account is deleted even if that fails. */
    disconnect(profileId: string, accountId: string, options?: CallOptions): Promise<Response<'accounts.disconnect'>>
    /** Refresh every account's access token. Refreshes the tokens of all accounts of the profile now; where the platform issues no new ones, as on facebook, they are only checked. Accounts that have expired, or whose refresh fails or does not end in time, are listed only in errors; the status is then 207, or 502 if there are no others. The tokens of whatsapp are neither refreshed nor checked: its accounts that have not expired are returned unchanged. This is rarely needed: Carillon refreshes tokens automatically before they expire. */
    refresh(profileId: string, options?: CallOptions): Promise<Response<'accounts.refresh'>>
  }
  posts: {
    /** List posts. Reads the posts of all accounts of the profile, or of the one that accountId names, from the platforms and returns them in one list, newest first. The list has at most 10,000 posts of these accounts together, and fewer if their texts are very long; accounts of which posts are left out are listed in errors with the code `result_limit`. Of a profile, accounts on whatsapp are skipped; on x and bluesky, replies to other accounts are left out. */
    list(query?: Query<'posts.list'>, options?: CallOptions): Promise<Response<'posts.list'>>
    /** Publish a post. Publishes a post to an account. If publishing takes longer than the setting PUBLISH_WAIT_MS allows (60 seconds by default), the response is 202 with status processing, and the publish continues: poll `GET /posts/publishes/{publishId}`. There is no idempotency key: if a response is lost, look for the publish by your X-Request-Id in `GET /posts/publishes` before you send the post again. With X-Publish-Before, a publish that is not listed after that time will never be made. To use a file that was uploaded before (`POST /api/v1/uploads`) instead of sending it: in a form (instagram, facebook and tiktok), send a file part of type `application/vnd.carillon.upload` with the upload's id as its content; in JSON, send `{"url": "<gateway>/api/v1/uploads/<id>"}` where a `url` is accepted; <gateway> is the PUBLIC_URL of this deployment. */
    publish(body: Body<'posts.publish'>, options?: CallOptions): Promise<Response<'posts.publish'>>
    /** Validate a post. Takes the same body as publishing and checks it without publishing: it fetches and inspects the media and, if no problem was found before, reads the settings and quotas of the account where the platform shows them. Nothing is stored. The errors that publishing would return about the post are listed as problems; of a body that is invalid, the media are not checked. A request that cannot be read, names an account or platform that cannot publish, or is a form with an upload that does not exist, gets the error itself. The budget of the API key and whether the platform takes the post for a duplicate are not checked. To check a file before it is sent, describe it in a form (instagram, facebook and tiktok) by a file part of type `application/vnd.carillon.facts+json` with `{contentType, bytes, width, height, durationMs}`, of which the last three may be null or omitted: the rules that these facts decide are checked, and `unchecked` lists the properties that are not. An upload that is not complete is checked by its announced type and size. */
    validate(body: Body<'posts.validate'>, options?: CallOptions): Promise<Response<'posts.validate'>>
    /** Delete a post. Deletes a post of the account on the platform, whether or not Carillon published it. On facebook and youtube, the comments on it are deleted too. On x and bluesky, replies to it and the other posts of a thread stay. Other platforms do not support this (`not_supported`). A deletion cannot be undone. */
    delete(postId: string, query: Query<'posts.delete'>, options?: CallOptions): Promise<Response<'posts.delete'>>
  }
  publishes: {
    /** List publishes. Returns the publishes of the organization, newest first; that of a schedule has the place of the time at which it was due, unless it was taken an hour or more later. A key that is bound to profiles gets only those of these profiles. A publish is kept for 400 days after it became published or failed, unless the user of its account has its data deleted before. Filter by requestId to find the publish of a request whose response was lost: an empty list means that it will never be made, and that it can be sent again, only once the time in its X-Publish-Before has passed. */
    list(query?: Query<'publishes.list'>, options?: CallOptions): Pages<Response<'publishes.list'>, 'publishes'>
    /** Read the status of a publish. Returns the publish with all its attempts. After a 202, poll it until the status is published, failed or unknown. */
    get(publishId: string, options?: CallOptions): Promise<Response<'publishes.get'>>
    /** Decide an unknown publish. Records what you found when you looked at the account on the platform: that the post was published (outcome published, with its postId), or that it was not (outcome failed). Only a publish whose status is unknown can be decided, and only once. Nothing is sent to the platform. */
    resolve(publishId: string, body: Body<'publishes.resolve'>, options?: CallOptions): Promise<Response<'publishes.resolve'>>
  }
  uploads: {
    /** Read an upload. Returns the status of an upload, a file that is sent before the post that uses it, and facts about the file once it is complete. Uploads are created by `POST /api/v1/uploads` and continued and deleted by HEAD, PATCH and DELETE of this path, as [tus 1.0](https://tus.io/protocols/resumable-upload) defines: use one of its client libraries. Uploads belong to the organization and are deleted 24 hours after they were created, complete or not. */
    get(uploadId: string, options?: CallOptions): Promise<Response<'uploads.get'>>
  }
  schedules: {
    /** List schedules. Returns the schedules of the organization, also those that have ended (for 400 days after they became published, failed or cancelled), in the order in which they are due, the earliest first. A key that is bound to profiles gets only those of these profiles. */
    list(query?: Query<'schedules.list'>, options?: CallOptions): Pages<Response<'schedules.list'>, 'schedules'>
    /** Schedule a post. Stores a post and publishes it at `publishAt`. `post` is the body of `POST /posts`, with the same checks and errors, except for limits and quotas of the platform that may have passed when the post is due. Its media are fetched, checked and stored now. In a form, the fields of the post are sent as for `POST /posts`, and `publishAt` and `onLate` as JSON in a part named `schedule`. The schedule counts at once towards the API key's budget of publishes for the UTC day on which it is due. There is no idempotency key: if a response is lost, look for the schedule by your X-Request-Id in `GET /schedules` before you send it again. The header X-Publish-Before makes this sure: the schedule is stored by its time or never, so that one that is not listed after it will never be. */
    create(body: Body<'schedules.create'>, options?: CallOptions): Promise<Response<'schedules.create'>>
    /** Read a schedule. Returns the schedule. When it is due it becomes a publish (`publishId`), unless it is held or fails before; once the publish has ended, the status is that of the publish. */
    get(scheduleId: string, options?: CallOptions): Promise<Response<'schedules.get'>>
    /** Change a schedule. Changes the time, the post or the rule for late posts (`onLate`) of a schedule. Omitted fields are kept, also those of `onLate`. `post` replaces the whole post with its media, and has to name the same account; a held schedule stays held. A new `publishAt` schedules a held post again. Only a schedule with the status scheduled or held can be changed. */
    update(scheduleId: string, body: Body<'schedules.update'>, options?: CallOptions): Promise<Response<'schedules.update'>>
    /** Cancel a schedule. Cancels the schedule, so that its post is not published. The schedule is still listed, with the status cancelled; its media are deleted. Only a schedule with the status scheduled or held can be cancelled. */
    cancel(scheduleId: string, options?: CallOptions): Promise<Response<'schedules.cancel'>>
    /** Publish a scheduled post now. Publishes the post now: one that is due later, or one with the status held (see problem for the reason). It counts today (UTC) towards the budget of publishes per day of the API key that releases it or, if this one has no such budget, towards the budget to which the schedule counts already, if any. The response does not wait for the platform: read the outcome with `GET /posts/publishes/{publishId}`. */
    release(scheduleId: string, options?: CallOptions): Promise<Response<'schedules.release'>>
  }
  slots: {
    /** Read the slots of a profile. Returns the profile's weekly times for publishing, in its time zone. With an accountId, the response also has the next slot at which this account has no schedule that is scheduled or held. */
    get(profileId: string, query?: Query<'slots.get'>, options?: CallOptions): Promise<Response<'slots.get'>>
    /** Replace the slots of a profile. Replaces the weekly times at which the accounts of the profile publish, in the time zone `timeZone`. A schedule that is created with publishAt {"nextSlot": true} gets the next slot that is free for its account. Existing schedules keep their time. */
    replace(profileId: string, body: Body<'slots.replace'>, options?: CallOptions): Promise<Response<'slots.replace'>>
  }
  messages: {
    /** List direct messages. Returns the stored messages of all accounts of the profile, or of the one that accountId names, in one list, oldest first. The list has at most the 10,000 newest messages of these accounts together; if older ones are left out, errors says so (`result_limit`). On instagram and facebook, the conversations that have changed since the last read (if there was none, the newest ones) are read from the platform first, each with its newest messages only. On whatsapp, the list contains the messages that Carillon has received and sent. */
    list(query?: Query<'messages.list'>, options?: CallOptions): Promise<Response<'messages.list'>>
    /** Send a direct message. On instagram and facebook, sends a text within 24 hours of the user's last message (later: `window_closed`); on whatsapp, an approved template at any time. If a 502 response has details.messageId, it is not yet known whether the message was sent: read its status in the list of messages before you send it again. If it has details.status `sent`, the message was sent. */
    send(body: Body<'messages.send'>, options?: CallOptions): Promise<Response<'messages.send'>>
    templates: {
      /** List the message templates of an account. Reads the templates of the account from the platform, with any status, at most 1,000: further ones are left out. Only approved templates can be sent. */
      list(query: Query<'messages.templates.list'>, options?: CallOptions): Promise<Response<'messages.templates.list'>>
    }
  }
  analytics: {
    instagram: {
      /** Read the insights of an Instagram account. Reads the totals of the last 28 days from the platform: `views`, `reach`, `total_interactions` and `accounts_engaged`. They can be delayed by up to 48 hours. If the rate limit of the platform is reached, the error is `provider_error`, with the seconds to wait in Retry-After. */
      accountInsights(query: Query<'analytics.instagram.account-insights'>, options?: CallOptions): Promise<Response<'analytics.instagram.account-insights'>>
    }
    tiktok: {
      /** Read the profile and totals of a TikTok account. Reads the account from the platform. Fields that the platform does not report, or that need a permission which was not granted (see missingScopes of the account), are null. */
      accountAnalytics(query: Query<'analytics.tiktok.account-analytics'>, options?: CallOptions): Promise<Response<'analytics.tiktok.account-analytics'>>
      /** Read the daily insights of a TikTok account. Reads insights from the platform, by default for the last 28 complete days (UTC); a first day more than 60 days ago is rejected with `invalid_request`. Metrics that the platform does not report are null, and so are followers and isBusinessAccount if their permissions were not granted; without user.insights, the response is 422 `connection_expired`. The platform reports metrics only if the user has turned on analytics in its app; unique views, followers gained and lost, engaged audience and activity only for business accounts, clicks only for verified or registered businesses, and demographics and activity only for accounts with at least 100 followers. */
      accountInsights(query: Query<'analytics.tiktok.account-insights'>, options?: CallOptions): Promise<Response<'analytics.tiktok.account-insights'>>
      /** Read the insights of TikTok videos. Reads the insights of the videos in `videoIds` from the platform, by default of the newest public videos, up to 20. More than 20 ids are rejected with `invalid_request`. */
      videoInsights(query: Query<'analytics.tiktok.video-insights'>, options?: CallOptions): Promise<Response<'analytics.tiktok.video-insights'>>
    }
    facebook: {
      /** Read the metrics of a Facebook Page. Reads the Page from the platform; without accountId, the facebook accounts of the profile are tried in the order in which they were connected, expired ones last, until one has a Page. If the insights cannot be read, they are null, insightsUnavailable gives the reason, and all other fields are returned. If the Page or its posts cannot be read because the rate limit of the platform is reached, the error is `provider_error`, with the seconds to wait in Retry-After. */
      pageMetrics(query?: Query<'analytics.facebook.page-metrics'>, options?: CallOptions): Promise<Response<'analytics.facebook.page-metrics'>>
    }
    youtube: {
      /** Read the insights of a YouTube channel. Reads insights from the platform, by default for the 28 days that end three days ago, as metrics are two to three days late. More than 365 days are rejected with `invalid_request`. Days without activity can be missing. */
      channelInsights(query: Query<'analytics.youtube.channel-insights'>, options?: CallOptions): Promise<Response<'analytics.youtube.channel-insights'>>
      /** Read the insights of YouTube videos. Reads the insights of the videos in `videoIds` from the platform, by default of the newest videos, up to 20. The default range is the 28 days that end three days ago. More than 50 ids or 365 days are rejected with `invalid_request`. */
      videoInsights(query: Query<'analytics.youtube.video-insights'>, options?: CallOptions): Promise<Response<'analytics.youtube.video-insights'>>
    }
  }
  comments: {
    /** List the comments on a post. Returns the comments that Carillon has stored for the post, newest first, including replies. If complete is false, comments can be missing: repeat the request later or, with a nextCursor, read older ones page by page. Only the 10,000 newest are listed, or as many as the setting COMMENTS_PER_POST says. A stored list older than a minute (ten minutes on youtube, or as the setting COMMENTS_STALE_AFTER_SECONDS says) is returned at once and refreshed in the background. The first read of a post fetches the newest comments from the platform before it responds, and the rest in the background. To receive a list only if it has changed, send the ETag of the previous response as If-None-Match. */
    list(query: Query<'comments.list'>, options?: CallOptions): Pages<Response<'comments.list'>, 'comments'>
    /** Reply to a comment, or comment on a post. With parentId, replies to a comment; without it, comments on the post. The comment is sent to the platform once: if the response of the platform is lost, Carillon looks for the comment on the post. After a 502 with details.outcome `not_posted`, the request can be sent again. After `unknown`, look at the post first: the comment may be there. */
    create(body: Body<'comments.create'>, options?: CallOptions): Promise<Response<'comments.create'>>
    /** List recent comments of several posts and accounts. Returns the stored comments on all posts of one account, or of all accounts of a profile, newest first, including replies. accountId or profileId is required. No platform is called: stored comments change with the platforms' webhook events, with changes made through Carillon, and with the reads that `GET /comments` causes. The stored comments of a post are deleted 30 days (or as many as the setting COMMENTS_KEPT_DAYS says) after the last `GET /comments` for it or, without one, after Carillon first stored the post. */
    recent(query?: Query<'comments.recent'>, options?: CallOptions): Pages<Response<'comments.recent'>, 'comments'>
    /** Hide, unhide, like or unlike a comment. Sets `hidden`, `liked` (tiktok only), or both. If both are sent, `hidden` is applied first; if `liked` then fails, the response is the error, and the change of `hidden` stays. */
    update(commentId: string, body: Body<'comments.update'>, options?: CallOptions): Promise<Response<'comments.update'>>
    /** Delete a comment. Deletes the comment on the platform, with the replies to it. On instagram, facebook and youtube, this can be any comment on a post of the account; on tiktok, only one that the account wrote (otherwise `comment_not_owned`, or `comment_not_found` if Carillon has not stored it). A deletion cannot be undone. */
    delete(commentId: string, query: Query<'comments.delete'>, options?: CallOptions): Promise<Response<'comments.delete'>>
  }
  ads: {
    accounts: {
      /** List ad accounts. Returns the ad accounts of the user who connected the account in Carillon and, with the permission business_management, those that the user's businesses own or manage for clients, as far as the platform lets the user read them. The list is cached for up to 15 minutes, or until an ad account is created or updated with the same account through Carillon. */
      list(query?: Query<'ads.accounts.list'>, options?: CallOptions): Promise<Response<'ads.accounts.list'>>
      /** Create an ad account in a business. Requires the permissions business_management and ads_management. One request never creates two ad accounts: if the response of the platform is lost, Carillon looks for the new ad account in the business instead of sending the request again. If an error follows the creation, the new ad account is listed in details.leftovers, or in details.made while Carillon continues in the background. If details.outcome is `unknown` and neither is present, look for the ad account in `GET /ads/accounts` before you send the request again. */
      create(body: Body<'ads.accounts.create'>, options?: CallOptions): Promise<Response<'ads.accounts.create'>>
      /** Read an ad account. Reads the ad account from the platform. Amounts are integers in the minor unit of its currency as Meta defines it (see `currency`). */
      get(adAccountId: string, query?: Query<'ads.accounts.get'>, options?: CallOptions): Promise<Response<'ads.accounts.get'>>
      /** Update an ad account. Changes the fields that are sent, such as the name, the spend cap, and who benefits from and pays for ads in the European Union. Omitted fields are kept. */
      update(adAccountId: string, body: Body<'ads.accounts.update'>, options?: CallOptions): Promise<Response<'ads.accounts.update'>>
    }
    businesses: {
      /** List businesses. Returns the businesses to which the user who connected the account belongs. Requires the permission business_management. */
      list(query?: Query<'ads.businesses.list'>, options?: CallOptions): Promise<Response<'ads.businesses.list'>>
    }
    tree: {
      /** Read the campaign tree of an ad account. Reads the campaigns of the ad account, or the one that campaignId names, with their ad sets and ads from the platform. If that takes too long, the response contains what has been read, and complete is false. */
      get(query: Query<'ads.tree.get'>, options?: CallOptions): Promise<Response<'ads.tree.get'>>
    }
    insights: {
      /** Read daily insights of an ad account. Reads insights from the platform, by default for the 28 days that end yesterday in the time zone of the ad account. More than 365 days, or days more than 37 months ago, are rejected with `invalid_request`. The platform prepares a large report in the background: if it is not ready in time, the response is 502 `provider_error` with Retry-After. Send the same request again within an hour of the first one to wait for the same report; after that, a new one is prepared. */
      get(query: Query<'ads.insights.get'>, options?: CallOptions): Promise<Response<'ads.insights.get'>>
    }
    campaigns: {
      /** Create a campaign from the Page's posts. Creates a campaign with a single ad set, and one ad for each post; paused by default. The response is 422 `provider_rejected`, and nothing was created, if regionalIdentities lacks one of the countries that require it, a campaign with dailyBudget and endTime would not run for more than 24 hours, the budget is below the minimum of the ad account, or a post is not published or cannot be promoted. If the platform rejects one of the objects later, those that were created are deleted; objects that could not be deleted, or not yet, are listed in details.leftovers. One request never creates two campaigns: if it takes too long, the response is 502 `provider_error`, details.outcome is `unknown`, and details.made lists the objects created so far. If the creation has begun, Carillon continues in the background. Look for the campaign in `GET /ads/tree`: until it is complete, its name has a suffix in brackets. */
      create(body: Body<'ads.campaigns.create'>, options?: CallOptions): Promise<Response<'ads.campaigns.create'>>
      /** Delete a campaign. Deletes the campaign with its ad sets and ads, whether or not Carillon created it. The posts that the ads show stay. A deletion cannot be undone. */
      delete(campaignId: string, query: Query<'ads.campaigns.delete'>, options?: CallOptions): Promise<Response<'ads.campaigns.delete'>>
    }
    status: {
      /** Set the status of a campaign, ad set or ad. Activates, pauses or archives this object only: the ad sets and ads below it keep their status. An ad runs only while the ad, its ad set and its campaign are all active. Archiving cannot be undone. */
      update(body: Body<'ads.status.update'>, options?: CallOptions): Promise<Response<'ads.status.update'>>
    }
    leads: {
      /** List lead forms and leads of the Page. Reads all lead forms of the Page, and the leads of the form formId or, without it, of all forms, newest first, 100 per page. The platform keeps leads for 90 days. */
      list(query?: Query<'ads.leads.list'>, options?: CallOptions): Pages<Response<'ads.leads.list'>, 'leads'>
    }
  }
  writes: {
    /** Find the writes of a request. Returns what the request with an X-Request-Id wrote to platforms (posts and their deletions, comments, messages, campaigns and ad accounts), newest first, at most 100; older ones are left out. Use it if the response of the request was lost: once the time in its X-Publish-Before has passed, a write that is not listed will never be made. Deletions of posts and new ad accounts have no such time: look at the platform before you send these again. Publishes are listed for 400 days after they have ended, other writes for 30 days. A key sees only the writes of the profiles to which it has access, and the kinds of writes whose read scope it has: posts:read for publishes and deletions, comments:read, messages:read, and ads:read for campaigns and ad accounts. A key with none of these scopes is rejected. */
    list(query: Query<'writes.list'>, options?: CallOptions): Promise<Response<'writes.list'>>
  }
  events: {
    /** Read events. Returns the events of the organization, oldest first. Store the cursor of each response and send it with the next request: each event is then read once, and none is skipped. A key gets the events of objects that it can read: those of comments with comments:read, of messages with messages:read, and so on; if it is bound to profiles, only those of these profiles. Events are kept for 30 days, or as many as the setting EVENTS_KEPT_DAYS says. */
    list(query?: Query<'events.list'>, options?: CallOptions): Promise<Response<'events.list'>>
  }
  webhookEndpoints: {
    /** List webhook endpoints. Returns the webhook endpoints, oldest first. A key that is bound to profiles gets only the endpoints of these profiles. */
    list(options?: CallOptions): Promise<Response<'webhookEndpoints.list'>>
    /** Create a webhook endpoint. Creates an endpoint: events are posted to its URL, signed with its secret as [Standard Webhooks](https://www.standardwebhooks.com) describes. Events of objects that the key of this request cannot read, such as comments without comments:read, are not delivered. An organization has at most 20 endpoints. */
    create(body: Body<'webhookEndpoints.create'>, options?: CallOptions): Promise<Response<'webhookEndpoints.create'>>
    /** Read a webhook endpoint. Returns the endpoint with its health: pending deliveries, recent failures and the last success. */
    get(endpointId: string, options?: CallOptions): Promise<Response<'webhookEndpoints.get'>>
    /** Change a webhook endpoint. Changes an endpoint. Omitted fields are kept; `headers` replaces all headers, and has to be sent with a `url` of another origin if there are any. After a request with `url` or `types`, only events of objects that its key can read are delivered. Disabling an endpoint cancels its pending deliveries, except tests. When it is enabled again, neither the cancelled deliveries nor the events that occurred in between are delivered on their own: replay them with `POST /webhook-endpoints/{endpointId}/replay`. */
    update(endpointId: string, body: Body<'webhookEndpoints.update'>, options?: CallOptions): Promise<Response<'webhookEndpoints.update'>>
    /** Delete a webhook endpoint. Deletes the endpoint: its pending deliveries are not made, and its past deliveries can no longer be read. */
    delete(endpointId: string, options?: CallOptions): Promise<Response<'webhookEndpoints.delete'>>
    secret: {
      /** Renew the secret of a webhook endpoint. Creates a new secret. For `keepOldSeconds`, by default one day, deliveries are signed with both the old and the new secret, so that your endpoint rejects none while you replace it. */
      renew(endpointId: string, body?: Body<'webhookEndpoints.secret.renew'>, options?: CallOptions): Promise<Response<'webhookEndpoints.secret.renew'>>
    }
    /** Send a test to a webhook endpoint. Posts a sample event to this endpoint, even if it is disabled. A test is not retried, and it is not listed by `GET /events`. */
    test(endpointId: string, body?: Body<'webhookEndpoints.test'>, options?: CallOptions): Promise<Response<'webhookEndpoints.test'>>
    /** Deliver past events again. Delivers those past events of a range of time that the endpoint would now receive, whether it has received them before or not, oldest first; an event has the same webhook-id in each of its deliveries. Events with a pending delivery are left out. One request creates deliveries of the oldest 100,000 events only, and leaves out the rest without an error: if a `dryRun` returns 100000, divide the range into parts with `since` and `until`, or, with `onlyFailed`, repeat the request until it creates fewer. The endpoint must be enabled; otherwise the response is 400. */
    replay(endpointId: string, body: Body<'webhookEndpoints.replay'>, options?: CallOptions): Promise<Response<'webhookEndpoints.replay'>>
    deliveries: {
      /** List deliveries to a webhook endpoint. Returns the deliveries to the endpoint, including tests, with their attempts, newest first. Deliveries are kept for 30 days after their creation, and as long as their events. */
      list(endpointId: string, query?: Query<'webhookEndpoints.deliveries.list'>, options?: CallOptions): Pages<Response<'webhookEndpoints.deliveries.list'>, 'deliveries'>
      /** Read a delivery to a webhook endpoint. Returns the delivery with its attempts, and the body that each attempt posts. */
      get(endpointId: string, deliveryId: string, options?: CallOptions): Promise<Response<'webhookEndpoints.deliveries.get'>>
      /** Attempt a delivery again. Attempts the delivery again now, whatever its status, with the same webhook-id and body. If the attempt fails, it is retried like that of a new delivery, except for a test. If the event is no longer kept or may not be delivered, the delivery is cancelled instead. The response does not wait for the attempt. The endpoint must be enabled; otherwise the response is 400. */
      retry(endpointId: string, deliveryId: string, options?: CallOptions): Promise<Response<'webhookEndpoints.deliveries.retry'>>
    }
  }
  usage: {
    /** Read the charges for the organization's calls. Returns what the platform x charges for the calls that Carillon made to it for the organization, by the prices that Carillon knows: in total, and by operation of the platform, by profile and by UTC day. The invoice of the platform can differ. The default is the current month until today. Amounts are decimal strings in US dollars. */
    get(query?: Query<'usage.get'>, options?: CallOptions): Promise<Response<'usage.get'>>
  }
  quotas: {
    /** List daily quotas. Returns the daily quotas that platforms set for this deployment's app, with their use today (each platform's own day, see resetsAt), for each platform that is configured. All organizations of the deployment share them. */
    list(options?: CallOptions): Promise<Response<'quotas.list'>>
  }
  platforms: {
    /** List platforms and their settings. Returns for each platform whether this deployment has the settings required to connect accounts, and the names of missing settings. */
    list(options?: CallOptions): Promise<Response<'platforms.list'>>
  }
  keys: {
    /** List API keys. Returns all keys, oldest first, including expired ones, without pages: an organization has at most 100 in all. lastUsedAt is up to a minute behind. */
    list(options?: CallOptions): Promise<Response<'keys.list'>>
    /** Create an API key. The secret, `apiKey`, is returned only in this response: store it at once. A new key with `profileId` or `profileIds` has access to these profiles only. A new key never has more access than the key of the request, and expires no later: a request for more is rejected. Budgets, IP addresses and an expiry that are omitted are those of the key of the request. The new key is deleted when that key is deleted. An organization has at most 100 keys, including expired ones. */
    create(body: Body<'keys.create'>, options?: CallOptions): Promise<Response<'keys.create'>>
    /** Describe the API key of the request. Returns the scopes, profiles, budgets and allowed IP addresses of the API key that makes the request. No scope is required. */
    current(options?: CallOptions): Promise<Response<'keys.current'>>
    /** Check which requests narrower access would reject. Returns how many requests of the key in the last 7 days would have been rejected if it had had only the scopes, profiles and IP addresses in the body. Changes nothing. Only requests that are still kept count; see `GET /requests`. */
    check(keyId: string, body: Body<'keys.check'>, options?: CallOptions): Promise<Response<'keys.check'>>
    /** Change an API key. Changes a key. The key of the request must have all scopes of this key, and no smaller budgets. Omitted fields are kept. Scopes and profiles can only be narrowed. Budgets, IP addresses and expiry can also be widened, up to what the key of the request and the ancestors of the changed key (the key that created it, and so on) have themselves. A change that leaves the changed key with less access than a key that it created is rejected: narrow or delete that key first. Every gateway applies the change within seconds. */
    update(keyId: string, body: Body<'keys.update'>, options?: CallOptions): Promise<Response<'keys.update'>>
    /** Delete an API key. Deletes the key and all its descendants: the keys that it created, those that they created, and so on. Requests with these keys are rejected within seconds. Posts that they scheduled are held (see `POST /schedules/{scheduleId}/release`). The key of the request must have all scopes of this key, and no smaller budgets; a key can delete itself. */
    delete(keyId: string, options?: CallOptions): Promise<Response<'keys.delete'>>
  }
  origins: {
    /** List allowed origins. Returns the origins to which connection sessions and connect links may redirect (`redirectUrl`). */
    list(options?: CallOptions): Promise<Response<'origins.list'>>
    /** Allow an origin. Allows connection sessions and connect links to redirect to every URL of this origin. Allowing an origin again has no effect. An organization has at most 1,000 origins. */
    create(body: Body<'origins.create'>, options?: CallOptions): Promise<Response<'origins.create'>>
    /** Remove an allowed origin. New connection sessions cannot redirect to the origin, and connect links with a redirectUrl there can no longer start one. Sessions in progress can still redirect to it. */
    delete(query: Query<'origins.delete'>, options?: CallOptions): Promise<Response<'origins.delete'>>
  }
  auditLog: {
    /** Read the audit log. Returns entries newest first. There is an entry for every request with a known key or dashboard session that can change something or that was rejected with 401, 403 or `budget_exhausted`, for the operator's commands about the organization, for each start of a connection from a connect link, and for each connection that Carillon itself ended. A key that is bound to profiles sees only the entries of these profiles. Entries are kept for at least 400 days, or as many as the setting AUDIT_KEPT_DAYS says. */
    list(query?: Query<'auditLog.list'>, options?: CallOptions): Pages<Response<'auditLog.list'>, 'entries'>
  }
  requests: {
    /** Read recent requests. Returns the requests to the API and to the MCP server (/mcp) that were made with an API key that existed then or in a dashboard session, newest first, without their bodies and queries. Requests to a path that does not exist are listed too. The operations that an MCP tool calls are listed in addition to the request to /mcp. A key that is bound to profiles sees only the requests that concern these profiles. A request is deleted 7 days after the end of its day (UTC), or earlier if the organization has more than 50,000 requests, of which only the newest are kept; the settings REQUESTS_KEPT_DAYS and REQUESTS_PER_ORGANIZATION change these limits. Of the requests that a rate limit rejected, each gateway records only the first 60 of a key in a minute. A request is usually listed within a second of its response; if the database cannot be reached for long, some are missing. */
    list(query?: Query<'requests.list'>, options?: CallOptions): Pages<Response<'requests.list'>, 'requests'>
  }
}
