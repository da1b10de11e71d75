// Generated from the OpenAPI document by `npm run reference`. Do not edit.

export type paths = {
    "/api/v1/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List profiles
         * @description Returns the profiles of the organization, oldest first; the oldest is the default profile. A key that is bound to profiles gets only these. Without a limit, the request is rejected (`invalid_request`) if the profiles have more than 32 million characters together: read them in pages.
         */
        get: operations["profiles.list"];
        put?: never;
        /**
         * Create a profile
         * @description Creates a profile, which represents one end customer or brand and has connected accounts. A request with an Idempotency-Key can be repeated: for 24 hours after the first that succeeded, it gets the response of that one or, with a different body, `idempotency_conflict`.
         */
        post: operations["profiles.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a profile
         * @description Returns the profile with its externalId and metadata.
         */
        get: operations["profiles.get"];
        /**
         * Replace a profile
         * @description Sets the name, the externalId and the metadata of the profile. An omitted externalId or metadata becomes null.
         */
        put: operations["profiles.replace"];
        post?: never;
        /**
         * Delete a profile
         * @description Deletes the profile with its connect links, slots and webhook endpoints, and the API keys that are bound to it alone, with all keys that they created; keys that are bound to further profiles lose it. Its accounts are disconnected: their stored comments and messages are deleted, their scheduled posts fail, and their posts on the platforms stay. If it was the default profile, the oldest remaining profile becomes the default.
         */
        delete: operations["profiles.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start connecting an account
         * @description Creates a connection session. Send the customer to its authorizationUrl: they authorize the account at the platform and, where needed, select or confirm accounts on a page of Carillon, all within 30 minutes. Afterwards the browser is redirected to redirectUrl with the query parameters connectionSessionId and status (completed or failed), or to a page of Carillon if redirectUrl was not sent.
         */
        post: operations["connections.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/whatsapp-signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start connecting a WhatsApp number
         * @description Creates a connection session. Send the business to its authorizationUrl, and have it complete the sign-up within 30 minutes: the page opens the platform's own sign-up and needs no API key. A profile has at most one WhatsApp number: signing up again with this number renews its connection, with another number the session fails. Afterwards the browser is redirected to redirectUrl with the query parameters connectionSessionId and status (completed, failed, or pending if Carillon continues in the background: poll the session), or to a page of Carillon if redirectUrl was not sent.
         */
        post: operations["connections.signup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/connect/{connectionSessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a connection session
         * @description Returns the session with its status and the accounts that it connected. If no redirectUrl was sent, or the browser returned with the status pending, poll it until its status is completed, failed or expired.
         */
        get: operations["connections.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/connect-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connect links
         * @description Returns the connect links of the profile that have not expired, used or not, newest first, without their URLs.
         */
        get: operations["connectLinks.list"];
        put?: never;
        /**
         * Create a connect link
         * @description Returns a URL to send to the customer. It opens a page of Carillon on which they connect and reconnect accounts of this profile, without an API key or a login. The page shows the name, the colour and the logo of the organization (see `PATCH /organization`). An authorization can only be completed in the browser that started it. The events connection.completed, connection.failed, account.connected and, of an account that is connected again, account.updated report the result. Anyone who has the URL can use the page until the link expires or is deleted, to start at most 500 authorizations. A profile has at most 100 links that have not expired.
         */
        post: operations["connectLinks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/connect-links/{connectLinkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a connect link
         * @description Closes the page of the link at once. An authorization that has begun can still be completed.
         */
        delete: operations["connectLinks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what customers see of the organization
         * @description Returns the name that customers see where they connect accounts, and the colour and the logo of the pages of connect links.
         */
        get: operations["organization.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what customers see of the organization
         * @description Changes the name that customers see where they connect accounts, or the colour or the logo of the pages of connect links. Omitted fields are kept.
         */
        patch: operations["organization.update"];
        trace?: never;
    };
    "/api/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connected accounts
         * @description Returns the connected accounts of the profile that profileId names, or the one account that accountId names. An account whose connection has expired is listed and also contained in errors; the status is then 207.
         */
        get: operations["accounts.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a profile's connected accounts
         * @description Returns the accounts of the profile. An account whose connection has expired is listed and also contained in errors; the status is then 207.
         */
        get: operations["accounts.listOfProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a connected account
         * @description Returns the account with its status. Tokens are never returned.
         */
        get: operations["accounts.get"];
        put?: never;
        post?: never;
        /**
         * Disconnect an account
         * @description Deletes the account with its credentials and its stored comments and messages. Posts on the platform stay. Scheduled posts of the account fail at once. If the platform supports it, Carillon then revokes its access there, unless Carillon still has the same social account (on whatsapp, a number of the same business account) in another profile or organization. The account is deleted even if that fails.
         */
        delete: operations["accounts.disconnect"];
        options?: never;
        head?: never;
        /**
         * Allow or forbid paid background reads
         * @description For accounts on x only: allows Carillon to read the analytics (`analytics`) and messages (`inbox`) of the account in the background, or forbids it, as x bills every read. This version makes no such reads: the values are only stored. To allow one, the organization needs a card on file, and the user must have granted its scopes. Omitted fields keep their value.
         */
        patch: operations["accounts.update"];
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/accounts/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh every account's access token
         * @description Refreshes the tokens of all accounts of the profile now; where the platform issues no new ones, as on facebook, they are only checked. Accounts that have expired, or whose refresh fails or does not end in time, are listed only in errors; the status is then 207, or 502 if there are no others. The tokens of whatsapp are neither refreshed nor checked: its accounts that have not expired are returned unchanged. This is rarely needed: Carillon refreshes tokens automatically before they expire.
         */
        post: operations["accounts.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts
         * @description Reads the posts of all accounts of the profile, or of the one that accountId names, from the platforms and returns them in one list, newest first. The list has at most 10,000 posts of these accounts together, and fewer if their texts are very long; accounts of which posts are left out are listed in errors with the code `result_limit`. Of a profile, accounts on whatsapp are skipped; on x and bluesky, replies to other accounts are left out.
         */
        get: operations["posts.list"];
        put?: never;
        /**
         * Publish a post
         * @description Publishes a post to an account. If publishing takes longer than the setting PUBLISH_WAIT_MS allows (60 seconds by default), the response is 202 with status processing, and the publish continues: poll `GET /posts/publishes/{publishId}`. There is no idempotency key: if a response is lost, look for the publish by your X-Request-Id in `GET /posts/publishes` before you send the post again. With X-Publish-Before, a publish that is not listed after that time will never be made. To use a file that was uploaded before (`POST /api/v1/uploads`) instead of sending it: in a form (instagram, facebook and tiktok), send a file part of type `application/vnd.carillon.upload` with the upload's id as its content; in JSON, send `{"url": "<gateway>/api/v1/uploads/<id>"}` where a `url` is accepted; <gateway> is the PUBLIC_URL of this deployment.
         */
        post: operations["posts.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a post
         * @description Takes the same body as publishing and checks it without publishing: it fetches and inspects the media and, if no problem was found before, reads the settings and quotas of the account where the platform shows them. Nothing is stored. The errors that publishing would return about the post are listed as problems; of a body that is invalid, the media are not checked. A request that cannot be read, names an account or platform that cannot publish, or is a form with an upload that does not exist, gets the error itself. The budget of the API key and whether the platform takes the post for a duplicate are not checked. To check a file before it is sent, describe it in a form (instagram, facebook and tiktok) by a file part of type `application/vnd.carillon.facts+json` with `{contentType, bytes, width, height, durationMs}`, of which the last three may be null or omitted: the rules that these facts decide are checked, and `unchecked` lists the properties that are not. An upload that is not complete is checked by its announced type and size.
         */
        post: operations["posts.validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/{postId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a post
         * @description Deletes a post of the account on the platform, whether or not Carillon published it. On facebook and youtube, the comments on it are deleted too. On x and bluesky, replies to it and the other posts of a thread stay. Other platforms do not support this (`not_supported`). A deletion cannot be undone.
         */
        delete: operations["posts.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/publishes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List publishes
         * @description Returns the publishes of the organization, newest first; that of a schedule has the place of the time at which it was due, unless it was taken an hour or more later. A key that is bound to profiles gets only those of these profiles. A publish is kept for 400 days after it became published or failed, unless the user of its account has its data deleted before. Filter by requestId to find the publish of a request whose response was lost: an empty list means that it will never be made, and that it can be sent again, only once the time in its X-Publish-Before has passed.
         */
        get: operations["publishes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/publishes/{publishId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a publish
         * @description Returns the publish with all its attempts. After a 202, poll it until the status is published, failed or unknown.
         */
        get: operations["publishes.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/publishes/{publishId}/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide an unknown publish
         * @description Records what you found when you looked at the account on the platform: that the post was published (outcome published, with its postId), or that it was not (outcome failed). Only a publish whose status is unknown can be decided, and only once. Nothing is sent to the platform.
         */
        post: operations["publishes.resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{uploadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an upload
         * @description Returns the status of an upload, a file that is sent before the post that uses it, and facts about the file once it is complete. Uploads are created by `POST /api/v1/uploads` and continued and deleted by HEAD, PATCH and DELETE of this path, as [tus 1.0](https://tus.io/protocols/resumable-upload) defines: use one of its client libraries. Uploads belong to the organization and are deleted 24 hours after they were created, complete or not.
         */
        get: operations["uploads.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules
         * @description Returns the schedules of the organization, also those that have ended (for 400 days after they became published, failed or cancelled), in the order in which they are due, the earliest first. A key that is bound to profiles gets only those of these profiles.
         */
        get: operations["schedules.list"];
        put?: never;
        /**
         * Schedule a post
         * @description Stores a post and publishes it at `publishAt`. `post` is the body of `POST /posts`, with the same checks and errors, except for limits and quotas of the platform that may have passed when the post is due. Its media are fetched, checked and stored now. In a form, the fields of the post are sent as for `POST /posts`, and `publishAt` and `onLate` as JSON in a part named `schedule`. The schedule counts at once towards the API key's budget of publishes for the UTC day on which it is due. There is no idempotency key: if a response is lost, look for the schedule by your X-Request-Id in `GET /schedules` before you send it again. The header X-Publish-Before makes this sure: the schedule is stored by its time or never, so that one that is not listed after it will never be.
         */
        post: operations["schedules.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a schedule
         * @description Returns the schedule. When it is due it becomes a publish (`publishId`), unless it is held or fails before; once the publish has ended, the status is that of the publish.
         */
        get: operations["schedules.get"];
        put?: never;
        post?: never;
        /**
         * Cancel a schedule
         * @description Cancels the schedule, so that its post is not published. The schedule is still listed, with the status cancelled; its media are deleted. Only a schedule with the status scheduled or held can be cancelled.
         */
        delete: operations["schedules.cancel"];
        options?: never;
        head?: never;
        /**
         * Change a schedule
         * @description Changes the time, the post or the rule for late posts (`onLate`) of a schedule. Omitted fields are kept, also those of `onLate`. `post` replaces the whole post with its media, and has to name the same account; a held schedule stays held. A new `publishAt` schedules a held post again. Only a schedule with the status scheduled or held can be changed.
         */
        patch: operations["schedules.update"];
        trace?: never;
    };
    "/api/v1/schedules/{scheduleId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a scheduled post now
         * @description Publishes the post now: one that is due later, or one with the status held (see problem for the reason). It counts today (UTC) towards the budget of publishes per day of the API key that releases it or, if this one has no such budget, towards the budget to which the schedule counts already, if any. The response does not wait for the platform: read the outcome with `GET /posts/publishes/{publishId}`.
         */
        post: operations["schedules.release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles/{profileId}/slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the slots of a profile
         * @description Returns the profile's weekly times for publishing, in its time zone. With an accountId, the response also has the next slot at which this account has no schedule that is scheduled or held.
         */
        get: operations["slots.get"];
        /**
         * Replace the slots of a profile
         * @description Replaces the weekly times at which the accounts of the profile publish, in the time zone `timeZone`. A schedule that is created with publishAt {"nextSlot": true} gets the next slot that is free for its account. Existing schedules keep their time.
         */
        put: operations["slots.replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List direct messages
         * @description Returns the stored messages of all accounts of the profile, or of the one that accountId names, in one list, oldest first. The list has at most the 10,000 newest messages of these accounts together; if older ones are left out, errors says so (`result_limit`). On instagram and facebook, the conversations that have changed since the last read (if there was none, the newest ones) are read from the platform first, each with its newest messages only. On whatsapp, the list contains the messages that Carillon has received and sent.
         */
        get: operations["messages.list"];
        put?: never;
        /**
         * Send a direct message
         * @description On instagram and facebook, sends a text within 24 hours of the user's last message (later: `window_closed`); on whatsapp, an approved template at any time. If a 502 response has details.messageId, it is not yet known whether the message was sent: read its status in the list of messages before you send it again. If it has details.status `sent`, the message was sent.
         */
        post: operations["messages.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the message templates of an account
         * @description Reads the templates of the account from the platform, with any status, at most 1,000: further ones are left out. Only approved templates can be sent.
         */
        get: operations["messages.templates.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/instagram/account-insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the insights of an Instagram account
         * @description Reads the totals of the last 28 days from the platform: `views`, `reach`, `total_interactions` and `accounts_engaged`. They can be delayed by up to 48 hours. If the rate limit of the platform is reached, the error is `provider_error`, with the seconds to wait in Retry-After.
         */
        get: operations["analytics.instagram.account-insights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/tiktok/account-analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the profile and totals of a TikTok account
         * @description Reads the account from the platform. Fields that the platform does not report, or that need a permission which was not granted (see missingScopes of the account), are null.
         */
        get: operations["analytics.tiktok.account-analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/tiktok/account-insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the daily insights of a TikTok account
         * @description Reads insights from the platform, by default for the last 28 complete days (UTC); a first day more than 60 days ago is rejected with `invalid_request`. Metrics that the platform does not report are null, and so are followers and isBusinessAccount if their permissions were not granted; without user.insights, the response is 422 `connection_expired`. The platform reports metrics only if the user has turned on analytics in its app; unique views, followers gained and lost, engaged audience and activity only for business accounts, clicks only for verified or registered businesses, and demographics and activity only for accounts with at least 100 followers.
         */
        get: operations["analytics.tiktok.account-insights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/tiktok/video-insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the insights of TikTok videos
         * @description Reads the insights of the videos in `videoIds` from the platform, by default of the newest public videos, up to 20. More than 20 ids are rejected with `invalid_request`.
         */
        get: operations["analytics.tiktok.video-insights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/facebook/page-metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of a Facebook Page
         * @description Reads the Page from the platform; without accountId, the facebook accounts of the profile are tried in the order in which they were connected, expired ones last, until one has a Page. If the insights cannot be read, they are null, insightsUnavailable gives the reason, and all other fields are returned. If the Page or its posts cannot be read because the rate limit of the platform is reached, the error is `provider_error`, with the seconds to wait in Retry-After.
         */
        get: operations["analytics.facebook.page-metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/youtube/channel-insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the insights of a YouTube channel
         * @description Reads insights from the platform, by default for the 28 days that end three days ago, as metrics are two to three days late. More than 365 days are rejected with `invalid_request`. Days without activity can be missing.
         */
        get: operations["analytics.youtube.channel-insights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/youtube/video-insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the insights of YouTube videos
         * @description Reads the insights of the videos in `videoIds` from the platform, by default of the newest videos, up to 20. The default range is the 28 days that end three days ago. More than 50 ids or 365 days are rejected with `invalid_request`.
         */
        get: operations["analytics.youtube.video-insights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments on a post
         * @description Returns the comments that Carillon has stored for the post, newest first, including replies. If complete is false, comments can be missing: repeat the request later or, with a nextCursor, read older ones page by page. Only the 10,000 newest are listed, or as many as the setting COMMENTS_PER_POST says. A stored list older than a minute (ten minutes on youtube, or as the setting COMMENTS_STALE_AFTER_SECONDS says) is returned at once and refreshed in the background. The first read of a post fetches the newest comments from the platform before it responds, and the rest in the background. To receive a list only if it has changed, send the ETag of the previous response as If-None-Match.
         */
        get: operations["comments.list"];
        put?: never;
        /**
         * Reply to a comment, or comment on a post
         * @description With parentId, replies to a comment; without it, comments on the post. The comment is sent to the platform once: if the response of the platform is lost, Carillon looks for the comment on the post. After a 502 with details.outcome `not_posted`, the request can be sent again. After `unknown`, look at the post first: the comment may be there.
         */
        post: operations["comments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/comments/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent comments of several posts and accounts
         * @description Returns the stored comments on all posts of one account, or of all accounts of a profile, newest first, including replies. accountId or profileId is required. No platform is called: stored comments change with the platforms' webhook events, with changes made through Carillon, and with the reads that `GET /comments` causes. The stored comments of a post are deleted 30 days (or as many as the setting COMMENTS_KEPT_DAYS says) after the last `GET /comments` for it or, without one, after Carillon first stored the post.
         */
        get: operations["comments.recent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment
         * @description Deletes the comment on the platform, with the replies to it. On instagram, facebook and youtube, this can be any comment on a post of the account; on tiktok, only one that the account wrote (otherwise `comment_not_owned`, or `comment_not_found` if Carillon has not stored it). A deletion cannot be undone.
         */
        delete: operations["comments.delete"];
        options?: never;
        head?: never;
        /**
         * Hide, unhide, like or unlike a comment
         * @description Sets `hidden`, `liked` (tiktok only), or both. If both are sent, `hidden` is applied first; if `liked` then fails, the response is the error, and the change of `hidden` stays.
         */
        patch: operations["comments.update"];
        trace?: never;
    };
    "/api/v1/ads/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ad accounts
         * @description Returns the ad accounts of the user who connected the account in Carillon and, with the permission business_management, those that the user's businesses own or manage for clients, as far as the platform lets the user read them. The list is cached for up to 15 minutes, or until an ad account is created or updated with the same account through Carillon.
         */
        get: operations["ads.accounts.list"];
        put?: never;
        /**
         * Create an ad account in a business
         * @description Requires the permissions business_management and ads_management. One request never creates two ad accounts: if the response of the platform is lost, Carillon looks for the new ad account in the business instead of sending the request again. If an error follows the creation, the new ad account is listed in details.leftovers, or in details.made while Carillon continues in the background. If details.outcome is `unknown` and neither is present, look for the ad account in `GET /ads/accounts` before you send the request again.
         */
        post: operations["ads.accounts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ads/businesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List businesses
         * @description Returns the businesses to which the user who connected the account belongs. Requires the permission business_management.
         */
        get: operations["ads.businesses.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ads/accounts/{adAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an ad account
         * @description Reads the ad account from the platform. Amounts are integers in the minor unit of its currency as Meta defines it (see `currency`).
         */
        get: operations["ads.accounts.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an ad account
         * @description Changes the fields that are sent, such as the name, the spend cap, and who benefits from and pays for ads in the European Union. Omitted fields are kept.
         */
        patch: operations["ads.accounts.update"];
        trace?: never;
    };
    "/api/v1/ads/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the campaign tree of an ad account
         * @description Reads the campaigns of the ad account, or the one that campaignId names, with their ad sets and ads from the platform. If that takes too long, the response contains what has been read, and complete is false.
         */
        get: operations["ads.tree.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ads/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read daily insights of an ad account
         * @description Reads insights from the platform, by default for the 28 days that end yesterday in the time zone of the ad account. More than 365 days, or days more than 37 months ago, are rejected with `invalid_request`. The platform prepares a large report in the background: if it is not ready in time, the response is 502 `provider_error` with Retry-After. Send the same request again within an hour of the first one to wait for the same report; after that, a new one is prepared.
         */
        get: operations["ads.insights.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ads/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a campaign from the Page's posts
         * @description Creates a campaign with a single ad set, and one ad for each post; paused by default. The response is 422 `provider_rejected`, and nothing was created, if regionalIdentities lacks one of the countries that require it, a campaign with dailyBudget and endTime would not run for more than 24 hours, the budget is below the minimum of the ad account, or a post is not published or cannot be promoted. If the platform rejects one of the objects later, those that were created are deleted; objects that could not be deleted, or not yet, are listed in details.leftovers. One request never creates two campaigns: if it takes too long, the response is 502 `provider_error`, details.outcome is `unknown`, and details.made lists the objects created so far. If the creation has begun, Carillon continues in the background. Look for the campaign in `GET /ads/tree`: until it is complete, its name has a suffix in brackets.
         */
        post: operations["ads.campaigns.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ads/campaigns/{campaignId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a campaign
         * @description Deletes the campaign with its ad sets and ads, whether or not Carillon created it. The posts that the ads show stay. A deletion cannot be undone.
         */
        delete: operations["ads.campaigns.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ads/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the status of a campaign, ad set or ad
         * @description Activates, pauses or archives this object only: the ad sets and ads below it keep their status. An ad runs only while the ad, its ad set and its campaign are all active. Archiving cannot be undone.
         */
        put: operations["ads.status.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ads/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lead forms and leads of the Page
         * @description Reads all lead forms of the Page, and the leads of the form formId or, without it, of all forms, newest first, 100 per page. The platform keeps leads for 90 days.
         */
        get: operations["ads.leads.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/writes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the writes of a request
         * @description Returns what the request with an X-Request-Id wrote to platforms (posts and their deletions, comments, messages, campaigns and ad accounts), newest first, at most 100; older ones are left out. Use it if the response of the request was lost: once the time in its X-Publish-Before has passed, a write that is not listed will never be made. Deletions of posts and new ad accounts have no such time: look at the platform before you send these again. Publishes are listed for 400 days after they have ended, other writes for 30 days. A key sees only the writes of the profiles to which it has access, and the kinds of writes whose read scope it has: posts:read for publishes and deletions, comments:read, messages:read, and ads:read for campaigns and ad accounts. A key with none of these scopes is rejected.
         */
        get: operations["writes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read events
         * @description Returns the events of the organization, oldest first. Store the cursor of each response and send it with the next request: each event is then read once, and none is skipped. A key gets the events of objects that it can read: those of comments with comments:read, of messages with messages:read, and so on; if it is bound to profiles, only those of these profiles. Events are kept for 30 days, or as many as the setting EVENTS_KEPT_DAYS says.
         */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns the webhook endpoints, oldest first. A key that is bound to profiles gets only the endpoints of these profiles.
         */
        get: operations["webhookEndpoints.list"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Creates an endpoint: events are posted to its URL, signed with its secret as [Standard Webhooks](https://www.standardwebhooks.com) describes. Events of objects that the key of this request cannot read, such as comments without comments:read, are not delivered. An organization has at most 20 endpoints.
         */
        post: operations["webhookEndpoints.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description Returns the endpoint with its health: pending deliveries, recent failures and the last success.
         */
        get: operations["webhookEndpoints.get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint: its pending deliveries are not made, and its past deliveries can no longer be read.
         */
        delete: operations["webhookEndpoints.delete"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes an endpoint. Omitted fields are kept; `headers` replaces all headers, and has to be sent with a `url` of another origin if there are any. After a request with `url` or `types`, only events of objects that its key can read are delivered. Disabling an endpoint cancels its pending deliveries, except tests. When it is enabled again, neither the cancelled deliveries nor the events that occurred in between are delivered on their own: replay them with `POST /webhook-endpoints/{endpointId}/replay`.
         */
        patch: operations["webhookEndpoints.update"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the secret of a webhook endpoint
         * @description Creates a new secret. For `keepOldSeconds`, by default one day, deliveries are signed with both the old and the new secret, so that your endpoint rejects none while you replace it.
         */
        post: operations["webhookEndpoints.secret.renew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook endpoint
         * @description Posts a sample event to this endpoint, even if it is disabled. A test is not retried, and it is not listed by `GET /events`.
         */
        post: operations["webhookEndpoints.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver past events again
         * @description Delivers those past events of a range of time that the endpoint would now receive, whether it has received them before or not, oldest first; an event has the same webhook-id in each of its deliveries. Events with a pending delivery are left out. One request creates deliveries of the oldest 100,000 events only, and leaves out the rest without an error: if a `dryRun` returns 100000, divide the range into parts with `since` and `until`, or, with `onlyFailed`, repeat the request until it creates fewer. The endpoint must be enabled; otherwise the response is 400.
         */
        post: operations["webhookEndpoints.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries to a webhook endpoint
         * @description Returns the deliveries to the endpoint, including tests, with their attempts, newest first. Deliveries are kept for 30 days after their creation, and as long as their events.
         */
        get: operations["webhookEndpoints.deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery to a webhook endpoint
         * @description Returns the delivery with its attempts, and the body that each attempt posts.
         */
        get: operations["webhookEndpoints.deliveries.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attempt a delivery again
         * @description Attempts the delivery again now, whatever its status, with the same webhook-id and body. If the attempt fails, it is retried like that of a new delivery, except for a test. If the event is no longer kept or may not be delivered, the delivery is cancelled instead. The response does not wait for the attempt. The endpoint must be enabled; otherwise the response is 400.
         */
        post: operations["webhookEndpoints.deliveries.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage/x": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the charges for the organization's calls
         * @description Returns what the platform x charges for the calls that Carillon made to it for the organization, by the prices that Carillon knows: in total, and by operation of the platform, by profile and by UTC day. The invoice of the platform can differ. The default is the current month until today. Amounts are decimal strings in US dollars.
         */
        get: operations["usage.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List daily quotas
         * @description Returns the daily quotas that platforms set for this deployment's app, with their use today (each platform's own day, see resetsAt), for each platform that is configured. All organizations of the deployment share them.
         */
        get: operations["quotas.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List platforms and their settings
         * @description Returns for each platform whether this deployment has the settings required to connect accounts, and the names of missing settings.
         */
        get: operations["platforms.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns all keys, oldest first, including expired ones, without pages: an organization has at most 100 in all. lastUsedAt is up to a minute behind.
         */
        get: operations["keys.list"];
        put?: never;
        /**
         * Create an API key
         * @description The secret, `apiKey`, is returned only in this response: store it at once. A new key with `profileId` or `profileIds` has access to these profiles only. A new key never has more access than the key of the request, and expires no later: a request for more is rejected. Budgets, IP addresses and an expiry that are omitted are those of the key of the request. The new key is deleted when that key is deleted. An organization has at most 100 keys, including expired ones.
         */
        post: operations["keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the API key of the request
         * @description Returns the scopes, profiles, budgets and allowed IP addresses of the API key that makes the request. No scope is required.
         */
        get: operations["keys.current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{keyId}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check which requests narrower access would reject
         * @description Returns how many requests of the key in the last 7 days would have been rejected if it had had only the scopes, profiles and IP addresses in the body. Changes nothing. Only requests that are still kept count; see `GET /requests`.
         */
        post: operations["keys.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description Deletes the key and all its descendants: the keys that it created, those that they created, and so on. Requests with these keys are rejected within seconds. Posts that they scheduled are held (see `POST /schedules/{scheduleId}/release`). The key of the request must have all scopes of this key, and no smaller budgets; a key can delete itself.
         */
        delete: operations["keys.delete"];
        options?: never;
        head?: never;
        /**
         * Change an API key
         * @description Changes a key. The key of the request must have all scopes of this key, and no smaller budgets. Omitted fields are kept. Scopes and profiles can only be narrowed. Budgets, IP addresses and expiry can also be widened, up to what the key of the request and the ancestors of the changed key (the key that created it, and so on) have themselves. A change that leaves the changed key with less access than a key that it created is rejected: narrow or delete that key first. Every gateway applies the change within seconds.
         */
        patch: operations["keys.update"];
        trace?: never;
    };
    "/api/v1/origins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List allowed origins
         * @description Returns the origins to which connection sessions and connect links may redirect (`redirectUrl`).
         */
        get: operations["origins.list"];
        put?: never;
        /**
         * Allow an origin
         * @description Allows connection sessions and connect links to redirect to every URL of this origin. Allowing an origin again has no effect. An organization has at most 1,000 origins.
         */
        post: operations["origins.create"];
        /**
         * Remove an allowed origin
         * @description New connection sessions cannot redirect to the origin, and connect links with a redirectUrl there can no longer start one. Sessions in progress can still redirect to it.
         */
        delete: operations["origins.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Returns entries newest first. There is an entry for every request with a known key or dashboard session that can change something or that was rejected with 401, 403 or `budget_exhausted`, for the operator's commands about the organization, for each start of a connection from a connect link, and for each connection that Carillon itself ended. A key that is bound to profiles sees only the entries of these profiles. Entries are kept for at least 400 days, or as many as the setting AUDIT_KEPT_DAYS says.
         */
        get: operations["auditLog.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read recent requests
         * @description Returns the requests to the API and to the MCP server (/mcp) that were made with an API key that existed then or in a dashboard session, newest first, without their bodies and queries. Requests to a path that does not exist are listed too. The operations that an MCP tool calls are listed in addition to the request to /mcp. A key that is bound to profiles sees only the requests that concern these profiles. A request is deleted 7 days after the end of its day (UTC), or earlier if the organization has more than 50,000 requests, of which only the newest are kept; the settings REQUESTS_KEPT_DAYS and REQUESTS_PER_ORGANIZATION change these limits. Of the requests that a rate limit rejected, each gateway records only the first 60 of a key in a minute. A request is usually listed within a second of its response; if the database cannot be reached for long, some are missing.
         */
        get: operations["requests.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = {
    "publish.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type publish.accepted
         * @description The platform has received the post and has not published it yet. publish.published, publish.failed or publish.unknown follows.
         */
        post: operations["webhook.publish.accepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "publish.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type publish.published
         * @description The publish has ended with the status published.
         */
        post: operations["webhook.publish.published"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "publish.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type publish.failed
         * @description The post, or a part of a thread, could not be published; see error and postIds.
         */
        post: operations["webhook.publish.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "publish.unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type publish.unknown
         * @description The outcome of a publish could not be determined; check the account before you send the post again.
         */
        post: operations["webhook.publish.unknown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "publish.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type publish.resolved
         * @description The outcome of a publish that was unknown has been decided; see status.
         */
        post: operations["webhook.publish.resolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type post.deleted
         * @description A post was deleted through the API. A deletion on the platform itself raises no event.
         */
        post: operations["webhook.post.deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type connection.completed
         * @description A connection session has connected its accounts.
         */
        post: operations["webhook.connection.completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type connection.failed
         * @description A connection session has failed; see error. A session that expires raises no event.
         */
        post: operations["webhook.connection.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type account.connected
         * @description An account was connected that the profile did not have. Connecting it again raises account.updated.
         */
        post: operations["webhook.account.connected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type account.updated
         * @description An account was connected again, or its names, scopes, xCapabilities or setup have changed; it may still be expired, see data.status. Refreshed tokens raise no event.
         */
        post: operations["webhook.account.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type account.expiring
         * @description The access to an account ends unless the user logs in again: raised when 14 days are left until health.actBefore, and again when 3 are; if no more than 3 are left from the start, only once.
         */
        post: operations["webhook.account.expiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type account.expired
         * @description The access to an account has ended; the customer has to connect it again. See health.reason.
         */
        post: operations["webhook.account.expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.disconnected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type account.disconnected
         * @description An account was disconnected. data is its last state, without names, picture and providerId if the user has requested the deletion of their data.
         */
        post: operations["webhook.account.disconnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type comment.created
         * @description A comment or a reply appeared on a post of the account, by another user or by the account itself. Older ones that Carillon finds when it first reads the comments of a post raise no event.
         */
        post: operations["webhook.comment.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type comment.updated
         * @description A comment's text or visibility has changed, the account has liked or unliked it, or its mediaId is now that of the post, not that of an image of it. Changes of its counts raise no event.
         */
        post: operations["webhook.comment.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type comment.deleted
         * @description A comment was deleted through the API, or the platform no longer lists it. Each deleted reply has an event of its own. data is the last known state.
         */
        post: operations["webhook.comment.deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type message.received
         * @description A user has sent a message to the account.
         */
        post: operations["webhook.message.received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type message.sent
         * @description The account has sent a message, through the API or, on instagram and facebook, on the platform itself.
         */
        post: operations["webhook.message.sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type message.status
         * @description The platform has reported that a message of the account was delivered or read.
         */
        post: operations["webhook.message.status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type message.failed
         * @description A message of the account was not sent or not delivered; see error.
         */
        post: operations["webhook.message.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "template.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type template.updated
         * @description The platform has changed the status of a message template, such as to approved or rejected.
         */
        post: operations["webhook.template.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type campaign.created
         * @description A campaign was created with its ad set and its ads.
         */
        post: operations["webhook.campaign.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type campaign.failed
         * @description A campaign could not be created; see error. object.id is the X-Request-Id of the request.
         */
        post: operations["webhook.campaign.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.at_risk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type schedule.at_risk
         * @description A scheduled post will probably not be published unless the problem is solved; see problem. This is checked 24 hours and one hour before the post is due, and when its account expires or is connected again, or its missingScopes change. Also sent if a change to the rules of its time zone has moved the time at which it is due (time_zone_changed), and if it was late and has failed (onLate.then fail).
         */
        post: operations["webhook.schedule.at_risk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type schedule.held
         * @description A scheduled post is held, such as because it could not be published when it was due, or because the API key that scheduled it was deleted; see problem. It waits until the schedule is released or gets a new time or, if its account had expired, until the account is connected again, at most onLate.afterMinutes after its due time.
         */
        post: operations["webhook.schedule.held"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quota.exhausted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type quota.exhausted
         * @description A call for the organization failed because too little was left of a daily quota that a platform sets for the app of this deployment: calls that need more than is left fail with `quota_exhausted` until resetsAt. Raised once per quota and day of the platform.
         */
        post: operations["webhook.quota.exhausted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type endpoint.disabled
         * @description Carillon has disabled a webhook endpoint, because it responded with 410, or because for five days every attempt, ten at least, failed.
         */
        post: operations["webhook.endpoint.disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type ping
         * @description A test of a webhook endpoint. It is delivered to this endpoint only, and not listed by `GET /events`.
         */
        post: operations["webhook.ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type components = {
    schemas: {
        Account: {
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            platform: components["schemas"]["Platform"];
            /** @description The platform's own id of the account; null for a whatsapp account without a number, and in account.disconnected if the user's data was deleted. */
            providerId: string | null;
            /** @description The handle or username or, on whatsapp, the phone number; null without one, or if it could not be read, such as without the permission for it. */
            displayIdentifier: string | null;
            displayName: string | null;
            avatarUrl: string | null;
            /** @description How the user logged in: instagram_login or facebook_login on instagram, otherwise null. */
            authMethod: string | null;
            /** @description connected: the connection has not expired; see health for its limits. expired: the customer has to connect it again. */
            status: components["schemas"]["AccountStatus"];
            /** @description The scopes of the platform that the user granted. */
            scopes: string[];
            /** @description The scopes that Carillon lacks: not requested when the account was connected, declined or later removed by the user or, with facebook_login, not covered by the user's role on the Page. */
            missingScopes: string[];
            /**
             * Format: date-time
             * @description When the current access token expires or, on facebook and with facebook_login, the access to the user's data ends, if that is earlier; null if it does not end, or the end is not known. Carillon refreshes the token before that where the platform allows it: actBefore in health says when a user has to act.
             */
            tokenExpiresAt: string | null;
            health: components["schemas"]["AccountHealth"];
            /** Format: date-time */
            connectedAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Which background reads, which x bills, are allowed. Only on x, otherwise omitted. */
            xCapabilities?: {
                analytics: boolean;
                inbox: boolean;
            };
            /** @description Whether the account can send messages, unless its connection has expired. Only on whatsapp, otherwise omitted. */
            setup?: {
                /**
                 * @description ready: no step is missing, and the platform has not restricted the account. incomplete: otherwise.
                 * @enum {string}
                 */
                state: "ready" | "incomplete";
                /** @description Steps that have to be done before messages can be sent, each until Carillon has done or checked it: it does subscription and, where possible, registration itself. number: the sign-up ended without a number. subscription: the app does not receive the webhook events of the business account. registration: the number is not registered for sending. payment: the platform has rejected a template message because a payment method is missing or terms were not accepted; listed until a template message is delivered or the customer signs up again. template: there is no approved template. */
                missing: components["schemas"]["SetupStep"][];
                /** @description The platform's name for the restriction, such as `account_restriction`; omitted if there is no restriction. */
                restriction?: string;
                /** @description WhatsApp's quality rating of the phone number, `yellow` or `red`, if it is lower than `green`; omitted otherwise. */
                quality?: string;
            };
        };
        /** @description An account was connected that the profile did not have. Connecting it again raises account.updated. */
        AccountConnectedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "account.connected";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "account";
                /** @description The accountId of the account. */
                id: string;
            };
            data: components["schemas"]["Account"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description An account was disconnected. data is its last state, without names, picture and providerId if the user has requested the deletion of their data. */
        AccountDisconnectedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "account.disconnected";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "account";
                /** @description The accountId of the account. */
                id: string;
            };
            data: components["schemas"]["Account"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description The access to an account has ended; the customer has to connect it again. See health.reason. */
        AccountExpiredEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "account.expired";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "account";
                /** @description The accountId of the account. */
                id: string;
            };
            data: components["schemas"]["Account"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description The access to an account ends unless the user logs in again: raised when 14 days are left until health.actBefore, and again when 3 are; if no more than 3 are left from the start, only once. */
        AccountExpiringEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "account.expiring";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "account";
                /** @description The accountId of the account. */
                id: string;
            };
            data: components["schemas"]["Account"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        AccountFailure: {
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            platform: components["schemas"]["Platform"];
            /** @description The code of the error; result_limit: records of the account were left out or, in a list of accounts, this account and later ones of its platform. */
            code: components["schemas"]["ErrorCode"];
            message: string;
        };
        AccountHealth: {
            /**
             * @description ok: nobody has to do anything. limited: the account works, but a permission is missing, or its token expires and is not renewed. setup_incomplete: see setup.missing. action_needed and expired: a user has to do something; see reason.
             * @enum {string}
             */
            state: "ok" | "limited" | "action_needed" | "setup_incomplete" | "expired";
            /**
             * @description deauthorized: The user removed the access of the app at the platform; the account has to be connected again. token_rejected: The access has ended, such as because the platform no longer accepts the tokens; the account has to be connected again. setup_incomplete: Steps of the setup are missing; see setup.missing. restricted: The platform restricts what the account may do; see setup.restriction. access_ends: The access ends within 14 days unless the user logs in again; see actBefore. token_ends: The token of the sign-up ends and is not renewed: the configuration at the platform issues tokens that expire. Change it and sign up again before actBefore. missing_scopes: The account lacks a permission that this deployment requests; see missingScopes. null: the state is ok.
             * @enum {string|null}
             */
            reason: "deauthorized" | "token_rejected" | "setup_incomplete" | "restricted" | "access_ends" | "token_ends" | "missing_scopes" | null;
            /**
             * Format: date-time
             * @description When the access ends unless the user logs in or signs up again, also while the state is ok; null if it does not end, the end is not known, or it has already ended (expired).
             */
            actBefore: string | null;
        };
        AccountList: {
            /**
             * @description complete: errors is empty. partial: errors lists the accounts that failed or whose records were left out.
             * @enum {string}
             */
            status: "complete" | "partial";
            accounts: components["schemas"]["Account"][];
            errors: components["schemas"]["AccountFailure"][];
            /** @description The cursor of the next page, null on the last one. Only present if the request has limit or cursor. */
            nextCursor?: string | null;
        };
        /** @description The account does not exist, the API key has no access to it, or it is on another platform or in another profile than the request names. If the request names no account: the profile has none that the operation can use. */
        AccountNotFoundError: {
            error: {
                /** @constant */
                code: "account_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @enum {string} */
        AccountStatus: "connected" | "expired";
        /** @description An account was connected again, or its names, scopes, xCapabilities or setup have changed; it may still be expired, see data.status. Refreshed tokens raise no event. */
        AccountUpdatedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "account.updated";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "account";
                /** @description The accountId of the account. */
                id: string;
            };
            data: components["schemas"]["Account"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        AdAccount: {
            adAccount: {
                /** @description The id of the ad account, with `act_`. */
                id: string;
                name: string | null;
                /** @enum {string} */
                status: "active" | "disabled" | "unsettled" | "pending_risk_review" | "pending_settlement" | "in_grace_period" | "pending_closure" | "closed" | "unknown";
                /** @description Why the platform disabled the ad account; `other` for a reason that Carillon does not know, null if the platform reports none. */
                disableReason: string | null;
                /** @description The ISO 4217 code. Amounts of the ad account are integers in the minor unit of this currency as Meta defines it: cents, but whole units of CLP, COP, CRC, HUF, IDR, ISK, JPY, KRW, PYG, TWD and VND. */
                currency: string;
                /** @description The IANA name of the time zone of the ad account, in which the days of its insights are counted; null if the platform does not report it. */
                timezone: string | null;
                /** @description The platform's number of the time zone; null if the platform does not report it. */
                timezoneId: number | null;
                /** @description The amount spent, in Meta's minor unit of the currency (see `currency` of the ad account): with a cap, what counts towards it, otherwise the total. null if the platform does not report it. */
                amountSpent: number | null;
                /** @description The amount owed to the platform, in Meta's minor unit of the currency (see `currency` of the ad account); null if nothing is owed or the platform does not report it. */
                balance: number | null;
                /** @description The amount after which the ads of the account stop, in Meta's minor unit of the currency (see `currency` of the ad account); null without a cap, or if the platform does not report it. */
                spendCap: number | null;
                /** @description The minimum budget of a campaign per day, in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform does not report it. */
                minDailyBudget: number | null;
                /** @description The business that owns the ad account; null if the platform reports none. */
                business: {
                    id: string;
                    name: string | null;
                } | null;
            };
            /** Format: date-time */
            fetchedAt: string;
        };
        AdAccountList: {
            adAccounts: {
                /** @description The id of the ad account, with `act_`. */
                id: string;
                name: string | null;
                /** @enum {string} */
                status: "active" | "disabled" | "unsettled" | "pending_risk_review" | "pending_settlement" | "in_grace_period" | "pending_closure" | "closed" | "unknown";
                /** @description Why the platform disabled the ad account; `other` for a reason that Carillon does not know, null if the platform reports none. */
                disableReason: string | null;
                /** @description The ISO 4217 code. Amounts of the ad account are integers in the minor unit of this currency as Meta defines it: cents, but whole units of CLP, COP, CRC, HUF, IDR, ISK, JPY, KRW, PYG, TWD and VND. */
                currency: string;
                /** @description The IANA name of the time zone of the ad account, in which the days of its insights are counted; null if the platform does not report it. */
                timezone: string | null;
                /** @description The platform's number of the time zone; null if the platform does not report it. */
                timezoneId: number | null;
                /** @description The amount spent, in Meta's minor unit of the currency (see `currency` of the ad account): with a cap, what counts towards it, otherwise the total. null if the platform does not report it. */
                amountSpent: number | null;
                /** @description The amount owed to the platform, in Meta's minor unit of the currency (see `currency` of the ad account); null if nothing is owed or the platform does not report it. */
                balance: number | null;
                /** @description The amount after which the ads of the account stop, in Meta's minor unit of the currency (see `currency` of the ad account); null without a cap, or if the platform does not report it. */
                spendCap: number | null;
                /** @description The minimum budget of a campaign per day, in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform does not report it. */
                minDailyBudget: number | null;
                /** @description The business that owns the ad account; null if the platform reports none. */
                business: {
                    id: string;
                    name: string | null;
                } | null;
            }[];
            /**
             * Format: date-time
             * @description When the list was read from the platform, up to 15 minutes ago.
             */
            fetchedAt: string;
        };
        /** @description The ad account does not exist, or the connection has no access to it. */
        AdAccountNotFoundError: {
            error: {
                /** @constant */
                code: "ad_account_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        AdBusinessList: {
            businesses: {
                id: string;
                name: string | null;
                verificationStatus: string | null;
                timezoneId: number | null;
                primaryPage: {
                    id: string;
                    name: string | null;
                } | null;
                /** Format: date-time */
                createdAt: string | null;
            }[];
            /** Format: date-time */
            fetchedAt: string;
        };
        AdInsights: {
            adAccountId: string;
            /**
             * @description What each row is about: the ad account (with campaignId in the request, only this campaign), or one campaign, ad set or ad. A row has the ids and names of the campaign, ad set and ad down to this level; those of lower levels are null.
             * @enum {string}
             */
            level: "account" | "campaign" | "adset" | "ad";
            /** Format: date */
            startDate: string;
            /** Format: date */
            endDate: string;
            currency: string;
            /** @description The IANA name of the time zone of the days; null if it is not known. */
            timezone: string | null;
            /** @description One row for each day and object of the level, oldest day first. An object has no row for a day without delivery. Metrics that the platform does not report are null; `actions` is then empty. */
            rows: {
                /** Format: date */
                date: string;
                campaignId: string | null;
                campaignName: string | null;
                adSetId: string | null;
                adSetName: string | null;
                adId: string | null;
                adName: string | null;
                impressions: number | null;
                /** @description The number of users who saw the ads. Values of several days must not be added up, because a user is counted on each day. null if the platform does not report it. */
                reach: number | null;
                /** @description The average number of times that a user saw the ads, as a decimal string; null if the platform does not report it. */
                frequency: string | null;
                /** @description All clicks on the ads; null if the platform does not report it. */
                clicks: number | null;
                /** @description Clicks on links in the ads; null if the platform does not report it. */
                linkClicks: number | null;
                /** @description Clicks per 100 impressions (the click-through rate in percent), as a decimal string; null if the platform does not report it. */
                ctr: string | null;
                /** @description The average cost of a click, as a decimal string in units of the currency; null if the platform does not report it. */
                cpc: string | null;
                /** @description The average cost of 1,000 impressions, as a decimal string in units of the currency; null if the platform does not report it. */
                cpm: string | null;
                /** @description The amount spent, as a decimal string in units of the currency, such as 4.56; null if the platform does not report it. */
                spend: string | null;
                /** @description How often users did something because of the ads, by the type of action as the platform names it; empty if the platform reports none. */
                actions: {
                    type: string;
                    value: number;
                }[];
            }[];
            /** Format: date-time */
            fetchedAt: string;
        };
        AdLeadList: {
            forms: {
                id: string;
                name: string | null;
                /** @description The status of the form in lower case, such as active or archived; null if the platform does not report it. */
                status: string | null;
                locale: string | null;
                leadsCount: number | null;
                /** Format: date-time */
                createdAt: string | null;
                questions: {
                    key: string | null;
                    label: string | null;
                    type: string | null;
                    options: {
                        key: string | null;
                        value: string | null;
                    }[];
                }[];
            }[];
            /** @description The leads, newest first, at most 100 per page. */
            leads: {
                id: string;
                formId: string;
                /** Format: date-time */
                createdAt: string;
                adId: string | null;
                adName: string | null;
                adSetId: string | null;
                campaignId: string | null;
                campaignName: string | null;
                /** @description Whether the lead came without an ad; false if the platform does not report it. */
                isOrganic: boolean;
                /** @description The platform's word for where the lead came from, such as fb or ig; null if it is not reported. */
                platform: string | null;
                /** @description The answers; `name` is the key of the question. */
                fields: {
                    name: string;
                    values: string[];
                }[];
            }[];
            /** @description The cursor of the next page, null on the last one. */
            nextCursor: string | null;
            /** Format: date-time */
            fetchedAt: string;
        };
        /** @description The ad account has no campaign, ad set or ad with this id, the Page has no such lead form, or the connection has no access to a business with this id. */
        AdObjectNotFoundError: {
            error: {
                /** @constant */
                code: "ad_object_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        AdTree: {
            adAccountId: string;
            currency: string;
            campaigns: {
                id: string;
                name: string | null;
                objective: string | null;
                /** @description The status that was set for the object itself, in lower case; `unknown` if the platform does not report it. */
                status: string;
                /** @description Facebook's `effective_status` in lower case, such as active, paused or campaign_paused: unlike status, it also depends on other things, such as the objects above this one and the review of an ad. Facebook may add values; `unknown` if it reports none. */
                effectiveStatus: string;
                /** @description The budget per day in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform reports no such budget, for example because its budget is a total one (lifetimeBudget), or is set at the other level (campaign or ad set). */
                dailyBudget: number | null;
                /** @description The total budget in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform reports no such budget, for example because its budget is daily (dailyBudget), or is set at the other level (campaign or ad set). */
                lifetimeBudget: number | null;
                /** Format: date-time */
                startTime: string | null;
                /** Format: date-time */
                stopTime: string | null;
                /** Format: date-time */
                createdAt: string | null;
                adSets: {
                    id: string;
                    name: string | null;
                    /** @description The status that was set for the object itself, in lower case; `unknown` if the platform does not report it. */
                    status: string;
                    /** @description Facebook's `effective_status` in lower case, such as active, paused or campaign_paused: unlike status, it also depends on other things, such as the objects above this one and the review of an ad. Facebook may add values; `unknown` if it reports none. */
                    effectiveStatus: string;
                    /** @description The budget per day in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform reports no such budget, for example because its budget is a total one (lifetimeBudget), or is set at the other level (campaign or ad set). */
                    dailyBudget: number | null;
                    /** @description The total budget in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform reports no such budget, for example because its budget is daily (dailyBudget), or is set at the other level (campaign or ad set). */
                    lifetimeBudget: number | null;
                    billingEvent: string | null;
                    optimizationGoal: string | null;
                    /** Format: date-time */
                    startTime: string | null;
                    /** Format: date-time */
                    endTime: string | null;
                    /** @description To whom the ads are shown, as the platform sent it; null if it sent nothing. */
                    targeting: {
                        [key: string]: unknown;
                    } | null;
                    ads: {
                        id: string;
                        name: string | null;
                        /** @description The status that was set for the object itself, in lower case; `unknown` if the platform does not report it. */
                        status: string;
                        /** @description Facebook's `effective_status` in lower case, such as active, paused or campaign_paused: unlike status, it also depends on other things, such as the objects above this one and the review of an ad. Facebook may add values; `unknown` if it reports none. */
                        effectiveStatus: string;
                        /** @description The platform's id of the post that the ad shows; null if the platform reports none. */
                        postId: string | null;
                        creativeId: string | null;
                        thumbnailUrl: string | null;
                        /** @description Why the platform does not deliver the ad, in its words; empty if it reports no problem. */
                        issues: {
                            level: string | null;
                            code: string | null;
                            summary: string | null;
                            message: string | null;
                        }[];
                        /** @description The result of the platform's review of the ad, as the platform sent it; null without one. */
                        reviewFeedback: {
                            [key: string]: unknown;
                        } | null;
                    }[];
                }[];
            }[];
            /** @description Whether the tree was read completely; if false, campaigns, ad sets or ads can be missing. */
            complete: boolean;
            /**
             * @description Why the tree is not complete. deadline: reading it took too long. null: it is complete.
             * @enum {string|null}
             */
            incompleteReason: "deadline" | null;
            /** Format: date-time */
            fetchedAt: string;
        };
        /** @description The connection lacks permissions for ads (details.missingScopes); the user must reconnect the account. */
        AdsPermissionRequiredError: {
            error: {
                /** @constant */
                code: "ads_permission_required";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    missingScopes: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        ApiKey: {
            /** Format: uuid */
            keyId: string;
            name: string | null;
            /**
             * Format: uuid
             * @description The profile that the key is bound to; null if there are several, or if it has access to the whole organization.
             */
            profileId: string | null;
            /** @description The profiles that the key is bound to, if there are several; otherwise null. */
            profileIds: string[] | null;
            /** @description The scopes of the key; `*` is everything. */
            scopes: ("*" | "profiles:read" | "profiles:write" | "accounts:read" | "accounts:write" | "posts:read" | "posts:write" | "comments:read" | "comments:write" | "messages:read" | "messages:write" | "analytics:read" | "analytics:write" | "ads:read" | "ads:write" | "usage:read" | "usage:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "schedules:read" | "schedules:write" | "keys:read" | "keys:write" | "audit:read" | "audit:write")[];
            /** @description The IP addresses and networks from which the key can be used; null for all. */
            allowedIps: string[] | null;
            /** @description The maximum that the key may use, of budgets per day together with the keys that it created. A budget that is not listed is unlimited; null if the key has no budgets. */
            budgets: {
                /** @description The maximum number of publishes per UTC day. A scheduled post counts on the day on which it is due or released. */
                publishesPerDay?: number;
                /** @description The maximum number of comments and replies per UTC day. */
                repliesPerDay?: number;
                /** @description The maximum number of messages per UTC day. */
                messagesPerDay?: number;
                /** @description The maximum number of ad campaigns per UTC day. */
                campaignsPerDay?: number;
                /** @description The maximum number of requests per minute of this key alone: keys that it creates have limits of their own. Has an effect only below the rate limit that Carillon sets for every key. */
                requestsPerMinute?: number;
            } | null;
            /** @description How much of its budgets per day the key has used today (UTC), together with the keys that it created. A write counts as soon as it is stored, a schedule on the day on which it is due. One that failed without reaching the platform no longer counts; one that the platform rejected does. Writes and schedules from before the key had the budget usually do not count. A budget that the key does not have is omitted; null if `budgets` is null. */
            used: {
                /** @description Publishes, and scheduled posts that are due or released, today (UTC) with this key or a key that it created, directly or through other keys. */
                publishesPerDay?: number;
                /** @description Comments and replies today (UTC) with this key or a key that it created, directly or through other keys. */
                repliesPerDay?: number;
                /** @description Messages today (UTC) with this key or a key that it created, directly or through other keys. */
                messagesPerDay?: number;
                /** @description Ad campaigns today (UTC) with this key or a key that it created, directly or through other keys. */
                campaignsPerDay?: number;
            } | null;
            /** @description The last four characters of the key. */
            last4: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key stops working; null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, up to a minute behind; null if it was not used yet.
             */
            lastUsedAt: string | null;
            /** @description The IP address of the last request with the key; null if there was none or the address is unknown. */
            lastUsedIp: string | null;
        };
        AuditEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            /** @description The id of the operation, such as keys.create, or the name of a request that is not an operation, such as uploads.create or mcp. It begins with `admin.` for a command that the operator ran on the server, and with `system.` for what Carillon did by itself. */
            action: string;
            actor: {
                /**
                 * @description key: a client with an API key. session: a user of the dashboard. operator: a command of the operator. system: Carillon itself, or a visitor of a connect link.
                 * @enum {string}
                 */
                type: "key" | "session" | "operator" | "system";
                /** @description The id of the API key, for a dashboard session that of the key which opened it; null for operator and system. */
                id: string | null;
                /** @description The name that the key had at the time of the action; null if there is no key, or it had no name. */
                name: string | null;
            };
            /**
             * Format: uuid
             * @description The profile that the action was about, or that of a key with access to one profile alone; null if it was about none or was rejected before its profile was looked up.
             */
            profileId: string | null;
            /** @description Objects that the action named, created or deleted, such as accounts, posts and allowed origins. */
            targets: {
                type: string;
                id: string;
            }[];
            /** @description The X-Request-Id of the request, which is also in the log lines about it; null if the action is not a request. */
            requestId: string | null;
            ip: string | null;
            userAgent: string | null;
            outcome: {
                /** @description The HTTP status of the response; null if there was none, or the action is not a request. */
                status: number | null;
                /** @description The code of the error; null without an error. */
                code: string | null;
            };
        };
        AuditLogList: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description The cursor of the next page, null on the last one. */
            nextCursor: string | null;
        };
        Base64Image: {
            /** @enum {string} */
            content_type: "image/jpeg" | "image/png" | "image/webp";
            base64: string;
        };
        Base64Video: {
            /** @enum {string} */
            content_type: "video/mp4" | "video/quicktime" | "video/webm";
            base64: string;
        };
        /** @description No card is on file, and the organization would have more accounts than are free; see details.billingUrl. The start of a connection counts as a further account, unless an account of the profile on this platform has expired or lacks a permission or, on whatsapp, exists. */
        BillingRequiredError: {
            error: {
                /** @constant */
                code: "billing_required";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    billingUrl: string;
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        BlueskyBase64Video: {
            /** @constant */
            content_type: "video/mp4";
            base64: string;
            /** @description What the image or video shows, for users who cannot see it. */
            altText?: string;
        };
        BlueskyImage: {
            /** @enum {string} */
            content_type: "image/jpeg" | "image/png" | "image/webp";
            base64: string;
            /** @description What the image or video shows, for users who cannot see it. */
            altText?: string;
        };
        /** @description Give images or video, not both. */
        BlueskyPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "bluesky";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The text of the post, at most 300 grapheme clusters (characters as a reader counts them) and 3000 bytes in UTF-8 (otherwise `provider_rejected`; `invalid_request` for more than 3000 characters). Its links and hashtags become clickable, and so do mentions of existing handles, up to 100 different ones in a thread. */
            text: string;
            images?: components["schemas"]["BlueskyImage"][];
            video?: components["schemas"]["BlueskyVideo"];
            /** @description The languages of the text, also of the texts of a thread. */
            langs?: string[];
            /** @description Further posts, each a reply to the one before it. */
            thread?: components["schemas"]["BlueskyThreadPost"][];
        };
        /** @description Give images or video, not both. */
        BlueskyThreadPost: {
            /** @description The text of the post, at most 300 grapheme clusters (characters as a reader counts them) and 3000 bytes in UTF-8 (otherwise `provider_rejected`; `invalid_request` for more than 3000 characters). Its links and hashtags become clickable, and so do mentions of existing handles, up to 100 different ones in a thread. */
            text: string;
            images?: components["schemas"]["BlueskyImage"][];
            video?: components["schemas"]["BlueskyVideo"];
        };
        BlueskyUrlVideo: {
            /**
             * Format: uri
             * @description A public URL from which Carillon downloads the file, or the URL of an upload, `<PUBLIC_URL>/api/v1/uploads/<uploadId>`, which is not downloaded.
             */
            url: string;
            /** @description What the image or video shows, for users who cannot see it. */
            altText?: string;
        };
        /** @description Give either base64 with its content type, or url. */
        BlueskyVideo: components["schemas"]["BlueskyBase64Video"] | components["schemas"]["BlueskyUrlVideo"];
        /** @description A budget of the API key, or of a key that created it, is used up for the day (UTC). details has the budget, its limit, and when the day ends. Nothing was stored. */
        BudgetExhaustedError: {
            error: {
                /** @constant */
                code: "budget_exhausted";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /** @enum {string} */
                    budget: "publishesPerDay" | "repliesPerDay" | "messagesPerDay" | "campaignsPerDay" | "requestsPerMinute";
                    limit: number;
                    /** Format: date-time */
                    resetsAt: string;
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description A campaign was created with its ad set and its ads. */
        CampaignCreatedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "campaign.created";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "campaign";
                /** @description The platform's id of the campaign; of one that could not be created, the X-Request-Id of its request. */
                id: string;
            };
            data: components["schemas"]["CreatedCampaign"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description A campaign could not be created; see error. object.id is the X-Request-Id of the request. */
        CampaignFailedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "campaign.failed";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "campaign";
                /** @description The platform's id of the campaign; of one that could not be created, the X-Request-Id of its request. */
                id: string;
            };
            data: components["schemas"]["FailedCampaign"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        CheckKeyRequest: {
            /** @description The scopes with which the requests of the key are checked. If omitted, scopes are not checked. */
            scopes?: ("*" | "profiles:read" | "profiles:write" | "accounts:read" | "accounts:write" | "posts:read" | "posts:write" | "comments:read" | "comments:write" | "messages:read" | "messages:write" | "analytics:read" | "analytics:write" | "ads:read" | "ads:write" | "usage:read" | "usage:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "schedules:read" | "schedules:write" | "keys:read" | "keys:write" | "audit:read" | "audit:write")[];
            /**
             * @description A name for a list of scopes, to send instead of scopes. full: everything. read: all `:read` scopes but those of keys and of the audit log. publisher: posts:write, schedules:write, accounts:read, analytics:read. moderator: comments:write, messages:write, posts:read, accounts:read. assistant: those of publisher and moderator.
             * @enum {string}
             */
            preset?: "full" | "read" | "publisher" | "moderator" | "assistant";
            /**
             * Format: uuid
             * @description The only profile to which the key would have access. If omitted with profileIds, profiles are not checked.
             */
            profileId?: string;
            /** @description The profiles to which the key would have access, to send instead of profileId. */
            profileIds?: string[];
            /** @description Checks the key as if it were limited to these IP addresses and networks (CIDR). If omitted, addresses are not checked. */
            allowedIps?: string[];
        };
        Comment: {
            /** @description The platform's id of the comment or reply. */
            id: string;
            /** @description The platform's id of the post; empty in an event if it is not known. */
            mediaId: string;
            /** @description The id of the top-level comment to which this is a reply; null for a top-level comment. */
            parentId: string | null;
            /** @description The same as authorHandle, which is the handle or, where the platform has none, the display name. Where the platform has only one name, authorFullName is equal as well; empty if it reports none. */
            authorName: string;
            authorFullName: string;
            authorHandle: string;
            avatarUrl: string | null;
            /** @description The URL of the author's profile; empty if the platform reports nothing to build it from. */
            profileUrl: string;
            body: string;
            likeCount: number;
            /** @description Whether the connected account itself wrote the comment. */
            isCreator: boolean;
            /** @description Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review or as likely spam. */
            isHidden: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description Whether the connected account likes the comment. Only on tiktok, otherwise omitted. */
            liked?: boolean;
            /** @description Whether the account may delete the comment. Only on tiktok and youtube; omitted on the others, where `DELETE /comments/{commentId}` says which. */
            deletable?: boolean;
            /** @description The number of replies on the platform, which can differ from the number of replies in the list. Only on tiktok and youtube, otherwise omitted. */
            replyCount?: number;
        };
        /** @description A comment or a reply appeared on a post of the account, by another user or by the account itself. Older ones that Carillon finds when it first reads the comments of a post raise no event. */
        CommentCreatedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "comment.created";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "comment";
                /** @description The platform's id of the comment. */
                id: string;
            };
            data: components["schemas"]["Comment"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description A comment was deleted through the API, or the platform no longer lists it. Each deleted reply has an event of its own. data is the last known state. */
        CommentDeletedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "comment.deleted";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "comment";
                /** @description The platform's id of the comment. */
                id: string;
            };
            data: components["schemas"]["Comment"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        CommentList: {
            /** @enum {string} */
            platform: "instagram" | "tiktok" | "facebook" | "youtube";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            /** @description The platform's id of the post whose comments are listed, which can be another one of its ids than the request has; null for an account without posts. */
            postId: string | null;
            posts: components["schemas"]["PostSummary"][];
            comments: components["schemas"]["Comment"][];
            /** @description The cursor with which the next page of older comments is read from the platform. Null if no page follows, and always on instagram and facebook. */
            nextCursor: string | null;
            /** @description Whether the list contains every top-level comment of the post; with cursor: whether Carillon has stored all of them and this page is the last. If it is false without a nextCursor, Carillon has not read the whole list yet, has stored its maximum for a post, or cannot read the comments because the platform does not list them: it counts comments but lists none, or the post is an ad. */
            complete: boolean;
            /**
             * Format: date-time
             * @description When Carillon last began to compare the list with the platform: later changes can be missing and, on a post with many comments, earlier changes of older comments and of replies. Null if it has not done so, and for an account without posts.
             */
            syncedAt: string | null;
        };
        /** @description The account's posts have no comment with this id, or the comment is not on the post that the request names. */
        CommentNotFoundError: {
            error: {
                /** @constant */
                code: "comment_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The platform lets an account delete only its own comments. */
        CommentNotOwnedError: {
            error: {
                /** @constant */
                code: "comment_not_owned";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description A comment's text or visibility has changed, the account has liked or unliked it, or its mediaId is now that of the post, not that of an image of it. Changes of its counts raise no event. */
        CommentUpdatedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "comment.updated";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "comment";
                /** @description The platform's id of the comment. */
                id: string;
            };
            data: components["schemas"]["Comment"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        ConnectLink: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            profileId: string;
            /** @description The platforms of the link. The page leaves out those for which this deployment no longer has app credentials. */
            platforms: components["schemas"]["Platform"][];
            /** @description Where the browser goes after an account has been connected, or could not be; null for a page of Carillon. */
            redirectUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When an authorization was last started from the page; null if none was.
             */
            lastUsedAt: string | null;
        };
        /** @description The profile has the maximum number of connect links. Delete links that are no longer used. */
        ConnectLinkLimitReachedError: {
            error: {
                /** @constant */
                code: "connect_link_limit_reached";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        ConnectLinkList: {
            connectLinks: components["schemas"]["ConnectLink"][];
        };
        /** @description The profile has no connect link with this id. */
        ConnectLinkNotFoundError: {
            error: {
                /** @constant */
                code: "connect_link_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description A connection session has connected its accounts. */
        ConnectionCompletedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "connection.completed";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the session.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description Always null: `data.accountIds` lists the accounts of the session.
             */
            accountId: string | null;
            /** @description The platform of the session. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "connection";
                /** @description The connectionSessionId of the session. */
                id: string;
            };
            data: components["schemas"]["ConnectionSession"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description The connection has expired or was revoked, lacks a permission that the call requires, or the platform reports that the account is not active; the user must reconnect the account. */
        ConnectionExpiredError: {
            error: {
                /** @constant */
                code: "connection_expired";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    missingScopes?: string[];
                    /** @description The platform's ids of the posts of a thread that had been published before the error. */
                    postIds?: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description A connection session has failed; see error. A session that expires raises no event. */
        ConnectionFailedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "connection.failed";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the session.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description Always null: `data.accountIds` lists the accounts of the session.
             */
            accountId: string | null;
            /** @description The platform of the session. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "connection";
                /** @description The connectionSessionId of the session. */
                id: string;
            };
            data: components["schemas"]["ConnectionSession"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        ConnectionSession: {
            /** Format: uuid */
            connectionSessionId: string;
            /** Format: uuid */
            profileId: string;
            platform: components["schemas"]["Platform"];
            /** @description pending: the user has not authorized an account yet, or Carillon is completing the connection. awaiting_selection: the user has to select or confirm accounts, or a phone number, on a page of Carillon. completed: see accountIds. failed: see error. expired: the session was not completed by expiresAt. */
            status: components["schemas"]["ConnectionSessionStatus"];
            /** @description The accounts that the session connected, or connected again; empty until it is completed. */
            accountIds: string[];
            /** @description Why the session failed; null unless the status is failed. */
            error: {
                code: components["schemas"]["ErrorCode"];
                message: string;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description The profile has no connection session with this id; a session is kept for 30 days after it expires. As the error of a session that was started from a connect link: the user finished in another browser than the one in which it was started, or without its cookie, and has to open the link again. */
        ConnectionSessionNotFoundError: {
            error: {
                /** @constant */
                code: "connection_session_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @enum {string} */
        ConnectionSessionStatus: "pending" | "awaiting_selection" | "completed" | "failed" | "expired";
        CreateAdAccountRequest: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            /** @description The id of the business that will own the ad account, from `GET /ads/businesses`. 1 to 30 digits. */
            businessId: string;
            name: string;
            /** @description Three upper case letters (ISO 4217), such as EUR. */
            currency: string;
            /** @description The platform's number of the ad account's time zone, such as the timezoneId of the business. */
            timezoneId: number;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            endAdvertiser?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            mediaAgency?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            partner?: string;
        };
        CreateAdAccountResponse: {
            adAccount: {
                /** @description The id of the ad account, with `act_`. */
                id: string;
                name: string | null;
                /** @enum {string} */
                status: "active" | "disabled" | "unsettled" | "pending_risk_review" | "pending_settlement" | "in_grace_period" | "pending_closure" | "closed" | "unknown";
                /** @description Why the platform disabled the ad account; `other` for a reason that Carillon does not know, null if the platform reports none. */
                disableReason: string | null;
                /** @description The ISO 4217 code. Amounts of the ad account are integers in the minor unit of this currency as Meta defines it: cents, but whole units of CLP, COP, CRC, HUF, IDR, ISK, JPY, KRW, PYG, TWD and VND. */
                currency: string;
                /** @description The IANA name of the time zone of the ad account, in which the days of its insights are counted; null if the platform does not report it. */
                timezone: string | null;
                /** @description The platform's number of the time zone; null if the platform does not report it. */
                timezoneId: number | null;
                /** @description The amount spent, in Meta's minor unit of the currency (see `currency` of the ad account): with a cap, what counts towards it, otherwise the total. null if the platform does not report it. */
                amountSpent: number | null;
                /** @description The amount owed to the platform, in Meta's minor unit of the currency (see `currency` of the ad account); null if nothing is owed or the platform does not report it. */
                balance: number | null;
                /** @description The amount after which the ads of the account stop, in Meta's minor unit of the currency (see `currency` of the ad account); null without a cap, or if the platform does not report it. */
                spendCap: number | null;
                /** @description The minimum budget of a campaign per day, in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform does not report it. */
                minDailyBudget: number | null;
                /** @description The business that owns the ad account; null if the platform reports none. */
                business: {
                    id: string;
                    name: string | null;
                } | null;
            };
        };
        /** @description Give exactly one of dailyBudget and lifetimeBudget; lifetimeBudget requires endTime. */
        CreateAdCampaignRequest: components["schemas"]["CreateAdCampaignRequestWithDailyBudget"] | components["schemas"]["CreateAdCampaignRequestWithLifetimeBudget"];
        CreateAdCampaignRequestWithDailyBudget: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            /** @description The id of the ad account. 1 to 30 digits, with or without act_ before them. */
            adAccountId: string;
            /** @description The platform's ids of posts of the Page; each becomes an ad. */
            postIds: string[];
            /** @description The countries in which the ads are shown, as ISO 3166-1 codes in upper case. */
            countries: string[];
            name: string;
            /** @description The budget per day in Meta's minor unit of the currency of the ad account (see its `currency`); instead of `lifetimeBudget`. With an `endTime`, the campaign must run for more than 24 hours. */
            dailyBudget: number;
            /**
             * Format: date-time
             * @description The time before which the ads do not run, even if they are active. Default: now.
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description When the ads stop, in the future and after `startTime`. Required with `lifetimeBudget`. Default: no end.
             */
            endTime?: string;
            /** @description The minimum age in years of users who see the ads. Default: 18. */
            ageMin?: number;
            /** @description The maximum age in years of users who see the ads; with 65, older users see them as well. Default: 65. */
            ageMax?: number;
            /** @description The regulated subjects of the ads, which the platform requires to be declared. Default: none of them, like `["none"]`. `none` cannot be combined with others. */
            specialAdCategories?: ("none" | "housing" | "employment" | "credit" | "financial_products_services" | "issues_elections_politics" | "online_gambling_and_gaming")[];
            /**
             * @description Default: `paused`. With `active`, everything is created paused and activated at the end.
             * @enum {string}
             */
            status?: "paused" | "active";
            /** @description The name of the person or organization that benefits from the ads. Required if the ads are to be shown in a country of the European Union and the ad account has no default. */
            dsaBeneficiary?: string;
            /** @description The name of the person or organization that pays for the ads. Required if the ads are to be shown in a country of the European Union and the ad account has no default. */
            dsaPayor?: string;
            /** @description The verified identities behind ads in Singapore (SG), Taiwan (TW) and Thailand (TH), required for each of these countries in `countries`. Identities of a country that is not in `countries` are ignored. */
            regionalIdentities?: {
                SG?: {
                    /** @description Meta's id of the verified identity that benefits from the ads. Meta shows it; no operation lists it. 1 to 32 digits. */
                    beneficiaryId: string;
                    /** @description Meta's id of the verified identity that pays for the ads; may equal beneficiaryId. 1 to 32 digits. */
                    payorId: string;
                };
                TW?: {
                    /** @description Meta's id of the verified identity that benefits from the ads. Meta shows it; no operation lists it. 1 to 32 digits. */
                    beneficiaryId: string;
                    /** @description Meta's id of the verified identity that pays for the ads; may equal beneficiaryId. 1 to 32 digits. */
                    payorId: string;
                };
                TH?: {
                    /** @description Meta's id of the verified identity that benefits from the ads. Meta shows it; no operation lists it. 1 to 32 digits. */
                    beneficiaryId: string;
                    /** @description Meta's id of the verified identity that pays for the ads; may equal beneficiaryId. 1 to 32 digits. */
                    payorId: string;
                };
            };
        };
        CreateAdCampaignRequestWithLifetimeBudget: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            /** @description The id of the ad account. 1 to 30 digits, with or without act_ before them. */
            adAccountId: string;
            /** @description The platform's ids of posts of the Page; each becomes an ad. */
            postIds: string[];
            /** @description The countries in which the ads are shown, as ISO 3166-1 codes in upper case. */
            countries: string[];
            name: string;
            /** @description The total budget in Meta's minor unit of the currency of the ad account (see its `currency`); instead of `dailyBudget`. Requires `endTime`. */
            lifetimeBudget: number;
            /**
             * Format: date-time
             * @description The time before which the ads do not run, even if they are active. Default: now.
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description When the ads stop, in the future and after `startTime`. Required with `lifetimeBudget`. Default: no end.
             */
            endTime: string;
            /** @description The minimum age in years of users who see the ads. Default: 18. */
            ageMin?: number;
            /** @description The maximum age in years of users who see the ads; with 65, older users see them as well. Default: 65. */
            ageMax?: number;
            /** @description The regulated subjects of the ads, which the platform requires to be declared. Default: none of them, like `["none"]`. `none` cannot be combined with others. */
            specialAdCategories?: ("none" | "housing" | "employment" | "credit" | "financial_products_services" | "issues_elections_politics" | "online_gambling_and_gaming")[];
            /**
             * @description Default: `paused`. With `active`, everything is created paused and activated at the end.
             * @enum {string}
             */
            status?: "paused" | "active";
            /** @description The name of the person or organization that benefits from the ads. Required if the ads are to be shown in a country of the European Union and the ad account has no default. */
            dsaBeneficiary?: string;
            /** @description The name of the person or organization that pays for the ads. Required if the ads are to be shown in a country of the European Union and the ad account has no default. */
            dsaPayor?: string;
            /** @description The verified identities behind ads in Singapore (SG), Taiwan (TW) and Thailand (TH), required for each of these countries in `countries`. Identities of a country that is not in `countries` are ignored. */
            regionalIdentities?: {
                SG?: {
                    /** @description Meta's id of the verified identity that benefits from the ads. Meta shows it; no operation lists it. 1 to 32 digits. */
                    beneficiaryId: string;
                    /** @description Meta's id of the verified identity that pays for the ads; may equal beneficiaryId. 1 to 32 digits. */
                    payorId: string;
                };
                TW?: {
                    /** @description Meta's id of the verified identity that benefits from the ads. Meta shows it; no operation lists it. 1 to 32 digits. */
                    beneficiaryId: string;
                    /** @description Meta's id of the verified identity that pays for the ads; may equal beneficiaryId. 1 to 32 digits. */
                    payorId: string;
                };
                TH?: {
                    /** @description Meta's id of the verified identity that benefits from the ads. Meta shows it; no operation lists it. 1 to 32 digits. */
                    beneficiaryId: string;
                    /** @description Meta's id of the verified identity that pays for the ads; may equal beneficiaryId. 1 to 32 digits. */
                    payorId: string;
                };
            };
        };
        CreateAdCampaignResponse: {
            campaign: components["schemas"]["CreatedCampaign"];
        };
        CreateBlueskyScheduleRequest: {
            publishAt: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["BlueskyPost"];
        };
        CreateCommentBody: components["schemas"]["CreateInstagramCommentRequest"] | components["schemas"]["CreateTiktokCommentRequest"] | components["schemas"]["CreateFacebookCommentRequest"] | components["schemas"]["CreateYoutubeCommentRequest"];
        CreateCommentResponse: {
            /** @enum {string} */
            platform: "instagram" | "tiktok" | "facebook" | "youtube";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            comment: {
                /** @description The platform's id of the comment or reply. */
                id: string;
                /** @description The platform's id of the post; empty in an event if it is not known. */
                mediaId?: string;
                /** @description The id of the top-level comment to which this is a reply; null for a top-level comment. */
                parentId?: string | null;
                /** @description The same as authorHandle, which is the handle or, where the platform has none, the display name. Where the platform has only one name, authorFullName is equal as well; empty if it reports none. */
                authorName?: string;
                authorFullName?: string;
                authorHandle?: string;
                avatarUrl?: string | null;
                /** @description The URL of the author's profile; empty if the platform reports nothing to build it from. */
                profileUrl?: string;
                body?: string;
                likeCount?: number;
                /** @description Whether the connected account itself wrote the comment. */
                isCreator?: boolean;
                /** @description Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review or as likely spam. */
                isHidden?: boolean;
                /** Format: date-time */
                createdAt?: string;
                /** @description Whether the connected account likes the comment. Only on tiktok, otherwise omitted. */
                liked?: boolean;
                /** @description Whether the account may delete the comment. Only on tiktok and youtube; omitted on the others, where `DELETE /comments/{commentId}` says which. */
                deletable?: boolean;
                /** @description The number of replies on the platform, which can differ from the number of replies in the list. Only on tiktok and youtube, otherwise omitted. */
                replyCount?: number;
            };
        };
        CreateConnectLinkRequest: {
            /** @description Seconds until the link expires, 30 days at most. Default: 7 days. */
            expiresIn?: number;
            /** @description The platforms that the page offers. The request is rejected (`invalid_request`) if this deployment lacks the app credentials for one of them. Default: all for which it has them when the link is created, or which need none. */
            platforms?: components["schemas"]["Platform"][];
            /** @description Where the browser goes after each authorization, whether or not it succeeded, with the query parameters connectionSessionId and status (completed, failed or, on whatsapp, pending); after its session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon. */
            redirectUrl?: string;
        };
        CreateConnectLinkResponse: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            profileId: string;
            /** @description The platforms of the link. The page leaves out those for which this deployment no longer has app credentials. */
            platforms: components["schemas"]["Platform"][];
            /** @description Where the browser goes after an account has been connected, or could not be; null for a page of Carillon. */
            redirectUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When an authorization was last started from the page; null if none was.
             */
            lastUsedAt: string | null;
            /** @description The URL of the page, to send to the customer. */
            url: string;
        };
        /** @description postId or parentId is required: with parentId the comment is a reply, otherwise a comment on the post. */
        CreateFacebookCommentRequest: components["schemas"]["CreateFacebookCommentRequestWithPostId"] | components["schemas"]["CreateFacebookCommentRequestWithParentId"];
        CreateFacebookCommentRequestWithParentId: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId?: string;
            /** @description The id of the comment to reply to, which can itself be a reply. */
            parentId: string;
            message: string;
        };
        CreateFacebookCommentRequestWithPostId: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId: string;
            /** @description The id of the comment to reply to, which can itself be a reply. */
            parentId?: string;
            message: string;
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        CreateFacebookSchedulePhotosForm: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            "photos[]": string[];
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule: {
                publishAt: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        CreateFacebookScheduleReelForm: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            /**
             * Format: binary
             * @description The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.
             */
            reel: string;
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule: {
                publishAt: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        CreateFacebookScheduleRequest: {
            publishAt: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["FacebookPost"];
        };
        CreateFacebookScheduleRequestForm: components["schemas"]["CreateFacebookSchedulePhotosForm"] | components["schemas"]["CreateFacebookScheduleVideoForm"] | components["schemas"]["CreateFacebookScheduleReelForm"];
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        CreateFacebookScheduleVideoForm: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            /** @description The title of the video; only with `video`. */
            title?: string;
            /**
             * Format: binary
             * @description The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.
             */
            video: string;
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule: {
                publishAt: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        /** @description The platform supports replies only: parentId is required. */
        CreateInstagramCommentRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "instagram";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId?: string;
            /** @description The id of the comment to reply to, which can itself be a reply. */
            parentId: string;
            message: string;
        };
        CreateInstagramScheduleRequest: {
            publishAt: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["InstagramPost"];
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        CreateInstagramScheduleRequestForm: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "instagram";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            caption?: string;
            /** @description The usernames of users who are invited as co-authors of the post. */
            collaborators?: string[];
            /** @description Whether the post is labelled as generated by AI. */
            isAiGenerated?: boolean;
            "photos[]": string[];
            /** @description The field of this name that a JSON body has beside the `base64` of the file. If the form has several files: a JSON list with one value for each file, in their order, and null for a file without one. */
            altText?: string;
            /** @description The field of this name that a JSON body has beside the `base64` of the file. If the form has several files: a JSON list with one value for each file, in their order, and null for a file without one. */
            userTags?: string;
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule: {
                publishAt: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        CreateKeyRequest: {
            /** @description The purpose of the key, such as the program that uses it. */
            name: string;
            /**
             * Format: uuid
             * @description Restricts the key to this profile. Default: it has access to all profiles of the organization.
             */
            profileId?: string;
            /** @description Restricts the key to these profiles, to send instead of profileId. */
            profileIds?: string[];
            /** @description The operations that the key may call; `:write` includes `:read`. The key of the request must have each of them. Default: `*`, which is everything: if the key of the request does not have it, send scopes or a preset. */
            scopes?: ("*" | "profiles:read" | "profiles:write" | "accounts:read" | "accounts:write" | "posts:read" | "posts:write" | "comments:read" | "comments:write" | "messages:read" | "messages:write" | "analytics:read" | "analytics:write" | "ads:read" | "ads:write" | "usage:read" | "usage:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "schedules:read" | "schedules:write" | "keys:read" | "keys:write" | "audit:read" | "audit:write")[];
            /**
             * @description A name for a list of scopes, to send instead of scopes. full: everything. read: all `:read` scopes but those of keys and of the audit log. publisher: posts:write, schedules:write, accounts:read, analytics:read. moderator: comments:write, messages:write, posts:read, accounts:read. assistant: those of publisher and moderator. assistant requires budgets.
             * @enum {string}
             */
            preset?: "full" | "read" | "publisher" | "moderator" | "assistant";
            /** @description The maximum that the key may use, of budgets per day together with the keys that it creates: requests beyond it are rejected, and 0 allows nothing. Default for each budget: that of the key of the request; without one, it is unlimited. */
            budgets?: {
                /** @description The maximum number of publishes per UTC day. A scheduled post counts on the day on which it is due or released. */
                publishesPerDay?: number;
                /** @description The maximum number of comments and replies per UTC day. */
                repliesPerDay?: number;
                /** @description The maximum number of messages per UTC day. */
                messagesPerDay?: number;
                /** @description The maximum number of ad campaigns per UTC day. */
                campaignsPerDay?: number;
                /** @description The maximum number of requests per minute of this key alone: keys that it creates have limits of their own. Has an effect only below the rate limit that Carillon sets for every key. */
                requestsPerMinute?: number;
            };
            /** @description IP addresses and networks, such as 203.0.113.0/24, from which the key can be used. Default: those of the key of the request. */
            allowedIps?: string[];
            /**
             * Format: date-time
             * @description When the key stops working. Must be in the future, and no later than the expiry of the key of the request. Default: that expiry, or never if it has none.
             */
            expiresAt?: string;
        };
        CreateKeyResponse: {
            /** Format: uuid */
            keyId: string;
            name: string | null;
            /**
             * Format: uuid
             * @description The profile that the key is bound to; null if there are several, or if it has access to the whole organization.
             */
            profileId: string | null;
            /** @description The profiles that the key is bound to, if there are several; otherwise null. */
            profileIds: string[] | null;
            /** @description The scopes of the key; `*` is everything. */
            scopes: ("*" | "profiles:read" | "profiles:write" | "accounts:read" | "accounts:write" | "posts:read" | "posts:write" | "comments:read" | "comments:write" | "messages:read" | "messages:write" | "analytics:read" | "analytics:write" | "ads:read" | "ads:write" | "usage:read" | "usage:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "schedules:read" | "schedules:write" | "keys:read" | "keys:write" | "audit:read" | "audit:write")[];
            /** @description The IP addresses and networks from which the key can be used; null for all. */
            allowedIps: string[] | null;
            /** @description The maximum that the key may use, of budgets per day together with the keys that it created. A budget that is not listed is unlimited; null if the key has no budgets. */
            budgets: {
                /** @description The maximum number of publishes per UTC day. A scheduled post counts on the day on which it is due or released. */
                publishesPerDay?: number;
                /** @description The maximum number of comments and replies per UTC day. */
                repliesPerDay?: number;
                /** @description The maximum number of messages per UTC day. */
                messagesPerDay?: number;
                /** @description The maximum number of ad campaigns per UTC day. */
                campaignsPerDay?: number;
                /** @description The maximum number of requests per minute of this key alone: keys that it creates have limits of their own. Has an effect only below the rate limit that Carillon sets for every key. */
                requestsPerMinute?: number;
            } | null;
            /** @description How much of its budgets per day the key has used today (UTC), together with the keys that it created. A write counts as soon as it is stored, a schedule on the day on which it is due. One that failed without reaching the platform no longer counts; one that the platform rejected does. Writes and schedules from before the key had the budget usually do not count. A budget that the key does not have is omitted; null if `budgets` is null. */
            used: {
                /** @description Publishes, and scheduled posts that are due or released, today (UTC) with this key or a key that it created, directly or through other keys. */
                publishesPerDay?: number;
                /** @description Comments and replies today (UTC) with this key or a key that it created, directly or through other keys. */
                repliesPerDay?: number;
                /** @description Messages today (UTC) with this key or a key that it created, directly or through other keys. */
                messagesPerDay?: number;
                /** @description Ad campaigns today (UTC) with this key or a key that it created, directly or through other keys. */
                campaignsPerDay?: number;
            } | null;
            /** @description The last four characters of the key. */
            last4: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key stops working; null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, up to a minute behind; null if it was not used yet.
             */
            lastUsedAt: string | null;
            /** @description The IP address of the last request with the key; null if there was none or the address is unknown. */
            lastUsedIp: string | null;
            /** @description The secret of the key, to send as a bearer token. It is returned only in this response. */
            apiKey: string;
        };
        CreateOriginRequest: {
            /** @description Scheme and host in lower case, and the port unless it is the default one, such as https://app.example.com: https, or http on localhost. Patterns are not supported. */
            origin: string;
        };
        CreateOriginResponse: {
            origin: string;
        };
        CreateProfileRequest: {
            /** @description The name of the profile. Must be unique in the organization. */
            name: string;
            /** @description Your own id of the customer. Must be unique in the organization; null or an empty string for none. */
            externalId?: string | null;
            /** @description Your own data about the profile, at most 16 KiB as compact JSON in UTF-8; null for none. An integer beyond 9007199254740991 that a JavaScript number cannot represent is rejected: send it as a string. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        CreateScheduleBody: components["schemas"]["CreateInstagramScheduleRequest"] | components["schemas"]["CreateFacebookScheduleRequest"] | components["schemas"]["CreateTiktokScheduleRequest"] | components["schemas"]["CreateYoutubeScheduleRequest"] | components["schemas"]["CreateXScheduleRequest"] | components["schemas"]["CreateBlueskyScheduleRequest"];
        CreateScheduleForm: components["schemas"]["CreateInstagramScheduleRequestForm"] | components["schemas"]["CreateTiktokScheduleRequestForm"] | components["schemas"]["CreateFacebookScheduleRequestForm"];
        /** @description With parentId the comment is a reply, otherwise a comment on the post. */
        CreateTiktokCommentRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId: string;
            /** @description The id of the comment to reply to, which can itself be a reply. */
            parentId?: string;
            message: string;
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        CreateTiktokSchedulePhotosForm: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /**
             * @description Confirms that the user accepts TikTok's Music Usage Confirmation.
             * @constant
             */
            music_usage_confirmed: true;
            /**
             * @description DIRECT_POST: the post is published. MEDIA_UPLOAD: it is sent to the user as a draft, who sets everything else in the app: TikTok ignores the texts and settings of a video draft, and of a photo draft all settings but photo_cover_index. Default: "DIRECT_POST".
             * @enum {string}
             */
            post_mode?: "DIRECT_POST" | "MEDIA_UPLOAD";
            /** @description The title of photos, at most 90 UTF-16 code units. A video has one caption instead: title and description, joined by a blank line, at most 2200 UTF-16 code units together, which is not checked for drafts. Longer texts are rejected (`provider_rejected`; `invalid_request` for a title of more than 2200 characters). */
            tiktok_title?: string;
            /** @description The description of photos, at most 4000 UTF-16 code units (otherwise `provider_rejected`; `invalid_request` for more than 4000 characters); of a video, the second part of its caption (see tiktok_title). */
            tiktok_description?: string;
            /**
             * @description Who can see the post. A video can only be PUBLIC_TO_EVERYONE (otherwise `privacy_level_unsupported`). A level that the account does not allow is rejected (`invalid_post_settings`). Drafts are not checked. Default: PUBLIC_TO_EVERYONE.
             * @enum {string}
             */
            privacy_level?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description Whether comments on the post are disabled. It must be true if the account has turned comments off (otherwise `invalid_post_settings`); drafts are not checked. Default: false. */
            disable_comment?: boolean;
            /** @description Whether duets with the video are disabled; as for disable_comment, it must be true if the account has turned duets off. Ignored for photos. Default: false. */
            disable_duet?: boolean;
            /** @description Whether stitches of the video are disabled; as for disable_comment, it must be true if the account has turned stitches off. Ignored for photos. Default: false. */
            disable_stitch?: boolean;
            /** @description The time in the video, in milliseconds, of the frame that becomes the cover, not after its end (otherwise `invalid_post_settings`; not checked for drafts, or if the file does not tell its duration); ignored for photos. Default: 1000. */
            cover_timestamp?: number;
            /** @description The index, from 0, of the photo that becomes the cover, which must exist (otherwise `invalid_post_settings`); ignored for a video. Default: 0. */
            photo_cover_index?: number;
            /** @description Whether TikTok adds music to the photos; ignored for a video. Default: false. */
            auto_add_music?: boolean;
            /** @description Whether a video is labelled as generated by AI. For photos, true is rejected (`invalid_post_settings`); in drafts, it is ignored. Default: false. */
            is_aigc?: boolean;
            /** @description Whether the post is labelled as branded content (it promotes another business). privacy_level must then be PUBLIC_TO_EVERYONE (otherwise `invalid_post_settings`, for a video `privacy_level_unsupported`); drafts are not checked. Default: false. */
            brand_content_toggle?: boolean;
            /** @description Whether the post is labelled as promoting the account's own business. Default: false. */
            brand_organic_toggle?: boolean;
            "photos[]": string[];
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule: {
                publishAt: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        CreateTiktokScheduleRequest: {
            publishAt: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["TiktokPost"];
        };
        CreateTiktokScheduleRequestForm: components["schemas"]["CreateTiktokSchedulePhotosForm"] | components["schemas"]["CreateTiktokScheduleVideoForm"];
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        CreateTiktokScheduleVideoForm: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /**
             * @description Confirms that the user accepts TikTok's Music Usage Confirmation.
             * @constant
             */
            music_usage_confirmed: true;
            /**
             * @description DIRECT_POST: the post is published. MEDIA_UPLOAD: it is sent to the user as a draft, who sets everything else in the app: TikTok ignores the texts and settings of a video draft, and of a photo draft all settings but photo_cover_index. Default: "DIRECT_POST".
             * @enum {string}
             */
            post_mode?: "DIRECT_POST" | "MEDIA_UPLOAD";
            /** @description The title of photos, at most 90 UTF-16 code units. A video has one caption instead: title and description, joined by a blank line, at most 2200 UTF-16 code units together, which is not checked for drafts. Longer texts are rejected (`provider_rejected`; `invalid_request` for a title of more than 2200 characters). */
            tiktok_title?: string;
            /** @description The description of photos, at most 4000 UTF-16 code units (otherwise `provider_rejected`; `invalid_request` for more than 4000 characters); of a video, the second part of its caption (see tiktok_title). */
            tiktok_description?: string;
            /**
             * @description Who can see the post. A video can only be PUBLIC_TO_EVERYONE (otherwise `privacy_level_unsupported`). A level that the account does not allow is rejected (`invalid_post_settings`). Drafts are not checked. Default: PUBLIC_TO_EVERYONE.
             * @enum {string}
             */
            privacy_level?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description Whether comments on the post are disabled. It must be true if the account has turned comments off (otherwise `invalid_post_settings`); drafts are not checked. Default: false. */
            disable_comment?: boolean;
            /** @description Whether duets with the video are disabled; as for disable_comment, it must be true if the account has turned duets off. Ignored for photos. Default: false. */
            disable_duet?: boolean;
            /** @description Whether stitches of the video are disabled; as for disable_comment, it must be true if the account has turned stitches off. Ignored for photos. Default: false. */
            disable_stitch?: boolean;
            /** @description The time in the video, in milliseconds, of the frame that becomes the cover, not after its end (otherwise `invalid_post_settings`; not checked for drafts, or if the file does not tell its duration); ignored for photos. Default: 1000. */
            cover_timestamp?: number;
            /** @description The index, from 0, of the photo that becomes the cover, which must exist (otherwise `invalid_post_settings`); ignored for a video. Default: 0. */
            photo_cover_index?: number;
            /** @description Whether TikTok adds music to the photos; ignored for a video. Default: false. */
            auto_add_music?: boolean;
            /** @description Whether a video is labelled as generated by AI. For photos, true is rejected (`invalid_post_settings`); in drafts, it is ignored. Default: false. */
            is_aigc?: boolean;
            /** @description Whether the post is labelled as branded content (it promotes another business). privacy_level must then be PUBLIC_TO_EVERYONE (otherwise `invalid_post_settings`, for a video `privacy_level_unsupported`); drafts are not checked. Default: false. */
            brand_content_toggle?: boolean;
            /** @description Whether the post is labelled as promoting the account's own business. Default: false. */
            brand_organic_toggle?: boolean;
            /**
             * Format: binary
             * @description The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.
             */
            video: string;
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule: {
                publishAt: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        CreateWebhookEndpointRequest: {
            /** @description The URL to which events are posted: https at a public host, on port 443 or a port from 1024 on. A redirect is not followed: the attempt fails. */
            url: string;
            /** @description Types of events. These patterns select several types: *, publish.*, post.*, connection.*, account.*, comment.*, message.*, template.*, campaign.*, schedule.*, quota.*, endpoint.*. */
            types: ("*" | "publish.*" | "post.*" | "connection.*" | "account.*" | "comment.*" | "message.*" | "template.*" | "campaign.*" | "schedule.*" | "quota.*" | "endpoint.*" | "publish.accepted" | "publish.published" | "publish.failed" | "publish.unknown" | "publish.resolved" | "post.deleted" | "connection.completed" | "connection.failed" | "account.connected" | "account.updated" | "account.expiring" | "account.expired" | "account.disconnected" | "comment.created" | "comment.updated" | "comment.deleted" | "message.received" | "message.sent" | "message.status" | "message.failed" | "template.updated" | "campaign.created" | "campaign.failed" | "schedule.at_risk" | "schedule.held" | "quota.exhausted" | "endpoint.disabled" | "ping")[];
            /**
             * Format: uuid
             * @description Only events of this profile are delivered. Default: those of the whole organization; for a key restricted to one profile, those of that profile. A key restricted to several profiles must send it.
             */
            profileId?: string;
            /** @description A description of the endpoint, for your own use. */
            description?: string;
            /** @description Headers that are sent with each delivery, such as authorization, keyed by name. Their values are stored encrypted and never returned. Rejected names: host, user-agent, cookie, expect, content-*, webhook-*, and headers of the connection, such as te and upgrade. */
            headers?: {
                [key: string]: string;
            };
            /** @description Whether events are delivered to the endpoint. A new endpoint is enabled by default. */
            enabled?: boolean;
        };
        CreateWebhookEndpointResponse: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The types of events that are delivered, and patterns such as publish.*, as they were set. */
            types: string[];
            /**
             * Format: uuid
             * @description Only events of this profile are delivered; null for those of the whole organization.
             */
            profileId: string | null;
            description: string | null;
            /** @description The names of only those headers that were set for the endpoint (`headers`), not of those that Carillon adds to each delivery. */
            headerNames: string[];
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * @description gone: the endpoint responded with 410. failing: for five days every attempt, ten at least, failed. manual: a request disabled it. null: it is enabled.
             * @enum {string|null}
             */
            disabledReason: "gone" | "failing" | "manual" | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The key that signs deliveries: `whsec_` and 32 bytes in base64. It is returned only in this response: store it at once. */
            secret: string;
        };
        CreateXScheduleRequest: {
            publishAt: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["XPost"];
        };
        /** @description With parentId the comment is a reply, otherwise a comment on the post. */
        CreateYoutubeCommentRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "youtube";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId: string;
            /** @description The id of the comment to reply to, which can itself be a reply. */
            parentId?: string;
            message: string;
        };
        CreateYoutubeScheduleRequest: {
            publishAt: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["YoutubePost"];
        };
        CreatedCampaign: {
            id: string;
            name: string;
            /** @enum {string} */
            status: "paused" | "active";
            adSetId: string;
            ads: {
                id: string;
                postId: string;
                creativeId: string;
                /** @enum {string} */
                status: "paused" | "active";
            }[];
        };
        CreatedObject: {
            /** @description campaign, adset, creative, ad or ad_account. */
            kind: string;
            id: string;
        };
        /** @description Carillon could not use its database or its media store. Retry if the header X-Should-Retry is true; if it is false, a change may have been made: read the state first. */
        DatabaseError: {
            error: {
                /** @constant */
                code: "database_error";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["AccountFailure"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The time in X-Publish-Before had passed before the write could be stored. Nothing was stored, and nothing will be; send the request again with a later time. */
        DeadlinePassedError: {
            error: {
                /** @constant */
                code: "deadline_passed";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        DeleteConnectLinkResponse: {
            /** Format: uuid */
            id: string;
            /** @constant */
            deleted: true;
        };
        DeleteKeyResponse: {
            /** Format: uuid */
            keyId: string;
            /** @constant */
            deleted: true;
            /** @description The ids of all deleted keys, oldest first: this key and its descendants. */
            deletedKeyIds: string[];
        };
        DeleteOriginResponse: {
            origin: string;
            /** @constant */
            deleted: true;
        };
        DeleteProfileResponse: {
            /** Format: uuid */
            id: string;
            /** @constant */
            deleted: true;
        };
        DeleteWebhookEndpointResponse: {
            /** Format: uuid */
            id: string;
            /** @constant */
            deleted: true;
        };
        DeletedPost: {
            /** @description The platform's id of the post. */
            postId: string;
            /**
             * Format: uuid
             * @description The id of the publish that made the post; null if the account has none, such as if Carillon did not publish it.
             */
            publishId: string | null;
        };
        /** @description The webhook endpoint has no delivery with this id; deliveries are kept for 30 days, and as long as their events. */
        DeliveryNotFoundError: {
            error: {
                /** @constant */
                code: "delivery_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        DisconnectAccountResponse: {
            /** Format: uuid */
            accountId: string;
            /** @constant */
            deleted: true;
        };
        /** @description The platform rejected the post because the same text was published a short time ago. Change the text, or wait. */
        DuplicatePostError: {
            error: {
                /** @constant */
                code: "duplicate_post";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /**
                     * Format: uuid
                     * @description The id of the account's latest earlier publish with one of the texts of this post that was published, or may have been; omitted if none of the latest 100 has one.
                     */
                    publishId?: string;
                    /** @description The platform's ids of the posts of a thread that had been published before the error. */
                    postIds?: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description Carillon has disabled a webhook endpoint, because it responded with 410, or because for five days every attempt, ten at least, failed. */
        EndpointDisabledEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "endpoint.disabled";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the endpoint; null if the endpoint receives the events of the whole organization.
             */
            profileId: string | null;
            /**
             * Format: uuid
             * @description Always null: an endpoint belongs to no account.
             */
            accountId: string | null;
            /**
             * @description Always null: an endpoint belongs to no platform.
             * @enum {string|null}
             */
            platform: "instagram" | "tiktok" | "facebook" | "whatsapp" | "youtube" | "x" | "bluesky" | null;
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "endpoint";
                /** @description The id of the webhook endpoint. */
                id: string;
            };
            data: components["schemas"]["WebhookEndpoint"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @enum {string} */
        ErrorCode: "unauthorized" | "profile_required" | "profile_not_found" | "key_not_found" | "key_limit_reached" | "publish_not_unknown" | "deadline_passed" | "connect_link_not_found" | "origin_limit_reached" | "connect_link_limit_reached" | "webhook_endpoint_not_found" | "webhook_endpoint_limit_reached" | "delivery_not_found" | "schedule_not_found" | "schedule_taken" | "no_free_slot" | "precondition_failed" | "origin_not_found" | "billing_required" | "x_billing_required" | "invalid_request" | "invalid_profile" | "invalid_redirect_uri" | "unsupported_media_type" | "profile_name_conflict" | "profile_external_id_conflict" | "profile_scope_violation" | "insufficient_scope" | "event_cursor_expired" | "idempotency_conflict" | "account_not_found" | "connection_session_not_found" | "connection_expired" | "connection_unavailable" | "provider_not_configured" | "provider_not_supported" | "missing_scope" | "invalid_handle" | "reconnect_required" | "no_channel" | "whatsapp_number_conflict" | "unsupported_platform" | "unsupported_feature" | "invalid_image" | "invalid_video" | "privacy_level_unsupported" | "invalid_post_settings" | "media_url_unverified" | "upload_limit_exceeded" | "provider_rejected" | "duplicate_post" | "invalid_media" | "post_not_found" | "comment_not_found" | "comment_not_owned" | "not_supported" | "window_closed" | "page_not_selected" | "missing_permission" | "ads_permission_required" | "ad_account_not_found" | "ad_object_not_found" | "setup_incomplete" | "provider_error" | "rate_limited" | "quota_exhausted" | "budget_exhausted" | "provider_unavailable" | "temporarily_unavailable" | "database_error" | "result_limit" | "upload_not_found" | "upload_offset_mismatch" | "upload_checksum_mismatch" | "upload_incomplete" | "upload_quota_exceeded" | "upload_version_unsupported" | "route_not_found" | "method_not_allowed" | "internal_error";
        /** @description An event of any type: `type` decides what `data` contains. */
        Event: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the object; null if the event belongs to no profile.
             */
            profileId: string | null;
            /**
             * Format: uuid
             * @description The account of the object; null if the event belongs to no account.
             */
            accountId: string | null;
            /**
             * @description The platform of the object; null if the event belongs to no platform.
             * @enum {string|null}
             */
            platform: "instagram" | "tiktok" | "facebook" | "whatsapp" | "youtube" | "x" | "bluesky" | null;
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                type: components["schemas"]["EventObjectType"];
                /** @description Identifies the object, such as the publishId of a publish. The schema of each type of event says what it is. */
                id: string;
            };
            data: {
                [key: string]: unknown;
            };
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        } & (components["schemas"]["PublishAcceptedEvent"] | components["schemas"]["PublishPublishedEvent"] | components["schemas"]["PublishFailedEvent"] | components["schemas"]["PublishUnknownEvent"] | components["schemas"]["PublishResolvedEvent"] | components["schemas"]["PostDeletedEvent"] | components["schemas"]["ConnectionCompletedEvent"] | components["schemas"]["ConnectionFailedEvent"] | components["schemas"]["AccountConnectedEvent"] | components["schemas"]["AccountUpdatedEvent"] | components["schemas"]["AccountExpiringEvent"] | components["schemas"]["AccountExpiredEvent"] | components["schemas"]["AccountDisconnectedEvent"] | components["schemas"]["CommentCreatedEvent"] | components["schemas"]["CommentUpdatedEvent"] | components["schemas"]["CommentDeletedEvent"] | components["schemas"]["MessageReceivedEvent"] | components["schemas"]["MessageSentEvent"] | components["schemas"]["MessageStatusEvent"] | components["schemas"]["MessageFailedEvent"] | components["schemas"]["TemplateUpdatedEvent"] | components["schemas"]["CampaignCreatedEvent"] | components["schemas"]["CampaignFailedEvent"] | components["schemas"]["ScheduleAt_riskEvent"] | components["schemas"]["ScheduleHeldEvent"] | components["schemas"]["QuotaExhaustedEvent"] | components["schemas"]["EndpointDisabledEvent"] | components["schemas"]["PingEvent"]);
        /** @description Events after the cursor are no longer kept, or the cursor can no longer be read. Read the list without a cursor, and read again the objects whose events you may have missed. */
        EventCursorExpiredError: {
            error: {
                /** @constant */
                code: "event_cursor_expired";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /**
                     * Format: date-time
                     * @description The time since which events are kept.
                     */
                    keptSince?: string;
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        EventList: {
            events: components["schemas"]["Event"][];
            /** @description The cursor to send with the next request. */
            cursor: string;
            /** @description Whether further events can be read now, with `cursor`. */
            hasMore: boolean;
        };
        /** @enum {string} */
        EventObjectType: "publish" | "post" | "connection" | "account" | "comment" | "message" | "template" | "campaign" | "schedule" | "quota" | "endpoint" | "ping";
        /** @enum {string} */
        EventType: "publish.accepted" | "publish.published" | "publish.failed" | "publish.unknown" | "publish.resolved" | "post.deleted" | "connection.completed" | "connection.failed" | "account.connected" | "account.updated" | "account.expiring" | "account.expired" | "account.disconnected" | "comment.created" | "comment.updated" | "comment.deleted" | "message.received" | "message.sent" | "message.status" | "message.failed" | "template.updated" | "campaign.created" | "campaign.failed" | "schedule.at_risk" | "schedule.held" | "quota.exhausted" | "endpoint.disabled" | "ping";
        ExhaustedQuota: {
            /** @description The name of the quota, such as youtube.units. */
            quota: string;
            platform: components["schemas"]["Platform"];
            /**
             * Format: uuid
             * @description The account whose quota it is; null if all accounts of this deployment share it.
             */
            accountId: string | null;
            /** @description The number of units per day; null if the platform does not report it. */
            limit: number | null;
            /** @description The units that are used up: the limit, even if a few are left; null if they are not known. */
            used: number | null;
            /**
             * Format: date-time
             * @description When the quota is reset; null if it is not known.
             */
            resetsAt: string | null;
        };
        FacebookCarouselPost: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            images: components["schemas"]["FacebookImage"][];
        };
        FacebookImage: {
            /** @enum {string} */
            contentType: "image/jpeg" | "image/png" | "image/webp";
            base64: string;
        };
        FacebookPageMetrics: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            page: {
                id: string;
                name: string | null;
                username: string | null;
                category: string | null;
                link: string | null;
            };
            metrics: {
                followers: number | null;
                fans: number | null;
                /** @description The number of newest posts, at most 25, over which recentPostLikes, recentPostComments and recentPostShares are summed. A sum is null if no post reports the number, and 0 without posts. */
                recentPosts: number;
                recentPostLikes: number | null;
                recentPostComments: number | null;
                recentPostShares: number | null;
            };
            /** @description The insights of the last 28 days, but followers is the latest number; null if insightsUnavailable is set. Metrics in it that the platform does not report are null. */
            insights: {
                periodDays: number;
                /** @description The views of media of the Page; null if the platform does not report them. */
                views: number | null;
                engagements: number | null;
                pageViews: number | null;
                followers: number | null;
                /** @description The views of each day (of California), oldest first, at most 28 days; days for which the platform reports no number are missing. */
                daily: {
                    /** Format: date */
                    date: string;
                    value: number;
                }[];
            } | null;
            /**
             * @description Why insights is null; null if insights is present. permission_missing: the user has to reconnect the account and grant read_insights, if this deployment requests it. analyze_task_missing: the user who connected the Page lacks the task ANALYZE on it and cannot see its insights. provider_error: any other reason; try again later.
             * @enum {string|null}
             */
            insightsUnavailable: "permission_missing" | "analyze_task_missing" | "provider_error" | null;
            /**
             * Format: date-time
             * @description When the metrics were read from the platform.
             */
            fetchedAt: string;
        };
        FacebookPhotoPost: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            image: components["schemas"]["FacebookImage"];
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        FacebookPhotosForm: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            "photos[]": string[];
        };
        /** @description Give exactly one of image, images, reel and video; title goes with video only. */
        FacebookPost: components["schemas"]["FacebookPhotoPost"] | components["schemas"]["FacebookCarouselPost"] | components["schemas"]["FacebookReelPost"] | components["schemas"]["FacebookVideoPost"];
        FacebookPostForm: components["schemas"]["FacebookPhotosForm"] | components["schemas"]["FacebookVideoForm"] | components["schemas"]["FacebookReelForm"];
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        FacebookReelForm: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            /**
             * Format: binary
             * @description The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.
             */
            reel: string;
        };
        FacebookReelPost: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            reel: components["schemas"]["FacebookVideo"];
        };
        FacebookVideo: {
            /** @enum {string} */
            contentType: "video/mp4" | "video/quicktime" | "video/webm";
            base64: string;
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        FacebookVideoForm: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            /** @description The title of the video; only with `video`. */
            title?: string;
            /**
             * Format: binary
             * @description The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.
             */
            video: string;
        };
        FacebookVideoPost: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            video: components["schemas"]["FacebookVideo"];
            /** @description The title of the video; only with `video`. */
            title?: string;
        };
        FailedCampaign: {
            name: string;
            /** @description The id of the ad account, with `act_`. */
            adAccountId: string;
            /** @description The X-Request-Id of the request that was to create the campaign. */
            requestId: string;
            error: {
                code: components["schemas"]["ErrorCode"];
                message: string;
                details?: unknown;
            };
        };
        /** @description The Idempotency-Key was already used with a different body. Use a new key for a new request. */
        IdempotencyConflictError: {
            error: {
                /** @constant */
                code: "idempotency_conflict";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        InspectedMedia: {
            /** @description Where the file is in the post: names of fields and indexes of lists. */
            path: string[];
            /** @description The media type that was detected from the bytes, or that you announced for a file that has not been sent completely; null if you announced none, which `unchecked` then contains. */
            contentType: string | null;
            width: number | null;
            height: number | null;
            durationSeconds: number | null;
            bytes: number;
            /** @description How Carillon changes the file before it sends it to the platform, such as to another format or fewer pixels; empty if it is sent unchanged, or if `unchecked` has its conversions. */
            conversions: {
                /** @enum {string} */
                property: "contentType" | "width" | "height" | "bytes";
                from: string;
                to: string;
            }[];
        };
        InstagramAccountInsights: {
            /** @constant */
            platform: "instagram";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            /** @description One entry for each metric that the platform reports; others are missing, for example if the account has too few followers or too little history. */
            insights: {
                /** @description The metric: views, reach, total_interactions or accounts_engaged. */
                name: string;
                /** @description The platform's word, usually day. The value is the total of the last 28 days all the same. */
                period: string | null;
                title: string | null;
                description: string | null;
                values: {
                    value: number;
                }[];
            }[];
            /**
             * Format: date-time
             * @description When the metrics were read from the platform.
             */
            fetchedAt: string;
        };
        InstagramCarouselPost: {
            /** @constant */
            platform: "instagram";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            caption?: string;
            /** @description The usernames of users who are invited as co-authors of the post. */
            collaborators?: string[];
            /** @description Whether the post is labelled as generated by AI. */
            isAiGenerated?: boolean;
            images: components["schemas"]["InstagramImage"][];
        };
        InstagramImage: {
            /** @enum {string} */
            contentType: "image/jpeg" | "image/png" | "image/webp";
            base64: string;
            /** @description What the image shows, for users who cannot see it. */
            altText?: string;
            /** @description Users who are tagged in the image. */
            userTags?: {
                username: string;
                /** @description Where the tag is, as a fraction of the width from the left edge. */
                x: number;
                /** @description Where the tag is, as a fraction of the height from the top edge. */
                y: number;
            }[];
        };
        InstagramImagePost: {
            /** @constant */
            platform: "instagram";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            caption?: string;
            /** @description The usernames of users who are invited as co-authors of the post. */
            collaborators?: string[];
            /** @description Whether the post is labelled as generated by AI. */
            isAiGenerated?: boolean;
            image: components["schemas"]["InstagramImage"];
        };
        /** @description Give exactly one of image and images. */
        InstagramPost: components["schemas"]["InstagramImagePost"] | components["schemas"]["InstagramCarouselPost"];
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        InstagramPostForm: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "instagram";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            caption?: string;
            /** @description The usernames of users who are invited as co-authors of the post. */
            collaborators?: string[];
            /** @description Whether the post is labelled as generated by AI. */
            isAiGenerated?: boolean;
            "photos[]": string[];
            /** @description The field of this name that a JSON body has beside the `base64` of the file. If the form has several files: a JSON list with one value for each file, in their order, and null for a file without one. */
            altText?: string;
            /** @description The field of this name that a JSON body has beside the `base64` of the file. If the form has several files: a JSON list with one value for each file, in their order, and null for a file without one. */
            userTags?: string;
        };
        /** @description The API key lacks the scope that the operation needs (details.requiredScope), would give, change or delete access that it does not have itself, or would narrow a key that has created keys with more access than would be left to it (details.keyIds: these created keys; narrow or delete them first). */
        InsufficientScopeError: {
            error: {
                /** @constant */
                code: "insufficient_scope";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /** @description The scope that the operation needs, the first if it needs one of several (the message lists them); omitted if the key has it. If a key is to be created: a scope that the key of the request does not have. If a key is to be changed: a scope that this key does not have. */
                    requiredScope?: string;
                    /** @description The scopes of the key to be changed or deleted, which has more access than that of the request. */
                    scopes?: string[];
                    /** @description The keys that the changed key created and that would have more access than it. */
                    keyIds?: string[];
                    /** @description The profiles of the key to be changed, to which no others can be added. */
                    profileIds?: string[];
                    /** @description The budgets of the key of the request, which those of a new key cannot exceed. */
                    budgets?: {
                        /** @description The maximum number of publishes per UTC day. A scheduled post counts on the day on which it is due or released. */
                        publishesPerDay?: number;
                        /** @description The maximum number of comments and replies per UTC day. */
                        repliesPerDay?: number;
                        /** @description The maximum number of messages per UTC day. */
                        messagesPerDay?: number;
                        /** @description The maximum number of ad campaigns per UTC day. */
                        campaignsPerDay?: number;
                        /** @description The maximum number of requests per minute of this key alone: keys that it creates have limits of their own. Has an effect only below the rate limit that Carillon sets for every key. */
                        requestsPerMinute?: number;
                    };
                    /**
                     * @description A budget in the request that is above max; there may be others.
                     * @enum {string}
                     */
                    budget?: "publishesPerDay" | "repliesPerDay" | "messagesPerDay" | "campaignsPerDay" | "requestsPerMinute";
                    /** @description The maximum to which the budget can be set. */
                    max?: number;
                    /** @description The IP addresses and networks to which the key of the request, or one that created the key to be changed, is limited. A new key must be limited to some of them; a change can add only addresses within them. */
                    allowedIps?: string[];
                    /**
                     * Format: date-time
                     * @description If a key is to be created: the expiry of the key of the request, which that of a new key cannot exceed. If a key is to be changed: the latest expiry that it can get.
                     */
                    expiresAt?: string;
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description An unexpected error occurred, or the database could not be reached while a post or schedule was being stored (its id is then in details). A write may have happened: read its state before you repeat it. Report an error that recurs, with the X-Request-Id: it is a bug in Carillon. */
        InternalError: {
            error: {
                /** @constant */
                code: "internal_error";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /** Format: uuid */
                    publishId?: string;
                    /** Format: uuid */
                    scheduleId?: string;
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description No account was found for the handle, or it is not a valid handle. */
        InvalidHandleError: {
            error: {
                /** @constant */
                code: "invalid_handle";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description An image cannot be downloaded from its URL or decoded, is not of a supported type, does not have the format that its content type names, or has too many bytes or pixels, or a shape that the platform does not take (the message says which); or the platform rejected it. For `media` on x, the code is invalid_media. */
        InvalidImageError: {
            error: {
                /** @constant */
                code: "invalid_image";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description A file of an upload, or an item of `media` on x, is not valid base64, cannot be downloaded from its URL, is not of a supported type, differs from its content_type, is outside a limit, or has to be the only one of its post; or the platform rejected it or could not process it. */
        InvalidMediaError: {
            error: {
                /** @constant */
                code: "invalid_media";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][] | {
                    /** @description The platform's ids of the posts of a thread that had been published before the error. */
                    postIds?: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description A setting of the post, such as its privacy, comments, cover or publishing time, is not available to this account or for this kind of post, is outside its range, or is not possible together with another setting. */
        InvalidPostSettingsError: {
            error: {
                /** @constant */
                code: "invalid_post_settings";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The metadata of the profile is larger than 16 KiB as compact JSON in UTF-8. */
        InvalidProfileError: {
            error: {
                /** @constant */
                code: "invalid_profile";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description redirectUrl is not an absolute URL, contains a user name, a password, a fragment, whitespace, a control character or a backslash, is not HTTPS (required outside localhost), or has an origin that is not in the allow-list of the organization. */
        InvalidRedirectUriError: {
            error: {
                /** @constant */
                code: "invalid_redirect_uri";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The request is invalid: malformed JSON, a field that is missing or breaks a rule, an id that is not a UUID, a body that is too large or incomplete, or another reason in the message. */
        InvalidRequestError: {
            error: {
                /** @constant */
                code: "invalid_request";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description A video cannot be downloaded from its URL, is not of a supported type, does not have the format that its content type names, is outside a limit, or is longer than the account may publish; or the platform rejected it or could not process it. For `media` on x, the code is invalid_media. */
        InvalidVideoError: {
            error: {
                /** @constant */
                code: "invalid_video";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        KeyCheck: {
            /** Format: uuid */
            keyId: string;
            /**
             * Format: date-time
             * @description The beginning of the period whose requests were checked.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the period: the time of this check.
             */
            to: string;
            /** @description The number of requests of the key and its dashboard sessions in the period that are still kept, without those that have no operation or were rejected with 401 or 403. Of those to /mcp, the operations that they called count. */
            requests: number;
            /** @description The number of these requests that would have been rejected. */
            rejected: number;
            /** @description The requests that would have been rejected, by operation and reason, the most frequent first. */
            rejections: {
                operation: string;
                /**
                 * @description Why the request would have been rejected: the code of its response, except that a request about another profile has profile_not_found here, whatever its response says, such as account_not_found.
                 * @enum {string}
                 */
                code: "unauthorized" | "insufficient_scope" | "profile_scope_violation" | "profile_not_found" | "webhook_endpoint_not_found" | "profile_required";
                /** @description The missing scope if code is insufficient_scope; otherwise null. */
                requiredScope: string | null;
                count: number;
                /**
                 * Format: date-time
                 * @description When the last of them arrived; null if that is not known.
                 */
                lastAt: string | null;
            }[];
        };
        /** @description The organization has the maximum number of API keys. Delete keys that are no longer used. */
        KeyLimitReachedError: {
            error: {
                /** @constant */
                code: "key_limit_reached";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        KeyList: {
            keys: components["schemas"]["ApiKey"][];
        };
        /** @description The organization has no API key with this id. */
        KeyNotFoundError: {
            error: {
                /** @constant */
                code: "key_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @enum {string} */
        MediaType: "text" | "image" | "video" | "carousel" | "link";
        /** @description The platform does not fetch media from this deployment until the operator has verified its public media URL there. */
        MediaUrlUnverifiedError: {
            error: {
                /** @constant */
                code: "media_url_unverified";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        Message: {
            /** @description Carillon's id of the message. */
            id: string;
            /** @description The platform's id of the message; null until it is known, and if the message was not sent. */
            providerId: string | null;
            /** @enum {string} */
            platform: "instagram" | "facebook" | "whatsapp";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            /**
             * @description inbound: the connected account received the message. outbound: it sent the message.
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /**
             * @description unsupported: a message whose content Carillon does not read, such as media; its body is empty, but for a button or list item on whatsapp.
             * @enum {string}
             */
            type: "text" | "template" | "unsupported";
            /** @description The user who sent the message: the platform's id of the user or, on whatsapp, the phone number (an id if the user hides it). Send it as `recipient` to reply. null for outbound messages. */
            sender: string | null;
            /** @description The platform's id of the user or, on whatsapp, the phone number (an id if the user hides it); null for inbound messages, and if the platform reports none. */
            recipient: string | null;
            /** @description The name or username of the sender, as the platform last reported it; null for outbound messages, and if the platform reports none. */
            senderName: string | null;
            /** @description The name or username of the recipient, as the platform last reported it; null for inbound messages, and if the platform reports none. */
            recipientName: string | null;
            /** @description The text or, of a template, its name. On whatsapp, also the words of a button that was pressed or a list item that was chosen. */
            body: string;
            /** @description received: of an inbound message. sent, delivered and read: as the platform last reported. failed: final, see error. unknown: it is not yet known whether the message was sent. */
            status: components["schemas"]["MessageStatus"];
            /** @description Why a message with the status failed was not sent or not delivered; otherwise null. code is an error code of Carillon's if it was not sent, and the platform's (or `unknown`) if it was not delivered. */
            error: {
                code: string;
                message: string;
            } | null;
            /**
             * Format: date-time
             * @description When the platform recorded the message or, until it reports that, when Carillon sent or stored it.
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description When Carillon stored the message.
             */
            createdAt: string;
        };
        /** @description A message of the account was not sent or not delivered; see error. */
        MessageFailedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "message.failed";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "message";
                /** @description The id of the message in the API. */
                id: string;
            };
            data: components["schemas"]["Message"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        MessageList: {
            /**
             * @description complete: errors is empty. partial: errors lists the accounts that failed or whose records were left out.
             * @enum {string}
             */
            status: "complete" | "partial";
            messages: components["schemas"]["Message"][];
            errors: components["schemas"]["AccountFailure"][];
        };
        /** @description A user has sent a message to the account. */
        MessageReceivedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "message.received";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "message";
                /** @description The id of the message in the API. */
                id: string;
            };
            data: components["schemas"]["Message"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description The account has sent a message, through the API or, on instagram and facebook, on the platform itself. */
        MessageSentEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "message.sent";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "message";
                /** @description The id of the message in the API. */
                id: string;
            };
            data: components["schemas"]["Message"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @enum {string} */
        MessageStatus: "received" | "unknown" | "sent" | "delivered" | "read" | "failed";
        /** @description The platform has reported that a message of the account was delivered or read. */
        MessageStatusEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "message.status";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "message";
                /** @description The id of the message in the API. */
                id: string;
            };
            data: components["schemas"]["Message"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        MessageTemplate: {
            name: string;
            language: string | null;
            /** @description The new status in lower case, such as approved, rejected or paused. */
            status: string;
            /** @description The category in lower case; null if the platform does not report it. */
            category: string | null;
        };
        MessageTemplateList: {
            templates: components["schemas"]["MessageTemplateWithComponents"][];
        };
        MessageTemplateWithComponents: {
            name: string;
            language: string;
            /** @description The status in lower case, such as approved, pending, rejected or paused. Only approved templates can be sent. */
            status: string;
            /** @description The category in lower case, such as utility, marketing or authentication; null if the platform does not report it. */
            category: string | null;
            components: {
                /** @description The type of the component in lower case: header, body, footer, buttons, or another type of the platform. */
                type: string;
                /** @description The format of a header in lower case, such as text, image, video, document or location; null for other components. */
                format: string | null;
                /** @description The text of the component, with placeholders such as {{1}}; null without a text. */
                text: string | null;
                buttons: {
                    /** @description The type of the button in lower case, such as url, quick_reply or phone_number. */
                    type: string;
                    text: string;
                    /** @description The URL that the button opens; null for other buttons. */
                    url: string | null;
                }[];
            }[];
        };
        /** @description The connection lacks a required permission; the user must reconnect the account. */
        MissingPermissionError: {
            error: {
                /** @constant */
                code: "missing_permission";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    missingScopes: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The slot that the next schedule with `publishAt` `{nextSlot: true}` gets for the account; null if the request has no accountId, or no slot is free within a year. */
        NextSlot: {
            /**
             * Format: date-time
             * @description When the post is due.
             */
            instant: string;
            /** @description The local time of the slot, in `timeZone`. */
            local: string;
            /** @description The IANA time zone of the local time. */
            timeZone: string;
            /** @description A message for humans if the instant is not plainly the requested time, because clocks skip the local time or show it twice, or the rules of the zone have changed; otherwise null. */
            note: string | null;
        } | null;
        /** @description The profile has no slots, or the account has a schedule at each of them for a year. Set slots with PUT /profiles/{profileId}/slots, or name a time. */
        NoFreeSlotError: {
            error: {
                /** @constant */
                code: "no_free_slot";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The platform does not support this action or parameter, or not for this comment. */
        NotSupportedError: {
            error: {
                /** @constant */
                code: "not_supported";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        OnLate: {
            /** @description The number of minutes after its due time from which a post counts as late if the platform has accepted nothing of it. */
            afterMinutes: number;
            /**
             * @description For a late post that is not held for another reason: hold: it is held. publish: it is published all the same. fail: it is not published.
             * @enum {string}
             */
            then: "hold" | "publish" | "fail";
        };
        /** @description The rule for a post that cannot be published in time, for example because Carillon or its database was down. */
        OnLateRequest: {
            /** @description The number of minutes after its due time from which a post counts as late if the platform has accepted nothing of it. Default: 60; in a change, the value that the schedule has. */
            afterMinutes?: number;
            /**
             * @description For a late post that is not held for another reason: hold: it waits until it is released (`POST /schedules/{scheduleId}/release`) or gets a new time. publish: it is published all the same. fail: it is not published, and its schedule gets the status failed. Default: hold; in a change, the value that the schedule has.
             * @enum {string}
             */
            then?: "hold" | "publish" | "fail";
        };
        Organization: {
            /** Format: uuid */
            id: string;
            /** @description The name that customers see on pages of Carillon. */
            name: string;
            /** @description The colour of buttons on the pages of connect links, such as #1a5fb4; null for the default colour. */
            color: string | null;
            /** @description The URL of the logo on the pages of connect links; null without one. */
            logoUrl: string | null;
        };
        /** @description The organization has the maximum number of allowed origins. Remove origins that are no longer used. */
        OriginLimitReachedError: {
            error: {
                /** @constant */
                code: "origin_limit_reached";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        OriginList: {
            origins: string[];
        };
        /** @description The origin is not in the list of allowed origins. */
        OriginNotFoundError: {
            error: {
                /** @constant */
                code: "origin_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The connection has no Page; the user must reconnect the account and select one. */
        PageNotSelectedError: {
            error: {
                /** @constant */
                code: "page_not_selected";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        Ping: {
            message: string;
        };
        /** @description A test of a webhook endpoint. It is delivered to this endpoint only, and not listed by `GET /events`. */
        PingEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "ping";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description Always null: a ping belongs to no profile.
             */
            profileId: string | null;
            /**
             * Format: uuid
             * @description Always null: a ping belongs to no account.
             */
            accountId: string | null;
            /**
             * @description Always null: a ping belongs to no platform.
             * @enum {string|null}
             */
            platform: "instagram" | "tiktok" | "facebook" | "whatsapp" | "youtube" | "x" | "bluesky" | null;
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "ping";
                /** @description Always `ping`. */
                id: string;
            };
            data: components["schemas"]["Ping"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @enum {string} */
        Platform: "instagram" | "tiktok" | "facebook" | "whatsapp" | "youtube" | "x" | "bluesky";
        PlatformList: {
            platforms: components["schemas"]["PlatformSetup"][];
        };
        PlatformSetup: {
            platform: components["schemas"]["Platform"];
            /** @description ready: the settings required to connect accounts are set. incomplete: some of them are set, but others are missing. not_configured: none of them is set. */
            state: components["schemas"]["PlatformState"];
            /** @description The names of the environment variables that are required to connect accounts and not set. A ready platform can have some: one way to log in is enough, and bluesky needs none. */
            missingSettings: string[];
        };
        /** @enum {string} */
        PlatformState: "ready" | "incomplete" | "not_configured";
        Post: {
            /** @description The same as providerId. */
            id: string;
            /** @description The platform's id of the post. */
            providerId: string;
            platform: components["schemas"]["Platform"];
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            text: string | null;
            /** @description carousel: the post has several media; on tiktok, photos are always image. link: it shows a preview of a page. */
            mediaType: components["schemas"]["MediaType"];
            thumbnailUrl: string | null;
            permalink: string | null;
            /** Format: date-time */
            publishedAt: string | null;
            metrics: components["schemas"]["PostMetrics"];
        };
        /** @description A post was deleted through the API. A deletion on the platform itself raises no event. */
        PostDeletedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "post.deleted";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "post";
                /** @description The platform's id of the post. */
                id: string;
            };
            data: components["schemas"]["DeletedPost"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        PostList: {
            /**
             * @description complete: errors is empty. partial: errors lists the accounts that failed or whose records were left out.
             * @enum {string}
             */
            status: "complete" | "partial";
            posts: components["schemas"]["Post"][];
            errors: components["schemas"]["AccountFailure"][];
        };
        PostMetrics: {
            likes: number | null;
            comments: number | null;
            shares: number | null;
            views: number | null;
            saves: number | null;
            quotes: number | null;
        };
        /** @description The account has no post with this id; in operations on a publish: there is no publish with this publishId, or the API key has no access to it. */
        PostNotFoundError: {
            error: {
                /** @constant */
                code: "post_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        PostProblem: {
            /** @description The code of the error with which publishing would fail. */
            code: components["schemas"]["ErrorCode"];
            /** @description Where the problem is in the post: names of fields and indexes of lists; empty for a problem of the post as a whole or of the account. */
            path: string[];
            message: string;
            /** @description The limit that is not met, as a plain number of bytes, pixels, seconds, characters or items, also if the message has MiB or megapixels; null if the problem is not about a number, or if only the message names the limit, as for a file that is too large to be inspected. */
            limit: number | null;
            /** @description The value in the post that is above or below `limit`, in the same unit; otherwise null. */
            actual: number | null;
        };
        PostSummary: {
            id: string;
            caption: string | null;
            thumbnailUrl: string | null;
            permalink: string | null;
            /** Format: date-time */
            publishedAt: string | null;
            /** @description The number of comments on the platform, which may include replies; null if it reports none. */
            commentsCount: number | null;
        };
        PostValidation: {
            /** @description Whether no problem was found: true if `problems` is empty, even if `unchecked` is not. */
            valid: boolean;
            problems: components["schemas"]["PostProblem"][];
            media: components["schemas"]["InspectedMedia"][];
            /** @description The properties that could not be checked, because the request describes the file instead of sending it, or its upload is incomplete; publishing checks them. path: where the file is in the post. property: what is unknown about the file; content: whether its bytes are media of its type; frameRate: the frames per second of a video; frames: the number of frames of an animation; conversions: how Carillon would change the file. If `contentType` is listed, the properties that only some types have can be missing. */
            unchecked: {
                path: string[];
                /** @enum {string} */
                property: "content" | "contentType" | "width" | "height" | "durationSeconds" | "frameRate" | "frames" | "conversions";
            }[];
            /** @description The amounts that the platform bills for the post; empty if it bills none, or if the body or its media are invalid. Each amount is for all calls of its operation, as a decimal string in US dollars. */
            charges: {
                operation: string;
                count: number;
                amount: string;
            }[];
            preview: {
                /** @description The text of the post; on youtube and tiktok the title and the description, joined by a blank line. null if the post has none, or if the body is invalid. */
                text: string | null;
                /** @description The links, mentions and tags in the text, without those of a thread; only on bluesky, otherwise empty. A mention becomes clickable only if its handle exists. */
                facets: components["schemas"]["TextFacet"][];
            };
        };
        /** @description If-Match is not the ETag that the object has now. Read it again, and repeat the change if it still applies. */
        PreconditionFailedError: {
            error: {
                /** @constant */
                code: "precondition_failed";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description A video on tiktok can only be published with the privacy_level PUBLIC_TO_EVERYONE; to send it as a draft, use post_mode MEDIA_UPLOAD. */
        PrivacyLevelUnsupportedError: {
            error: {
                /** @constant */
                code: "privacy_level_unsupported";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        Profile: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Your own id of the customer; null for none. */
            externalId: string | null;
            /** @description Your own data about the profile; null for none. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description Whether it is the oldest profile of the organization. */
            isDefault: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description Another profile of the organization has this externalId; details.existingProfileId names it if the API key has access to it. */
        ProfileExternalIdConflictError: {
            error: {
                /** @constant */
                code: "profile_external_id_conflict";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /** Format: uuid */
                    existingProfileId: string;
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        ProfileList: {
            profiles: components["schemas"]["Profile"][];
            /** @description The cursor of the next page, null on the last one. Only present if the request has limit or cursor. */
            nextCursor?: string | null;
        };
        /** @description Another profile of the organization has this name; details.existingProfileId names it if the API key has access to it. */
        ProfileNameConflictError: {
            error: {
                /** @constant */
                code: "profile_name_conflict";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /** Format: uuid */
                    existingProfileId: string;
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The profile does not exist, or the API key that makes the request has no access to it. */
        ProfileNotFoundError: {
            error: {
                /** @constant */
                code: "profile_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The request has no profileId and no accountId. Send profileId or, where the operation has it, accountId. */
        ProfileRequiredError: {
            error: {
                /** @constant */
                code: "profile_required";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The API key is restricted to one or more profiles, and only keys of the whole organization may call the operation. */
        ProfileScopeViolationError: {
            error: {
                /** @constant */
                code: "profile_scope_violation";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        ProfileSlots: {
            /** Format: uuid */
            profileId: string;
            /** @description The IANA time zone of the slots; null if the slots were never set. */
            timeZone: string | null;
            /** @description The weekly times in order, Monday first. */
            slots: components["schemas"]["Slot"][];
            nextSlot: components["schemas"]["NextSlot"];
        };
        /** @description The request to the platform failed, took too long, or was rejected for a reason that has no code of its own. A write may have happened: read its state before you repeat it. */
        ProviderError: {
            error: {
                /** @constant */
                code: "provider_error";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["AccountFailure"][] | {
                    /** Format: uuid */
                    publishId?: string;
                    /** @description The id of the message, whose status tells later whether it was sent. */
                    messageId?: string;
                    providerId?: string;
                    /** @description Of a message. unknown: it is not yet known whether it was sent. sent: it was, as providerId. */
                    status?: string;
                    /** @description Whether the write took effect. not_posted or not_created: it did not. unknown: it may have. */
                    outcome?: string;
                    /** @description The platform's ids of the posts of a thread that had been published before the error. */
                    postIds?: string[];
                    /** @description The objects that the write has created so far; its outcome is not known yet. */
                    made?: components["schemas"]["CreatedObject"][];
                    /** @description The objects of a write that exist or may exist on the platform: they are still being deleted, or could not be deleted. */
                    leftovers?: components["schemas"]["CreatedObject"][];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description This deployment has no app credentials for the platform (for a connect link: for any platform) or for this way of connecting to it, or the platform blocks the app or rejected its credentials or its setup; the operator has to correct this. */
        ProviderNotConfiguredError: {
            error: {
                /** @constant */
                code: "provider_not_configured";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /** @description The platform's ids of the posts of a thread that had been published before the error. */
                    postIds?: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description Carillon does not support this operation on the platform. */
        ProviderNotSupportedError: {
            error: {
                /** @constant */
                code: "provider_not_supported";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The platform rejected the request: its content, its metadata, or what the account may do there. `error.message` contains the platform's explanation if there is one. Carillon itself rejects a direct message whose text has more bytes than the platform accepts. */
        ProviderRejectedError: {
            error: {
                /** @constant */
                code: "provider_rejected";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][] | {
                    /** @description The platform's ids of the posts of a thread that had been published before the error. */
                    postIds?: string[];
                    /** @description The objects of a write that exist or may exist on the platform: they are still being deleted, or could not be deleted. */
                    leftovers?: components["schemas"]["CreatedObject"][];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The request failed for all of its accounts; details lists the reason for each account. */
        ProviderUnavailableError: {
            error: {
                /** @constant */
                code: "provider_unavailable";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["AccountFailure"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        Publish: {
            /** Format: uuid */
            publishId: string;
            platform: components["schemas"]["Platform"];
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            /** @description The X-Request-Id of the request that created the publish, or the schedule that became the publish. */
            requestId: string;
            /** @description processing: Carillon is publishing the post. accepted: the platform has received the post and has not published it yet. published: the platform has published the post, or has processed the video (youtube, also before its publish_at), or has sent a draft to the user (tiktok). failed: the post was not published; of a thread, the posts in postIds can have been. unknown: the outcome could not be determined; check the account before you send the post again. */
            status: components["schemas"]["PublishStatus"];
            /** @description The platform's own ids of the posts that are known to have been created, more than one for a thread, the first post first; empty if they are not known yet, or never, as those of TikTok drafts. */
            postIds: string[];
            /** @description The URL of the (first) post; null if it is not known. */
            permalink: string | null;
            /** @description Why the status is failed or unknown. For a published post: what differs from the request, such as a video that the platform keeps private. Otherwise null. */
            error: {
                code: components["schemas"]["ErrorCode"];
                message: string;
                /** @description As in an error response with this code; omitted if there are none. */
                details?: unknown;
            } | null;
            /** @description The text of the post as it was requested; on youtube and tiktok the title and the description, joined by a blank line. Without the title of a facebook video. null if the request has no text. */
            text: string | null;
            /** @description For a thread, the texts of the posts after the first one, in order; otherwise empty. */
            thread: string[];
            media: components["schemas"]["PublishMedia"][];
            /** @description Milliseconds from the request, or from the time at which its schedule was due or released (or was taken, if that was an hour or more after it was due), to the last change of its status; null while it is in progress. */
            durationMs: number | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The platform has received the post and has not published it yet. publish.published, publish.failed or publish.unknown follows. */
        PublishAcceptedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "publish.accepted";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "publish";
                /** @description The publishId of the publish. */
                id: string;
            };
            data: components["schemas"]["Publish"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description A time with an offset (RFC 3339), or {local, timeZone} for a local time in a time zone, from one minute to one year (366 days) ahead; or {nextSlot: true} for the account's next free slot. */
        PublishAt: components["schemas"]["ScheduleInstant"] | components["schemas"]["ScheduleLocalTime"] | components["schemas"]["ScheduleNextSlot"];
        PublishAttempt: {
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            endedAt: string | null;
            /** @description The name of the step, such as publish or, of a thread on x, post[1]. */
            step: string;
            /**
             * @description succeeded, rejected: as the platform responded. not_sent: the call did not reach the platform. indeterminate: it is not known whether the call took effect. reconciled, absent: the outcome was not certain, and Carillon, a client or an operator found later that the call had, or had not, taken effect. null: not known yet.
             * @enum {string|null}
             */
            outcome: "succeeded" | "rejected" | "not_sent" | "indeterminate" | "reconciled" | "absent" | null;
            errorCode: components["schemas"]["ErrorCode"] | null;
        };
        /** @description The post, or a part of a thread, could not be published; see error and postIds. */
        PublishFailedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "publish.failed";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "publish";
                /** @description The publishId of the publish. */
                id: string;
            };
            data: components["schemas"]["Publish"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        PublishList: {
            publishes: components["schemas"]["Publish"][];
            nextCursor: string | null;
        };
        PublishMedia: {
            /** @description The path of the item in the request: names of fields and indexes of lists. */
            path: string[];
            /**
             * @description Whether the item is an image or a video; null if this is not known, because the item was given as a URL that has not been fetched, or its type was not recorded. Files are recorded once all files of the post have been fetched.
             * @enum {string|null}
             */
            kind: "image" | "video" | null;
            /** @description The size in bytes of the file that is sent to the platform or, until it has been converted, of the file that was received; null until all files of the post that were sent by URL have been fetched, or if the size was not recorded. */
            bytes: number | null;
            /** @description The URL of a small version of an image; read the publish again for a new one. It works for at most two hours, ends with the stored file, and gives 404 for an animated image. null for videos, if `kind` is null, and if the file has not been fetched yet or was deleted after the publish had ended. It also gives 404 if the files of an unknown publish were deleted before it was decided. */
            thumbnailUrl: string | null;
        };
        /** @description Only a publish whose status is unknown can be decided, and this one has another status. Read its status. */
        PublishNotUnknownError: {
            error: {
                /** @constant */
                code: "publish_not_unknown";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        PublishPostBody: components["schemas"]["InstagramPost"] | components["schemas"]["FacebookPost"] | components["schemas"]["TiktokPost"] | components["schemas"]["YoutubePost"] | components["schemas"]["XPost"] | components["schemas"]["BlueskyPost"];
        PublishPostForm: components["schemas"]["InstagramPostForm"] | components["schemas"]["TiktokPostForm"] | components["schemas"]["FacebookPostForm"];
        /** @description The publish has ended with the status published. */
        PublishPublishedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "publish.published";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "publish";
                /** @description The publishId of the publish. */
                id: string;
            };
            data: components["schemas"]["Publish"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description The outcome of a publish that was unknown has been decided; see status. */
        PublishResolvedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "publish.resolved";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "publish";
                /** @description The publishId of the publish. */
                id: string;
            };
            data: components["schemas"]["Publish"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @enum {string} */
        PublishStatus: "accepted" | "processing" | "published" | "failed" | "unknown";
        /** @description The outcome of a publish could not be determined; check the account before you send the post again. */
        PublishUnknownEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "publish.unknown";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "publish";
                /** @description The publishId of the publish. */
                id: string;
            };
            data: components["schemas"]["Publish"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        PublishWithAttempts: {
            /** Format: uuid */
            publishId: string;
            platform: components["schemas"]["Platform"];
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            /** @description The X-Request-Id of the request that created the publish, or the schedule that became the publish. */
            requestId: string;
            /** @description processing: Carillon is publishing the post. accepted: the platform has received the post and has not published it yet. published: the platform has published the post, or has processed the video (youtube, also before its publish_at), or has sent a draft to the user (tiktok). failed: the post was not published; of a thread, the posts in postIds can have been. unknown: the outcome could not be determined; check the account before you send the post again. */
            status: components["schemas"]["PublishStatus"];
            /** @description The platform's own ids of the posts that are known to have been created, more than one for a thread, the first post first; empty if they are not known yet, or never, as those of TikTok drafts. */
            postIds: string[];
            /** @description The URL of the (first) post; null if it is not known. */
            permalink: string | null;
            /** @description Why the status is failed or unknown. For a published post: what differs from the request, such as a video that the platform keeps private. Otherwise null. */
            error: {
                code: components["schemas"]["ErrorCode"];
                message: string;
                /** @description As in an error response with this code; omitted if there are none. */
                details?: unknown;
            } | null;
            /** @description The text of the post as it was requested; on youtube and tiktok the title and the description, joined by a blank line. Without the title of a facebook video. null if the request has no text. */
            text: string | null;
            /** @description For a thread, the texts of the posts after the first one, in order; otherwise empty. */
            thread: string[];
            media: components["schemas"]["PublishMedia"][];
            /** @description Milliseconds from the request, or from the time at which its schedule was due or released (or was taken, if that was an hour or more after it was due), to the last change of its status; null while it is in progress. */
            durationMs: number | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            attempts: components["schemas"]["PublishAttempt"][];
        };
        Quota: {
            /** @description The name of the quota, such as youtube.units. */
            name: string;
            /** @description The unit that is counted, in words, such as API units. */
            title: string;
            platform: components["schemas"]["Platform"];
            /** @description Units used today by all accounts of this deployment; the day ends at resetsAt. */
            used: number;
            /** @description The maximum of units per day. */
            limit: number;
            /** @description Whether the platform reported the quota as used up, or `used` has reached `limit`. */
            isExhausted: boolean;
            /**
             * Format: date-time
             * @description When the quota is reset, at the start of the next day on the platform.
             */
            resetsAt: string;
        };
        /** @description A daily quota that the platform sets for all accounts of this deployment together is used up or, for reads of comments, the 70 percent of it that they may use. It is reset at the resetsAt of `GET /usage/quotas`. */
        QuotaExhaustedError: {
            error: {
                /** @constant */
                code: "quota_exhausted";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /** @description The platform's ids of the posts of a thread that had been published before the error. */
                    postIds?: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description A call for the organization failed because too little was left of a daily quota that a platform sets for the app of this deployment: calls that need more than is left fail with `quota_exhausted` until resetsAt. Raised once per quota and day of the platform. */
        QuotaExhaustedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "quota.exhausted";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description Always null: the quota belongs to no profile.
             */
            profileId: string | null;
            /**
             * Format: uuid
             * @description Always null: all accounts of this deployment share the quota.
             */
            accountId: string | null;
            /** @description The platform that sets the quota. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "quota";
                /** @description The name of the quota, such as youtube.units. */
                id: string;
            };
            data: components["schemas"]["ExhaustedQuota"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        QuotaList: {
            quotas: components["schemas"]["Quota"][];
        };
        /** @description Too many requests in a period, too many connections at once, or too many or too large uploads at once, for a limit of the platform or of Carillon; on tiktok also too many posts of the account in a day. Retry after Retry-After seconds. Some limits of other platforms have other codes, such as `temporarily_unavailable` on x. */
        RateLimitedError: {
            error: {
                /** @constant */
                code: "rate_limited";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    retryAfterSeconds?: number;
                    /** @description For ads, the rate limit that has been reached: `app` (that of the app) or `ad_account` (that of the ad account); otherwise omitted. */
                    limit?: string;
                    /** @description The platform's ids of the posts of a thread that had been published before the error. */
                    postIds?: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        RecentComment: {
            /** @description The platform's id of the comment or reply. */
            id: string;
            /** @description The platform's id of the post; empty in an event if it is not known. */
            mediaId: string;
            /** @description The id of the top-level comment to which this is a reply; null for a top-level comment. */
            parentId: string | null;
            /** @description The same as authorHandle, which is the handle or, where the platform has none, the display name. Where the platform has only one name, authorFullName is equal as well; empty if it reports none. */
            authorName: string;
            authorFullName: string;
            authorHandle: string;
            avatarUrl: string | null;
            /** @description The URL of the author's profile; empty if the platform reports nothing to build it from. */
            profileUrl: string;
            body: string;
            likeCount: number;
            /** @description Whether the connected account itself wrote the comment. */
            isCreator: boolean;
            /** @description Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review or as likely spam. */
            isHidden: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description Whether the connected account likes the comment. Only on tiktok, otherwise omitted. */
            liked?: boolean;
            /** @description Whether the account may delete the comment. Only on tiktok and youtube; omitted on the others, where `DELETE /comments/{commentId}` says which. */
            deletable?: boolean;
            /** @description The number of replies on the platform, which can differ from the number of replies in the list. Only on tiktok and youtube, otherwise omitted. */
            replyCount?: number;
            /** @description The platform's id of the post. */
            postId: string;
            /** Format: uuid */
            accountId: string;
            /** @enum {string} */
            platform: "instagram" | "tiktok" | "facebook" | "youtube";
            post: {
                text: string | null;
                thumbnailUrl: string | null;
                permalink: string | null;
            };
        };
        RecentCommentList: {
            comments: components["schemas"]["RecentComment"][];
            nextCursor: string | null;
        };
        /** @description The account lacks a permission for a feature that is to be turned on (details.missingScopes), or, on whatsapp, Carillon's access to the account was revoked or a permission is missing; the user must reconnect it. */
        ReconnectRequiredError: {
            error: {
                /** @constant */
                code: "reconnect_required";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    missingScopes: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        RenewWebhookEndpointSecretRequest: {
            /** @description The number of seconds for which the old secret, and earlier ones that still sign, at most four in all, also sign; 0 ends them all at once. Default: 86400, which is one day. */
            keepOldSeconds?: number;
        };
        RenewWebhookEndpointSecretResponse: {
            /** @description The key that signs deliveries: `whsec_` and 32 bytes in base64. It is returned only in this response: store it at once. */
            secret: string;
        };
        ReplaceSlotRequest: {
            /** @description The IANA time zone of the slots, such as Europe/Berlin. */
            timeZone: string;
            /** @description The weekly times for posts, at most 168, each once. A schedule with publishAt {"nextSlot": true} gets the next of them that is free when it is stored. An empty list removes them; schedules keep the times that they have. */
            slots: components["schemas"]["Slot"][];
        };
        ReplayWebhookEndpointRequest: {
            /**
             * Format: date-time
             * @description Only events that were stored at this time or later.
             */
            since: string;
            /**
             * Format: date-time
             * @description Only events that were stored at this time or earlier. Default: now.
             */
            until?: string;
            /** @description Types of events. These patterns select several types: *, publish.*, post.*, connection.*, account.*, comment.*, message.*, template.*, campaign.*, schedule.*, quota.*, endpoint.*. Only those that the endpoint has selected are delivered. Default: all of these. */
            types?: ("*" | "publish.*" | "post.*" | "connection.*" | "account.*" | "comment.*" | "message.*" | "template.*" | "campaign.*" | "schedule.*" | "quota.*" | "endpoint.*" | "publish.accepted" | "publish.published" | "publish.failed" | "publish.unknown" | "publish.resolved" | "post.deleted" | "connection.completed" | "connection.failed" | "account.connected" | "account.updated" | "account.expiring" | "account.expired" | "account.disconnected" | "comment.created" | "comment.updated" | "comment.deleted" | "message.received" | "message.sent" | "message.status" | "message.failed" | "template.updated" | "campaign.created" | "campaign.failed" | "schedule.at_risk" | "schedule.held" | "quota.exhausted" | "endpoint.disabled" | "ping")[];
            /** @description Whether to leave out events with a delivery to the endpoint that has the status delivered. A delivery that was retried counts with its last status. Default: false. */
            onlyFailed?: boolean;
            /** @description Whether to count the deliveries without creating them. Default: false. */
            dryRun?: boolean;
        };
        ReplayWebhookEndpointResponse: {
            deliveries: number;
        };
        RequestList: {
            requests: components["schemas"]["RequestRecord"][];
            /** @description The cursor of the next page, null on the last one. */
            nextCursor: string | null;
        };
        RequestRecord: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When the request arrived.
             */
            at: string;
            method: string;
            /** @description The path without /api/v1, with its parameters in braces; as the client sent it if there is no such path. */
            path: string;
            /** @description The parameters of the path, by name. Values that are not ids are left out. */
            params: {
                [key: string]: string;
            };
            /** @description The id of the operation, the name of the tool of a request to /mcp, or the name of a request that is not an operation, such as uploads.create; otherwise null. */
            operation: string | null;
            /** @description The HTTP status; null if the client disconnected before the response. */
            status: number | null;
            /** @description The code of the error; null without an error. */
            code: string | null;
            /** @description The message of the error, in which secrets are replaced; null without an error. */
            problem: string | null;
            key: {
                /** Format: uuid */
                id: string;
                /** @description The name of the key just after the request; null if it had none or was already deleted. */
                name: string | null;
            };
            /**
             * @description api: a client sent the request. dashboard: a page of the dashboard did.
             * @enum {string}
             */
            source: "api" | "dashboard";
            /**
             * Format: uuid
             * @description The profile that the request was about, or that of a key with access to one profile alone; null if it was about none or was rejected before its profile was looked up.
             */
            profileId: string | null;
            /** @description Milliseconds from the arrival of the request to the end of its response. */
            durationMs: number;
            /** @description The X-Request-Id of the request, which is also in the log lines about it. */
            requestId: string;
            /**
             * Format: uuid
             * @description The id of the publish that the request created, also by releasing a schedule and whatever its response was, as long as the publish is kept; otherwise the one that its path contains; null without either.
             */
            publishId: string | null;
            ip: string | null;
        };
        ResolvePublishRequest: {
            /** @enum {string} */
            outcome: "published" | "failed";
            /** @description The platform's own id of the post. Required if outcome is published; not allowed if outcome is failed. An id of the platform, without spaces. */
            postId?: string;
        };
        RetryWebhookDeliveryResponse: {
            /** Format: uuid */
            deliveryId: string;
        };
        Schedule: {
            /** Format: uuid */
            scheduleId: string;
            /** @description scheduled: it waits until it is due and taken. taken: being published, see publishId. held: it waits until it is released or gets a new time or, if its account had expired, until the account is connected again, at most onLate.afterMinutes after its due time; see problem. published, failed and unknown: the status of its publish; failed without a publishId: it was never published, see problem. cancelled: by a request. */
            status: components["schemas"]["ScheduleStatus"];
            publishAt: components["schemas"]["ScheduleTime"];
            onLate: components["schemas"]["OnLate"];
            /** Format: uuid */
            profileId: string;
            /** Format: uuid */
            accountId: string;
            platform: components["schemas"]["Platform"];
            /** @description The post as it was sent. Each media item has facts about the file that is sent to the platform instead of bytes or a URL: contentType, bytes, width, height and durationSeconds, and thumbnailUrl, the URL of a small version of an image, which works for at most two hours and gives 404 for an animated image (null for a video, and if the file is no longer stored). */
            post: {
                platform: components["schemas"]["Platform"];
                /** Format: uuid */
                accountId: string;
            } & {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description The publish that the schedule became; null before that. If nothing of the publish was sent before the schedule was late or its account expired, it is deleted, and this is null again.
             */
            publishId: string | null;
            /** @description The X-Request-Id of the request that created the schedule, which its publish has too. */
            requestId: string;
            problem: components["schemas"]["ScheduleProblem"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description A scheduled post will probably not be published unless the problem is solved; see problem. This is checked 24 hours and one hour before the post is due, and when its account expires or is connected again, or its missingScopes change. Also sent if a change to the rules of its time zone has moved the time at which it is due (time_zone_changed), and if it was late and has failed (onLate.then fail). */
        ScheduleAt_riskEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "schedule.at_risk";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "schedule";
                /** @description The scheduleId of the schedule. */
                id: string;
            };
            data: components["schemas"]["Schedule"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description A scheduled post is held, such as because it could not be published when it was due, or because the API key that scheduled it was deleted; see problem. It waits until the schedule is released or gets a new time or, if its account had expired, until the account is connected again, at most onLate.afterMinutes after its due time. */
        ScheduleHeldEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "schedule.held";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "schedule";
                /** @description The scheduleId of the schedule. */
                id: string;
            };
            data: components["schemas"]["Schedule"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** Format: date-time */
        ScheduleInstant: string;
        ScheduleList: {
            schedules: components["schemas"]["Schedule"][];
            nextCursor: string | null;
        };
        ScheduleLocalTime: {
            /** @description A local time without an offset, such as 2026-12-24T18:00. */
            local: string;
            /** @description An IANA time zone, such as Europe/Berlin. */
            timeZone: string;
        };
        ScheduleNextSlot: {
            /**
             * @description Publish at the profile's next slot at which the account has no other schedule that is scheduled or held; `no_free_slot` if there is none within a year.
             * @constant
             */
            nextSlot: true;
        };
        /** @description The schedule does not exist, or the API key has no access to it. */
        ScheduleNotFoundError: {
            error: {
                /** @constant */
                code: "schedule_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description Why the post is held, or failed without a publishId, or what may prevent it from being published; null if no problem is known. Why its publish failed is the `error` of the publish. */
        ScheduleProblem: {
            /** @description An error code of the API, or one of these. late: the post could not be published in time. key_deleted: the API key that scheduled the post was deleted; release the post, or give it a new time, with another key. restored: the database was restored from a backup after the post was due, so it may have been published; look at the account, then release or cancel the post. time_zone_changed: the rules of the time zone have changed; the post keeps its local time, which is now another instant, and is not held. */
            code: string;
            message: string;
            /**
             * Format: date-time
             * @description When the problem was noticed.
             */
            at: string;
        } | null;
        /** @enum {string} */
        ScheduleStatus: "scheduled" | "taken" | "published" | "failed" | "unknown" | "held" | "cancelled";
        /** @description The schedule can no longer be changed: its post is being published, or the schedule has ended. Read its status. */
        ScheduleTakenError: {
            error: {
                /** @constant */
                code: "schedule_taken";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        ScheduleTime: {
            /**
             * Format: date-time
             * @description When the post is due.
             */
            instant: string;
            /** @description The local time that was requested, or that of the slot; null if a time with an offset was requested. */
            local: string | null;
            /** @description The IANA time zone of the local time; null if `local` is null. */
            timeZone: string | null;
            /** @description A message for humans if the instant is not plainly the requested time, because clocks skip the local time or show it twice, or the rules of the zone have changed; otherwise null. */
            note: string | null;
        };
        SendFacebookMessageRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the user: the `sender` of an inbound message, not a username. */
            recipient: string;
            text: string;
        };
        SendInstagramMessageRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "instagram";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the user: the `sender` of an inbound message, not a username. */
            recipient: string;
            text: string;
        };
        SendMessageBody: components["schemas"]["SendInstagramMessageRequest"] | components["schemas"]["SendFacebookMessageRequest"] | components["schemas"]["SendWhatsappMessageRequest"];
        SendWhatsappMessageRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "whatsapp";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description An E.164 phone number such as +14155550123, or the `sender` of a user whose number is hidden. */
            recipient: string;
            template: {
                /** @description The name of an approved template. Lower-case letters, digits and underscores. */
                name: string;
                /** @description The language code of the template, such as en_US. */
                language: string;
                /** @description The values of the placeholders in the template's body ({{1}}, {{2}} and so on), in their order. Named placeholders, and those outside the body, cannot be filled. */
                bodyParameters?: string[];
            };
        };
        /** @description The WhatsApp number cannot send: a step of its setup is missing, WhatsApp has not approved its display name, or the business has no valid payment method or has not accepted the payment terms. See the message; setup.missing of the account does not list every cause. */
        SetupIncompleteError: {
            error: {
                /** @constant */
                code: "setup_incomplete";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    missing?: components["schemas"]["SetupStep"][];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @enum {string} */
        SetupStep: "number" | "subscription" | "registration" | "payment" | "template";
        SignupConnectionRequest: {
            /** @description Where the browser goes after the authorization, whether or not it succeeded; after the session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon. */
            redirectUrl?: string;
        };
        Slot: {
            /** @enum {string} */
            weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
            /** @description The local time in `timeZone`. A time from 00:00 to 23:59, such as 18:00. */
            time: string;
        };
        StartBlueskyConnectionRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "bluesky";
            /** @description Where the browser goes after the authorization, whether or not it succeeded; after the session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon. */
            redirectUrl?: string;
            /** @description The account whose login page is opened; the account with which the user logs in there is connected. If omitted, the user names it on the page of Bluesky's own server, which knows no accounts of other servers. A decentralized id (did:plc:… or did:web:…), or a handle such as name.example.com. */
            handle?: string;
        };
        StartConnectionBody: components["schemas"]["StartInstagramConnectionRequest"] | components["schemas"]["StartTiktokConnectionRequest"] | components["schemas"]["StartFacebookConnectionRequest"] | components["schemas"]["StartYoutubeConnectionRequest"] | components["schemas"]["StartXConnectionRequest"] | components["schemas"]["StartBlueskyConnectionRequest"];
        StartFacebookConnectionRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "facebook";
            /** @description Where the browser goes after the authorization, whether or not it succeeded; after the session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon. */
            redirectUrl?: string;
        };
        StartInstagramConnectionRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "instagram";
            /** @description Where the browser goes after the authorization, whether or not it succeeded; after the session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon. */
            redirectUrl?: string;
            /**
             * @description instagram_login: the user logs in to Instagram. facebook_login: to Facebook, for an account that is linked to a Page. Default: instagram_login.
             * @enum {string}
             */
            authMethod?: "instagram_login" | "facebook_login";
        };
        StartTiktokConnectionRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "tiktok";
            /** @description Where the browser goes after the authorization, whether or not it succeeded; after the session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon. */
            redirectUrl?: string;
        };
        StartXConnectionRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "x";
            /** @description Where the browser goes after the authorization, whether or not it succeeded; after the session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon. */
            redirectUrl?: string;
        };
        StartYoutubeConnectionRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "youtube";
            /** @description Where the browser goes after the authorization, whether or not it succeeded; after the session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon. */
            redirectUrl?: string;
        };
        StartedConnectionSession: {
            /** Format: uuid */
            connectionSessionId: string;
            /** Format: uuid */
            profileId: string;
            platform: components["schemas"]["Platform"];
            /** @constant */
            status: "pending";
            /** @description The URL to which you send the customer. */
            authorizationUrl: string;
            /**
             * Format: date-time
             * @description When the session expires if it is not completed.
             */
            expiresAt: string;
        };
        /** @description The platform has changed the status of a message template, such as to approved or rejected. */
        TemplateUpdatedEvent: {
            /**
             * Format: uuid
             * @description The id of the event, which is the same in `GET /events` and in every delivery.
             */
            id: string;
            /** @constant */
            type: "template.updated";
            /**
             * Format: date-time
             * @description When the change happened that the event reports or, if that is not known, when Carillon noticed it.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The profile of the account.
             */
            profileId: string;
            /**
             * Format: uuid
             * @description The account that the event belongs to.
             */
            accountId: string;
            /** @description The platform of the account. */
            platform: components["schemas"]["Platform"];
            /** @description Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date. */
            sequence: number;
            object: {
                /** @constant */
                type: "template";
                /** @description The name of the template. Its languages share one sequence: compare sequences only within the same `data.language`. */
                id: string;
            };
            data: components["schemas"]["MessageTemplate"];
            /** @constant */
            apiVersion: "v1";
            /**
             * @description Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.
             * @constant
             */
            truncated?: true;
        };
        /** @description The platform or Carillon is unavailable or overloaded for a while, or something that the request depends on, such as the access of its key, was changed at the same time; retry after Retry-After seconds. */
        TemporarilyUnavailableError: {
            error: {
                /** @constant */
                code: "temporarily_unavailable";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    /** @description The platform's ids of the posts of a thread that had been published before the error. */
                    postIds?: string[];
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        TestWebhookEndpointRequest: {
            /** @description The type of the sample event. Default: ping. */
            type?: components["schemas"]["EventType"];
        };
        TestWebhookEndpointResponse: {
            /** Format: uuid */
            deliveryId: string;
        };
        TextFacet: {
            /** @enum {string} */
            type: "link" | "mention" | "tag";
            /** @description Where the link, mention or tag begins: an offset in the UTF-8 bytes of the text, from 0. */
            byteStart: number;
            /** @description The offset of the first byte after the link, mention or tag, in the UTF-8 bytes of the text. */
            byteEnd: number;
            /** @description The URL of the link, the handle of the mention without @, or the tag without #. */
            value: string;
        };
        TiktokAccountAnalytics: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            profile: {
                openId: string;
                username: string | null;
                displayName: string | null;
                avatarUrl: string | null;
                profileDeepLink: string | null;
                bioDescription: string | null;
                isVerified: boolean | null;
                isBusinessAccount: boolean | null;
            };
            analytics: {
                followers: number | null;
                following: number | null;
                likes: number | null;
                videos: number | null;
            };
            /**
             * Format: date-time
             * @description When the metrics were read from the platform.
             */
            fetchedAt: string;
        };
        TiktokAccountInsights: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            isBusinessAccount: boolean | null;
            /** Format: date */
            startDate: string;
            /** Format: date */
            endDate: string;
            /** @description One entry for each day that the platform reports, oldest first. The platform reports the metrics of a day 24 to 48 hours later. */
            daily: {
                /** Format: date */
                date: string;
                videoViews: number | null;
                uniqueVideoViews: number | null;
                profileViews: number | null;
                likes: number | null;
                comments: number | null;
                shares: number | null;
                followers: number | null;
                newFollowers: number | null;
                lostFollowers: number | null;
                engagedAudience: number | null;
                bioLinkClicks: number | null;
                emailClicks: number | null;
                phoneNumberClicks: number | null;
                addressClicks: number | null;
                appDownloadClicks: number | null;
                leadSubmissions: number | null;
                /** @description For each hour of the day, how many followers were active in it. `hour` counts from 0; the platform does not say in which time zone. Empty if the platform does not report it. */
                activity: {
                    hour: string;
                    count: number;
                }[];
            }[];
            audience: {
                ages: {
                    key: string;
                    /** @description The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1. */
                    percentage: number;
                }[];
                genders: {
                    key: string;
                    /** @description The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1. */
                    percentage: number;
                }[];
                countries: {
                    key: string;
                    /** @description The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1. */
                    percentage: number;
                }[];
                cities: {
                    key: string;
                    /** @description The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1. */
                    percentage: number;
                }[];
            };
            /**
             * Format: date-time
             * @description When the metrics were read from the platform.
             */
            fetchedAt: string;
        };
        TiktokBase64Video: {
            /** @constant */
            content_type: "video/mp4";
            base64: string;
        };
        TiktokPhotoPost: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /**
             * @description Confirms that the user accepts TikTok's Music Usage Confirmation.
             * @constant
             */
            music_usage_confirmed: true;
            /**
             * @description DIRECT_POST: the post is published. MEDIA_UPLOAD: it is sent to the user as a draft, who sets everything else in the app: TikTok ignores the texts and settings of a video draft, and of a photo draft all settings but photo_cover_index. Default: "DIRECT_POST".
             * @enum {string}
             */
            post_mode?: "DIRECT_POST" | "MEDIA_UPLOAD";
            /** @description The title of photos, at most 90 UTF-16 code units. A video has one caption instead: title and description, joined by a blank line, at most 2200 UTF-16 code units together, which is not checked for drafts. Longer texts are rejected (`provider_rejected`; `invalid_request` for a title of more than 2200 characters). */
            tiktok_title?: string;
            /** @description The description of photos, at most 4000 UTF-16 code units (otherwise `provider_rejected`; `invalid_request` for more than 4000 characters); of a video, the second part of its caption (see tiktok_title). */
            tiktok_description?: string;
            /**
             * @description Who can see the post. A video can only be PUBLIC_TO_EVERYONE (otherwise `privacy_level_unsupported`). A level that the account does not allow is rejected (`invalid_post_settings`). Drafts are not checked. Default: PUBLIC_TO_EVERYONE.
             * @enum {string}
             */
            privacy_level?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description Whether comments on the post are disabled. It must be true if the account has turned comments off (otherwise `invalid_post_settings`); drafts are not checked. Default: false. */
            disable_comment?: boolean;
            /** @description Whether duets with the video are disabled; as for disable_comment, it must be true if the account has turned duets off. Ignored for photos. Default: false. */
            disable_duet?: boolean;
            /** @description Whether stitches of the video are disabled; as for disable_comment, it must be true if the account has turned stitches off. Ignored for photos. Default: false. */
            disable_stitch?: boolean;
            /** @description The time in the video, in milliseconds, of the frame that becomes the cover, not after its end (otherwise `invalid_post_settings`; not checked for drafts, or if the file does not tell its duration); ignored for photos. Default: 1000. */
            cover_timestamp?: number;
            /** @description The index, from 0, of the photo that becomes the cover, which must exist (otherwise `invalid_post_settings`); ignored for a video. Default: 0. */
            photo_cover_index?: number;
            /** @description Whether TikTok adds music to the photos; ignored for a video. Default: false. */
            auto_add_music?: boolean;
            /** @description Whether a video is labelled as generated by AI. For photos, true is rejected (`invalid_post_settings`); in drafts, it is ignored. Default: false. */
            is_aigc?: boolean;
            /** @description Whether the post is labelled as branded content (it promotes another business). privacy_level must then be PUBLIC_TO_EVERYONE (otherwise `invalid_post_settings`, for a video `privacy_level_unsupported`); drafts are not checked. Default: false. */
            brand_content_toggle?: boolean;
            /** @description Whether the post is labelled as promoting the account's own business. Default: false. */
            brand_organic_toggle?: boolean;
            photos: components["schemas"]["Base64Image"][];
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        TiktokPhotosForm: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /**
             * @description Confirms that the user accepts TikTok's Music Usage Confirmation.
             * @constant
             */
            music_usage_confirmed: true;
            /**
             * @description DIRECT_POST: the post is published. MEDIA_UPLOAD: it is sent to the user as a draft, who sets everything else in the app: TikTok ignores the texts and settings of a video draft, and of a photo draft all settings but photo_cover_index. Default: "DIRECT_POST".
             * @enum {string}
             */
            post_mode?: "DIRECT_POST" | "MEDIA_UPLOAD";
            /** @description The title of photos, at most 90 UTF-16 code units. A video has one caption instead: title and description, joined by a blank line, at most 2200 UTF-16 code units together, which is not checked for drafts. Longer texts are rejected (`provider_rejected`; `invalid_request` for a title of more than 2200 characters). */
            tiktok_title?: string;
            /** @description The description of photos, at most 4000 UTF-16 code units (otherwise `provider_rejected`; `invalid_request` for more than 4000 characters); of a video, the second part of its caption (see tiktok_title). */
            tiktok_description?: string;
            /**
             * @description Who can see the post. A video can only be PUBLIC_TO_EVERYONE (otherwise `privacy_level_unsupported`). A level that the account does not allow is rejected (`invalid_post_settings`). Drafts are not checked. Default: PUBLIC_TO_EVERYONE.
             * @enum {string}
             */
            privacy_level?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description Whether comments on the post are disabled. It must be true if the account has turned comments off (otherwise `invalid_post_settings`); drafts are not checked. Default: false. */
            disable_comment?: boolean;
            /** @description Whether duets with the video are disabled; as for disable_comment, it must be true if the account has turned duets off. Ignored for photos. Default: false. */
            disable_duet?: boolean;
            /** @description Whether stitches of the video are disabled; as for disable_comment, it must be true if the account has turned stitches off. Ignored for photos. Default: false. */
            disable_stitch?: boolean;
            /** @description The time in the video, in milliseconds, of the frame that becomes the cover, not after its end (otherwise `invalid_post_settings`; not checked for drafts, or if the file does not tell its duration); ignored for photos. Default: 1000. */
            cover_timestamp?: number;
            /** @description The index, from 0, of the photo that becomes the cover, which must exist (otherwise `invalid_post_settings`); ignored for a video. Default: 0. */
            photo_cover_index?: number;
            /** @description Whether TikTok adds music to the photos; ignored for a video. Default: false. */
            auto_add_music?: boolean;
            /** @description Whether a video is labelled as generated by AI. For photos, true is rejected (`invalid_post_settings`); in drafts, it is ignored. Default: false. */
            is_aigc?: boolean;
            /** @description Whether the post is labelled as branded content (it promotes another business). privacy_level must then be PUBLIC_TO_EVERYONE (otherwise `invalid_post_settings`, for a video `privacy_level_unsupported`); drafts are not checked. Default: false. */
            brand_content_toggle?: boolean;
            /** @description Whether the post is labelled as promoting the account's own business. Default: false. */
            brand_organic_toggle?: boolean;
            "photos[]": string[];
        };
        /** @description Give exactly one of video and photos. */
        TiktokPost: components["schemas"]["TiktokVideoPost"] | components["schemas"]["TiktokPhotoPost"];
        TiktokPostForm: components["schemas"]["TiktokPhotosForm"] | components["schemas"]["TiktokVideoForm"];
        /** @description Give either base64 with its content type, or url. */
        TiktokVideo: components["schemas"]["TiktokBase64Video"] | components["schemas"]["UrlMedia"];
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        TiktokVideoForm: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /**
             * @description Confirms that the user accepts TikTok's Music Usage Confirmation.
             * @constant
             */
            music_usage_confirmed: true;
            /**
             * @description DIRECT_POST: the post is published. MEDIA_UPLOAD: it is sent to the user as a draft, who sets everything else in the app: TikTok ignores the texts and settings of a video draft, and of a photo draft all settings but photo_cover_index. Default: "DIRECT_POST".
             * @enum {string}
             */
            post_mode?: "DIRECT_POST" | "MEDIA_UPLOAD";
            /** @description The title of photos, at most 90 UTF-16 code units. A video has one caption instead: title and description, joined by a blank line, at most 2200 UTF-16 code units together, which is not checked for drafts. Longer texts are rejected (`provider_rejected`; `invalid_request` for a title of more than 2200 characters). */
            tiktok_title?: string;
            /** @description The description of photos, at most 4000 UTF-16 code units (otherwise `provider_rejected`; `invalid_request` for more than 4000 characters); of a video, the second part of its caption (see tiktok_title). */
            tiktok_description?: string;
            /**
             * @description Who can see the post. A video can only be PUBLIC_TO_EVERYONE (otherwise `privacy_level_unsupported`). A level that the account does not allow is rejected (`invalid_post_settings`). Drafts are not checked. Default: PUBLIC_TO_EVERYONE.
             * @enum {string}
             */
            privacy_level?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description Whether comments on the post are disabled. It must be true if the account has turned comments off (otherwise `invalid_post_settings`); drafts are not checked. Default: false. */
            disable_comment?: boolean;
            /** @description Whether duets with the video are disabled; as for disable_comment, it must be true if the account has turned duets off. Ignored for photos. Default: false. */
            disable_duet?: boolean;
            /** @description Whether stitches of the video are disabled; as for disable_comment, it must be true if the account has turned stitches off. Ignored for photos. Default: false. */
            disable_stitch?: boolean;
            /** @description The time in the video, in milliseconds, of the frame that becomes the cover, not after its end (otherwise `invalid_post_settings`; not checked for drafts, or if the file does not tell its duration); ignored for photos. Default: 1000. */
            cover_timestamp?: number;
            /** @description The index, from 0, of the photo that becomes the cover, which must exist (otherwise `invalid_post_settings`); ignored for a video. Default: 0. */
            photo_cover_index?: number;
            /** @description Whether TikTok adds music to the photos; ignored for a video. Default: false. */
            auto_add_music?: boolean;
            /** @description Whether a video is labelled as generated by AI. For photos, true is rejected (`invalid_post_settings`); in drafts, it is ignored. Default: false. */
            is_aigc?: boolean;
            /** @description Whether the post is labelled as branded content (it promotes another business). privacy_level must then be PUBLIC_TO_EVERYONE (otherwise `invalid_post_settings`, for a video `privacy_level_unsupported`); drafts are not checked. Default: false. */
            brand_content_toggle?: boolean;
            /** @description Whether the post is labelled as promoting the account's own business. Default: false. */
            brand_organic_toggle?: boolean;
            /**
             * Format: binary
             * @description The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.
             */
            video: string;
        };
        TiktokVideoInsights: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            /** @description The videos, newest first. Videos in videoIds that the platform does not return, such as private ones and those of other accounts, are omitted. The metrics stop changing 365 days after a video was published. */
            videos: {
                id: string;
                mediaType: string | null;
                isAd: boolean | null;
                caption: string | null;
                /** @description The URL of the video's cover, which is signed and expires: read the report again for a new one. null if the platform does not report it. */
                coverImageUrl: string | null;
                shareUrl: string | null;
                embedUrl: string | null;
                durationSeconds: number | null;
                likeCount: number | null;
                commentCount: number | null;
                shareCount: number | null;
                favoriteCount: number | null;
                viewCount: number | null;
                reach: number | null;
                /** Format: date-time */
                createdAt: string | null;
                insights: {
                    totalTimeWatchedSeconds: number | null;
                    averageTimeWatchedSeconds: number | null;
                    /** @description The share of views in which the video was watched to its end, as a fraction from 0 to 1; null if the platform does not report it. */
                    fullVideoWatchedRate: number | null;
                    newFollowers: number | null;
                    profileViews: number | null;
                    /** @description The share of viewers who still watch at each second of the video, as a fraction from 0 to 1 (`percentage`); empty if the platform does not report it. */
                    retention: {
                        second: string;
                        percentage: number;
                    }[];
                    impressionSources: {
                        key: string;
                        /** @description The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1. */
                        percentage: number;
                    }[];
                    audienceGenders: {
                        key: string;
                        /** @description The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1. */
                        percentage: number;
                    }[];
                    audienceCountries: {
                        key: string;
                        /** @description The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1. */
                        percentage: number;
                    }[];
                    audienceCities: {
                        key: string;
                        /** @description The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1. */
                        percentage: number;
                    }[];
                    audienceTypes: {
                        key: string;
                        /** @description The share of the group `key` in the audience or, in impressionSources, in the impressions: a fraction from 0 to 1. */
                        percentage: number;
                    }[];
                };
            }[];
            /**
             * Format: date-time
             * @description When the metrics were read from the platform.
             */
            fetchedAt: string;
        };
        TiktokVideoPost: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /**
             * @description Confirms that the user accepts TikTok's Music Usage Confirmation.
             * @constant
             */
            music_usage_confirmed: true;
            /**
             * @description DIRECT_POST: the post is published. MEDIA_UPLOAD: it is sent to the user as a draft, who sets everything else in the app: TikTok ignores the texts and settings of a video draft, and of a photo draft all settings but photo_cover_index. Default: "DIRECT_POST".
             * @enum {string}
             */
            post_mode?: "DIRECT_POST" | "MEDIA_UPLOAD";
            /** @description The title of photos, at most 90 UTF-16 code units. A video has one caption instead: title and description, joined by a blank line, at most 2200 UTF-16 code units together, which is not checked for drafts. Longer texts are rejected (`provider_rejected`; `invalid_request` for a title of more than 2200 characters). */
            tiktok_title?: string;
            /** @description The description of photos, at most 4000 UTF-16 code units (otherwise `provider_rejected`; `invalid_request` for more than 4000 characters); of a video, the second part of its caption (see tiktok_title). */
            tiktok_description?: string;
            /**
             * @description Who can see the post. A video can only be PUBLIC_TO_EVERYONE (otherwise `privacy_level_unsupported`). A level that the account does not allow is rejected (`invalid_post_settings`). Drafts are not checked. Default: PUBLIC_TO_EVERYONE.
             * @enum {string}
             */
            privacy_level?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description Whether comments on the post are disabled. It must be true if the account has turned comments off (otherwise `invalid_post_settings`); drafts are not checked. Default: false. */
            disable_comment?: boolean;
            /** @description Whether duets with the video are disabled; as for disable_comment, it must be true if the account has turned duets off. Ignored for photos. Default: false. */
            disable_duet?: boolean;
            /** @description Whether stitches of the video are disabled; as for disable_comment, it must be true if the account has turned stitches off. Ignored for photos. Default: false. */
            disable_stitch?: boolean;
            /** @description The time in the video, in milliseconds, of the frame that becomes the cover, not after its end (otherwise `invalid_post_settings`; not checked for drafts, or if the file does not tell its duration); ignored for photos. Default: 1000. */
            cover_timestamp?: number;
            /** @description The index, from 0, of the photo that becomes the cover, which must exist (otherwise `invalid_post_settings`); ignored for a video. Default: 0. */
            photo_cover_index?: number;
            /** @description Whether TikTok adds music to the photos; ignored for a video. Default: false. */
            auto_add_music?: boolean;
            /** @description Whether a video is labelled as generated by AI. For photos, true is rejected (`invalid_post_settings`); in drafts, it is ignored. Default: false. */
            is_aigc?: boolean;
            /** @description Whether the post is labelled as branded content (it promotes another business). privacy_level must then be PUBLIC_TO_EVERYONE (otherwise `invalid_post_settings`, for a video `privacy_level_unsupported`); drafts are not checked. Default: false. */
            brand_content_toggle?: boolean;
            /** @description Whether the post is labelled as promoting the account's own business. Default: false. */
            brand_organic_toggle?: boolean;
            video: components["schemas"]["TiktokVideo"];
        };
        /** @description The Authorization header is missing or malformed, or its key does not exist, was deleted, has expired, or cannot be used from this IP address. */
        UnauthorizedError: {
            error: {
                /** @constant */
                code: "unauthorized";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The post has a field `scheduled_date`, `add_to_queue` or `async_upload`, which Carillon does not support. POST /schedules publishes later. */
        UnsupportedFeatureError: {
            error: {
                /** @constant */
                code: "unsupported_feature";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The Content-Type is missing or not one that the operation accepts, its charset is not UTF-8, or the request has a Content-Encoding. */
        UnsupportedMediaTypeError: {
            error: {
                /** @constant */
                code: "unsupported_media_type";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The operation does not support this platform, or not with a multipart form. */
        UnsupportedPlatformError: {
            error: {
                /** @constant */
                code: "unsupported_platform";
                /** @description For humans; may change. */
                message: string;
                details?: components["schemas"]["ValidationIssue"][];
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        UpdateAccountRequest: {
            xCapabilities: {
                analytics?: boolean;
                inbox?: boolean;
            };
        };
        /** @description At least one of name, spendCap, resetSpend, endAdvertiser, mediaAgency, partner, dsaBeneficiary, dsaPayor must be given. */
        UpdateAdAccountRequest: components["schemas"]["UpdateAdAccountRequestWithName"] | components["schemas"]["UpdateAdAccountRequestWithSpendCap"] | components["schemas"]["UpdateAdAccountRequestWithResetSpend"] | components["schemas"]["UpdateAdAccountRequestWithEndAdvertiser"] | components["schemas"]["UpdateAdAccountRequestWithMediaAgency"] | components["schemas"]["UpdateAdAccountRequestWithPartner"] | components["schemas"]["UpdateAdAccountRequestWithDsaBeneficiary"] | components["schemas"]["UpdateAdAccountRequestWithDsaPayor"];
        UpdateAdAccountRequestWithDsaBeneficiary: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            name?: string;
            /** @description The amount after which the ads of the account stop, in Meta's minor unit of its currency (see `currency`); null removes the cap. `amountSpent` counts towards it; resetSpend sets `amountSpent` to 0. */
            spendCap?: number | null;
            /**
             * @description true counts the spending towards the cap from 0 again. It cannot be sent with spendCap null.
             * @constant
             */
            resetSpend?: true;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            endAdvertiser?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            mediaAgency?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            partner?: string;
            /** @description The default for dsaBeneficiary of campaigns: who benefits from ads in the European Union. Facebook rejects it without dsaPayor, unless the ad account already has one. */
            dsaBeneficiary: string;
            /** @description The default for dsaPayor of campaigns: who pays for ads in the European Union. Facebook rejects it without dsaBeneficiary, unless the ad account already has one. */
            dsaPayor?: string;
        };
        UpdateAdAccountRequestWithDsaPayor: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            name?: string;
            /** @description The amount after which the ads of the account stop, in Meta's minor unit of its currency (see `currency`); null removes the cap. `amountSpent` counts towards it; resetSpend sets `amountSpent` to 0. */
            spendCap?: number | null;
            /**
             * @description true counts the spending towards the cap from 0 again. It cannot be sent with spendCap null.
             * @constant
             */
            resetSpend?: true;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            endAdvertiser?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            mediaAgency?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            partner?: string;
            /** @description The default for dsaBeneficiary of campaigns: who benefits from ads in the European Union. Facebook rejects it without dsaPayor, unless the ad account already has one. */
            dsaBeneficiary?: string;
            /** @description The default for dsaPayor of campaigns: who pays for ads in the European Union. Facebook rejects it without dsaBeneficiary, unless the ad account already has one. */
            dsaPayor: string;
        };
        UpdateAdAccountRequestWithEndAdvertiser: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            name?: string;
            /** @description The amount after which the ads of the account stop, in Meta's minor unit of its currency (see `currency`); null removes the cap. `amountSpent` counts towards it; resetSpend sets `amountSpent` to 0. */
            spendCap?: number | null;
            /**
             * @description true counts the spending towards the cap from 0 again. It cannot be sent with spendCap null.
             * @constant
             */
            resetSpend?: true;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            endAdvertiser: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            mediaAgency?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            partner?: string;
            /** @description The default for dsaBeneficiary of campaigns: who benefits from ads in the European Union. Facebook rejects it without dsaPayor, unless the ad account already has one. */
            dsaBeneficiary?: string;
            /** @description The default for dsaPayor of campaigns: who pays for ads in the European Union. Facebook rejects it without dsaBeneficiary, unless the ad account already has one. */
            dsaPayor?: string;
        };
        UpdateAdAccountRequestWithMediaAgency: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            name?: string;
            /** @description The amount after which the ads of the account stop, in Meta's minor unit of its currency (see `currency`); null removes the cap. `amountSpent` counts towards it; resetSpend sets `amountSpent` to 0. */
            spendCap?: number | null;
            /**
             * @description true counts the spending towards the cap from 0 again. It cannot be sent with spendCap null.
             * @constant
             */
            resetSpend?: true;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            endAdvertiser?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            mediaAgency: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            partner?: string;
            /** @description The default for dsaBeneficiary of campaigns: who benefits from ads in the European Union. Facebook rejects it without dsaPayor, unless the ad account already has one. */
            dsaBeneficiary?: string;
            /** @description The default for dsaPayor of campaigns: who pays for ads in the European Union. Facebook rejects it without dsaBeneficiary, unless the ad account already has one. */
            dsaPayor?: string;
        };
        UpdateAdAccountRequestWithName: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            name: string;
            /** @description The amount after which the ads of the account stop, in Meta's minor unit of its currency (see `currency`); null removes the cap. `amountSpent` counts towards it; resetSpend sets `amountSpent` to 0. */
            spendCap?: number | null;
            /**
             * @description true counts the spending towards the cap from 0 again. It cannot be sent with spendCap null.
             * @constant
             */
            resetSpend?: true;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            endAdvertiser?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            mediaAgency?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            partner?: string;
            /** @description The default for dsaBeneficiary of campaigns: who benefits from ads in the European Union. Facebook rejects it without dsaPayor, unless the ad account already has one. */
            dsaBeneficiary?: string;
            /** @description The default for dsaPayor of campaigns: who pays for ads in the European Union. Facebook rejects it without dsaBeneficiary, unless the ad account already has one. */
            dsaPayor?: string;
        };
        UpdateAdAccountRequestWithPartner: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            name?: string;
            /** @description The amount after which the ads of the account stop, in Meta's minor unit of its currency (see `currency`); null removes the cap. `amountSpent` counts towards it; resetSpend sets `amountSpent` to 0. */
            spendCap?: number | null;
            /**
             * @description true counts the spending towards the cap from 0 again. It cannot be sent with spendCap null.
             * @constant
             */
            resetSpend?: true;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            endAdvertiser?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            mediaAgency?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            partner: string;
            /** @description The default for dsaBeneficiary of campaigns: who benefits from ads in the European Union. Facebook rejects it without dsaPayor, unless the ad account already has one. */
            dsaBeneficiary?: string;
            /** @description The default for dsaPayor of campaigns: who pays for ads in the European Union. Facebook rejects it without dsaBeneficiary, unless the ad account already has one. */
            dsaPayor?: string;
        };
        UpdateAdAccountRequestWithResetSpend: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            name?: string;
            /** @description The amount after which the ads of the account stop, in Meta's minor unit of its currency (see `currency`); null removes the cap. `amountSpent` counts towards it; resetSpend sets `amountSpent` to 0. */
            spendCap?: number | null;
            /**
             * @description true counts the spending towards the cap from 0 again. It cannot be sent with spendCap null.
             * @constant
             */
            resetSpend: true;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            endAdvertiser?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            mediaAgency?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            partner?: string;
            /** @description The default for dsaBeneficiary of campaigns: who benefits from ads in the European Union. Facebook rejects it without dsaPayor, unless the ad account already has one. */
            dsaBeneficiary?: string;
            /** @description The default for dsaPayor of campaigns: who pays for ads in the European Union. Facebook rejects it without dsaBeneficiary, unless the ad account already has one. */
            dsaPayor?: string;
        };
        UpdateAdAccountRequestWithSpendCap: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            name?: string;
            /** @description The amount after which the ads of the account stop, in Meta's minor unit of its currency (see `currency`); null removes the cap. `amountSpent` counts towards it; resetSpend sets `amountSpent` to 0. */
            spendCap: number | null;
            /**
             * @description true counts the spending towards the cap from 0 again. It cannot be sent with spendCap null.
             * @constant
             */
            resetSpend?: true;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            endAdvertiser?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            mediaAgency?: string;
            /** @description The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later. 1 to 30 digits, NONE, or UNFOUND. */
            partner?: string;
            /** @description The default for dsaBeneficiary of campaigns: who benefits from ads in the European Union. Facebook rejects it without dsaPayor, unless the ad account already has one. */
            dsaBeneficiary?: string;
            /** @description The default for dsaPayor of campaigns: who pays for ads in the European Union. Facebook rejects it without dsaBeneficiary, unless the ad account already has one. */
            dsaPayor?: string;
        };
        UpdateAdStatusRequest: {
            /**
             * Format: uuid
             * @description The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.
             */
            accountId?: string;
            /**
             * Format: uuid
             * @description The profile of the facebook account. Required without accountId.
             */
            profileId?: string;
            /** @description The id of the ad account. 1 to 30 digits, with or without act_ before them. */
            adAccountId: string;
            /** @description 1 to 30 digits. */
            id: string;
            /** @enum {string} */
            status: "active" | "paused" | "archived";
        };
        UpdateAdStatusResponse: {
            id: string;
            /** @enum {string} */
            kind: "campaign" | "adset" | "ad";
            /** @description The status that was set for the object itself, in lower case; `unknown` if the platform does not report it. */
            status: string;
            /** @description Facebook's `effective_status` in lower case, such as active, paused or campaign_paused: unlike status, it also depends on other things, such as the objects above this one and the review of an ad. Facebook may add values; `unknown` if it reports none, or if it could not be read after the change. */
            effectiveStatus: string;
        };
        UpdateBlueskyScheduleRequest: {
            publishAt?: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["BlueskyPost"];
        };
        UpdateCommentBody: components["schemas"]["UpdateInstagramCommentRequest"] | components["schemas"]["UpdateTiktokCommentRequest"] | components["schemas"]["UpdateFacebookCommentRequest"] | components["schemas"]["UpdateYoutubeCommentRequest"];
        UpdateCommentResponse: {
            /** @enum {string} */
            platform: "instagram" | "tiktok" | "facebook" | "youtube";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            comment: {
                id: string;
                /** @description Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review. If omitted, it stays as it is. */
                hidden?: boolean;
                /** @description Whether the account likes the comment. If omitted, it stays as it is. */
                liked?: boolean;
            };
        };
        /** @description hidden is required. */
        UpdateFacebookCommentRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId?: string;
            /** @description Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review. If omitted, it stays as it is. */
            hidden: boolean;
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        UpdateFacebookSchedulePhotosForm: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            "photos[]": string[];
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule?: {
                publishAt?: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        UpdateFacebookScheduleReelForm: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            /**
             * Format: binary
             * @description The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.
             */
            reel: string;
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule?: {
                publishAt?: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        UpdateFacebookScheduleRequest: {
            publishAt?: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["FacebookPost"];
        };
        UpdateFacebookScheduleRequestForm: components["schemas"]["UpdateFacebookSchedulePhotosForm"] | components["schemas"]["UpdateFacebookScheduleVideoForm"] | components["schemas"]["UpdateFacebookScheduleReelForm"];
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        UpdateFacebookScheduleVideoForm: {
            /** @constant */
            platform: "facebook";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            message?: string;
            /** @description The title of the video; only with `video`. */
            title?: string;
            /**
             * Format: binary
             * @description The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.
             */
            video: string;
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule?: {
                publishAt?: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        /** @description hidden is required. */
        UpdateInstagramCommentRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "instagram";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId?: string;
            /** @description Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review. If omitted, it stays as it is. */
            hidden: boolean;
        };
        UpdateInstagramScheduleRequest: {
            publishAt?: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["InstagramPost"];
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        UpdateInstagramScheduleRequestForm: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "instagram";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            caption?: string;
            /** @description The usernames of users who are invited as co-authors of the post. */
            collaborators?: string[];
            /** @description Whether the post is labelled as generated by AI. */
            isAiGenerated?: boolean;
            "photos[]": string[];
            /** @description The field of this name that a JSON body has beside the `base64` of the file. If the form has several files: a JSON list with one value for each file, in their order, and null for a file without one. */
            altText?: string;
            /** @description The field of this name that a JSON body has beside the `base64` of the file. If the form has several files: a JSON list with one value for each file, in their order, and null for a file without one. */
            userTags?: string;
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule?: {
                publishAt?: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        UpdateKeyRequest: {
            /** @description The purpose of the key. */
            name?: string;
            /** @description The scopes that the key keeps, which must be among those that it has. */
            scopes?: ("*" | "profiles:read" | "profiles:write" | "accounts:read" | "accounts:write" | "posts:read" | "posts:write" | "comments:read" | "comments:write" | "messages:read" | "messages:write" | "analytics:read" | "analytics:write" | "ads:read" | "ads:write" | "usage:read" | "usage:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "schedules:read" | "schedules:write" | "keys:read" | "keys:write" | "audit:read" | "audit:write")[];
            /**
             * @description A name for a list of scopes, to send instead of scopes. full: everything. read: all `:read` scopes but those of keys and of the audit log. publisher: posts:write, schedules:write, accounts:read, analytics:read. moderator: comments:write, messages:write, posts:read, accounts:read. assistant: those of publisher and moderator.
             * @enum {string}
             */
            preset?: "full" | "read" | "publisher" | "moderator" | "assistant";
            /**
             * Format: uuid
             * @description The only profile to which the key keeps access.
             */
            profileId?: string;
            /** @description The profiles to which the key keeps access, to send instead of profileId. */
            profileIds?: string[];
            /** @description Replaces all budgets of the key: one that is omitted is then unlimited, and null removes all. The use of today stays counted. If the key of the request has a limit for a budget, it can raise this budget only for keys that it created, directly or through others. */
            budgets?: {
                /** @description The maximum number of publishes per UTC day. A scheduled post counts on the day on which it is due or released. */
                publishesPerDay?: number;
                /** @description The maximum number of comments and replies per UTC day. */
                repliesPerDay?: number;
                /** @description The maximum number of messages per UTC day. */
                messagesPerDay?: number;
                /** @description The maximum number of ad campaigns per UTC day. */
                campaignsPerDay?: number;
                /** @description The maximum number of requests per minute of this key alone: keys that it creates have limits of their own. Has an effect only below the rate limit that Carillon sets for every key. */
                requestsPerMinute?: number;
            } | null;
            /** @description The IP addresses and networks from which the key can be used; null for all. */
            allowedIps?: string[] | null;
            /**
             * Format: date-time
             * @description When the key stops working. Must be in the future; null for never.
             */
            expiresAt?: string | null;
        };
        UpdateOrganizationRequest: {
            /** @description The name that customers see. */
            name?: string;
            /** @description The colour of buttons on the pages of connect links; null for the default colour. The text of buttons is black or white. A colour such as #1a5fb4. */
            color?: string | null;
            /** @description The logo: a PNG, JPEG or WebP image of at most 512 KiB and 4096 pixels on each side, which Carillon stores as a WebP image of at most 512 pixels on each side. null removes the logo. */
            logo?: {
                base64: string;
            } | null;
        };
        UpdateScheduleBody: components["schemas"]["UpdateInstagramScheduleRequest"] | components["schemas"]["UpdateFacebookScheduleRequest"] | components["schemas"]["UpdateTiktokScheduleRequest"] | components["schemas"]["UpdateYoutubeScheduleRequest"] | components["schemas"]["UpdateXScheduleRequest"] | components["schemas"]["UpdateBlueskyScheduleRequest"] | components["schemas"]["UpdateScheduleRequest"];
        UpdateScheduleForm: components["schemas"]["UpdateInstagramScheduleRequestForm"] | components["schemas"]["UpdateTiktokScheduleRequestForm"] | components["schemas"]["UpdateFacebookScheduleRequestForm"];
        /** @description At least one field is required. */
        UpdateScheduleRequest: {
            publishAt?: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
        };
        /** @description At least one of hidden and liked must be given. With hidden, postId is required; with liked alone, only for a comment that Carillon has not stored (`comment_not_found`). */
        UpdateTiktokCommentRequest: components["schemas"]["UpdateTiktokCommentRequestWithHidden"] | components["schemas"]["UpdateTiktokCommentRequestWithLiked"];
        UpdateTiktokCommentRequestWithHidden: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId: string;
            /** @description Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review. If omitted, it stays as it is. */
            hidden: boolean;
            /** @description Whether the account likes the comment. If omitted, it stays as it is. */
            liked?: boolean;
        };
        UpdateTiktokCommentRequestWithLiked: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId?: string;
            /** @description Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review. If omitted, it stays as it is. */
            hidden?: boolean;
            /** @description Whether the account likes the comment. If omitted, it stays as it is. */
            liked: boolean;
        };
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        UpdateTiktokSchedulePhotosForm: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /**
             * @description Confirms that the user accepts TikTok's Music Usage Confirmation.
             * @constant
             */
            music_usage_confirmed: true;
            /**
             * @description DIRECT_POST: the post is published. MEDIA_UPLOAD: it is sent to the user as a draft, who sets everything else in the app: TikTok ignores the texts and settings of a video draft, and of a photo draft all settings but photo_cover_index. Default: "DIRECT_POST".
             * @enum {string}
             */
            post_mode?: "DIRECT_POST" | "MEDIA_UPLOAD";
            /** @description The title of photos, at most 90 UTF-16 code units. A video has one caption instead: title and description, joined by a blank line, at most 2200 UTF-16 code units together, which is not checked for drafts. Longer texts are rejected (`provider_rejected`; `invalid_request` for a title of more than 2200 characters). */
            tiktok_title?: string;
            /** @description The description of photos, at most 4000 UTF-16 code units (otherwise `provider_rejected`; `invalid_request` for more than 4000 characters); of a video, the second part of its caption (see tiktok_title). */
            tiktok_description?: string;
            /**
             * @description Who can see the post. A video can only be PUBLIC_TO_EVERYONE (otherwise `privacy_level_unsupported`). A level that the account does not allow is rejected (`invalid_post_settings`). Drafts are not checked. Default: PUBLIC_TO_EVERYONE.
             * @enum {string}
             */
            privacy_level?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description Whether comments on the post are disabled. It must be true if the account has turned comments off (otherwise `invalid_post_settings`); drafts are not checked. Default: false. */
            disable_comment?: boolean;
            /** @description Whether duets with the video are disabled; as for disable_comment, it must be true if the account has turned duets off. Ignored for photos. Default: false. */
            disable_duet?: boolean;
            /** @description Whether stitches of the video are disabled; as for disable_comment, it must be true if the account has turned stitches off. Ignored for photos. Default: false. */
            disable_stitch?: boolean;
            /** @description The time in the video, in milliseconds, of the frame that becomes the cover, not after its end (otherwise `invalid_post_settings`; not checked for drafts, or if the file does not tell its duration); ignored for photos. Default: 1000. */
            cover_timestamp?: number;
            /** @description The index, from 0, of the photo that becomes the cover, which must exist (otherwise `invalid_post_settings`); ignored for a video. Default: 0. */
            photo_cover_index?: number;
            /** @description Whether TikTok adds music to the photos; ignored for a video. Default: false. */
            auto_add_music?: boolean;
            /** @description Whether a video is labelled as generated by AI. For photos, true is rejected (`invalid_post_settings`); in drafts, it is ignored. Default: false. */
            is_aigc?: boolean;
            /** @description Whether the post is labelled as branded content (it promotes another business). privacy_level must then be PUBLIC_TO_EVERYONE (otherwise `invalid_post_settings`, for a video `privacy_level_unsupported`); drafts are not checked. Default: false. */
            brand_content_toggle?: boolean;
            /** @description Whether the post is labelled as promoting the account's own business. Default: false. */
            brand_organic_toggle?: boolean;
            "photos[]": string[];
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule?: {
                publishAt?: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        UpdateTiktokScheduleRequest: {
            publishAt?: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["TiktokPost"];
        };
        UpdateTiktokScheduleRequestForm: components["schemas"]["UpdateTiktokSchedulePhotosForm"] | components["schemas"]["UpdateTiktokScheduleVideoForm"];
        /** @description A form. A field that is a list is sent once for each entry, or once as JSON. */
        UpdateTiktokScheduleVideoForm: {
            /** @constant */
            platform: "tiktok";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /**
             * @description Confirms that the user accepts TikTok's Music Usage Confirmation.
             * @constant
             */
            music_usage_confirmed: true;
            /**
             * @description DIRECT_POST: the post is published. MEDIA_UPLOAD: it is sent to the user as a draft, who sets everything else in the app: TikTok ignores the texts and settings of a video draft, and of a photo draft all settings but photo_cover_index. Default: "DIRECT_POST".
             * @enum {string}
             */
            post_mode?: "DIRECT_POST" | "MEDIA_UPLOAD";
            /** @description The title of photos, at most 90 UTF-16 code units. A video has one caption instead: title and description, joined by a blank line, at most 2200 UTF-16 code units together, which is not checked for drafts. Longer texts are rejected (`provider_rejected`; `invalid_request` for a title of more than 2200 characters). */
            tiktok_title?: string;
            /** @description The description of photos, at most 4000 UTF-16 code units (otherwise `provider_rejected`; `invalid_request` for more than 4000 characters); of a video, the second part of its caption (see tiktok_title). */
            tiktok_description?: string;
            /**
             * @description Who can see the post. A video can only be PUBLIC_TO_EVERYONE (otherwise `privacy_level_unsupported`). A level that the account does not allow is rejected (`invalid_post_settings`). Drafts are not checked. Default: PUBLIC_TO_EVERYONE.
             * @enum {string}
             */
            privacy_level?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description Whether comments on the post are disabled. It must be true if the account has turned comments off (otherwise `invalid_post_settings`); drafts are not checked. Default: false. */
            disable_comment?: boolean;
            /** @description Whether duets with the video are disabled; as for disable_comment, it must be true if the account has turned duets off. Ignored for photos. Default: false. */
            disable_duet?: boolean;
            /** @description Whether stitches of the video are disabled; as for disable_comment, it must be true if the account has turned stitches off. Ignored for photos. Default: false. */
            disable_stitch?: boolean;
            /** @description The time in the video, in milliseconds, of the frame that becomes the cover, not after its end (otherwise `invalid_post_settings`; not checked for drafts, or if the file does not tell its duration); ignored for photos. Default: 1000. */
            cover_timestamp?: number;
            /** @description The index, from 0, of the photo that becomes the cover, which must exist (otherwise `invalid_post_settings`); ignored for a video. Default: 0. */
            photo_cover_index?: number;
            /** @description Whether TikTok adds music to the photos; ignored for a video. Default: false. */
            auto_add_music?: boolean;
            /** @description Whether a video is labelled as generated by AI. For photos, true is rejected (`invalid_post_settings`); in drafts, it is ignored. Default: false. */
            is_aigc?: boolean;
            /** @description Whether the post is labelled as branded content (it promotes another business). privacy_level must then be PUBLIC_TO_EVERYONE (otherwise `invalid_post_settings`, for a video `privacy_level_unsupported`); drafts are not checked. Default: false. */
            brand_content_toggle?: boolean;
            /** @description Whether the post is labelled as promoting the account's own business. Default: false. */
            brand_organic_toggle?: boolean;
            /**
             * Format: binary
             * @description The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.
             */
            video: string;
            /** @description A JSON object with the fields that a JSON body has beside `post`: `publishAt` and `onLate`. */
            schedule?: {
                publishAt?: components["schemas"]["PublishAt"];
                onLate?: components["schemas"]["OnLateRequest"];
            };
        };
        UpdateWebhookEndpointRequest: {
            /** @description The URL to which events are posted: https at a public host, on port 443 or a port from 1024 on. A redirect is not followed: the attempt fails. */
            url?: string;
            /** @description Types of events. These patterns select several types: *, publish.*, post.*, connection.*, account.*, comment.*, message.*, template.*, campaign.*, schedule.*, quota.*, endpoint.*. */
            types?: ("*" | "publish.*" | "post.*" | "connection.*" | "account.*" | "comment.*" | "message.*" | "template.*" | "campaign.*" | "schedule.*" | "quota.*" | "endpoint.*" | "publish.accepted" | "publish.published" | "publish.failed" | "publish.unknown" | "publish.resolved" | "post.deleted" | "connection.completed" | "connection.failed" | "account.connected" | "account.updated" | "account.expiring" | "account.expired" | "account.disconnected" | "comment.created" | "comment.updated" | "comment.deleted" | "message.received" | "message.sent" | "message.status" | "message.failed" | "template.updated" | "campaign.created" | "campaign.failed" | "schedule.at_risk" | "schedule.held" | "quota.exhausted" | "endpoint.disabled" | "ping")[];
            /** @description A description of the endpoint, for your own use; null removes it. */
            description?: string | null;
            /** @description Headers that are sent with each delivery, such as authorization, keyed by name. Their values are stored encrypted and never returned. Rejected names: host, user-agent, cookie, expect, content-*, webhook-*, and headers of the connection, such as te and upgrade. */
            headers?: {
                [key: string]: string;
            };
            /** @description Whether events are delivered to the endpoint. A new endpoint is enabled by default. */
            enabled?: boolean;
        };
        UpdateXScheduleRequest: {
            publishAt?: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["XPost"];
        };
        /** @description hidden is required. */
        UpdateYoutubeCommentRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "youtube";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post. */
            postId?: string;
            /** @description Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review. If omitted, it stays as it is. */
            hidden: boolean;
        };
        UpdateYoutubeScheduleRequest: {
            publishAt?: components["schemas"]["PublishAt"];
            onLate?: components["schemas"]["OnLateRequest"];
            post: components["schemas"]["YoutubePost"];
        };
        Upload: {
            /** Format: uuid */
            uploadId: string;
            /**
             * @description incomplete: bytes are missing, or the pieces that have arrived are being joined. complete: posts can use the file.
             * @enum {string}
             */
            status: "incomplete" | "complete";
            /** @description The size of the whole file in bytes. */
            bytes: number;
            /** @description The number of bytes that have arrived. */
            received: number;
            /** @description While the upload is incomplete: the media type that the client announced, null if it announced none. Once it is complete: the type detected from the bytes (JPEG, PNG, WebP, GIF, MP4, QuickTime or WebM), null for any other file, such as a PDF. */
            contentType: string | null;
            /** @description The width in pixels as displayed; null while the upload is incomplete, and if the file is not a usable image or video. */
            width: number | null;
            /** @description The height in pixels as displayed; null in the same cases as `width`. */
            height: number | null;
            /** @description The duration of a video in milliseconds; null for an image (also an animation), if the video does not tell it, and in the same cases as `width`. */
            durationMs: number | null;
            /** @description The SHA-256 of the whole file in lower-case hexadecimal; null while the upload is incomplete. */
            sha256: string | null;
            /**
             * Format: date-time
             * @description When the upload is deleted. Posts and schedules that used it before keep their files.
             */
            expiresAt: string;
        };
        /** @description Some bytes of the upload have not arrived; a post can be published with complete uploads only. */
        UploadIncompleteError: {
            error: {
                /** @constant */
                code: "upload_incomplete";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The platform accepts no more videos from the account for now: it has reached its limit of videos or bytes, or has too many unfinished uploads. Send the post again later, such as on the next day. */
        UploadLimitExceededError: {
            error: {
                /** @constant */
                code: "upload_limit_exceeded";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The upload does not exist, has expired, or belongs to another organization. For an upload from a publish: the publish has no stored file at this path, or the file is no longer kept. */
        UploadNotFoundError: {
            error: {
                /** @constant */
                code: "upload_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description The request would exceed one of three totals of the organization; the message says which: that of its uploads (delete some, or wait until they expire), that of the media of its scheduled and held posts (cancel some, or wait until they are published), or that of the media of its publishes (wait until they are removed, by default an hour after a publish has ended). */
        UploadQuotaExceededError: {
            error: {
                /** @constant */
                code: "upload_quota_exceeded";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        UrlMedia: {
            /**
             * Format: uri
             * @description A public URL from which Carillon downloads the file, or the URL of an upload, `<PUBLIC_URL>/api/v1/uploads/<uploadId>`, which is not downloaded.
             */
            url: string;
        };
        Usage: {
            /** @constant */
            platform: "x";
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @constant */
            currency: "USD";
            total: string;
            /** @description The charges by operation, such as post.create, and unit price; an operation whose price has changed is listed once for each price. */
            operations: {
                operation: string;
                count: number;
                unitPrice: string;
                amount: string;
            }[];
            /** @description The charges by profile; profiles without charges are left out. */
            profiles: {
                /** Format: uuid */
                profileId: string;
                amount: string;
            }[];
            /** @description The charges by UTC day; days without charges are left out. */
            daily: {
                /** Format: date */
                date: string;
                amount: string;
            }[];
        };
        ValidatePostBody: components["schemas"]["InstagramPost"] | components["schemas"]["FacebookPost"] | components["schemas"]["TiktokPost"] | components["schemas"]["YoutubePost"] | components["schemas"]["XPost"] | components["schemas"]["BlueskyPost"];
        ValidatePostForm: components["schemas"]["InstagramPostForm"] | components["schemas"]["TiktokPostForm"] | components["schemas"]["FacebookPostForm"];
        ValidationIssue: {
            /** @description Where the invalid value is in the request: names of fields and indexes of lists; empty for the request as a whole. */
            path: string[];
            message: string;
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The id of the event that is delivered, which each attempt has in the header `webhook-id`.
             */
            eventId: string;
            type: string;
            /** @description pending: an attempt follows or is in progress. delivered: an attempt succeeded. failed: no attempt is left. cancelled: no attempt follows, because the endpoint was disabled, or the event is no longer kept or may not be delivered. */
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the next attempt is due; while one is in progress, when it is repeated if its result is lost. null if none follows.
             */
            nextAttemptAt: string | null;
            /** @description The attempts, oldest first. */
            attempts: {
                /** Format: date-time */
                at: string;
                /** @description Milliseconds until the response or the failure. */
                durationMs: number;
                /** @description The HTTP status of the response; null without a response. */
                status: number | null;
                /** @description Why the attempt failed, for humans; null if it succeeded. */
                error: string | null;
                /** @description The first KiB of the response's body, in which values of the endpoint's `headers` with six characters or more are replaced by `[header]`; null without a body. */
                response: string | null;
            }[];
        };
        WebhookDeliveryList: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            nextCursor: string | null;
        };
        /** @enum {string} */
        WebhookDeliveryStatus: "pending" | "delivered" | "failed" | "cancelled";
        WebhookDeliveryWithBody: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The id of the event that is delivered, which each attempt has in the header `webhook-id`.
             */
            eventId: string;
            type: string;
            /** @description pending: an attempt follows or is in progress. delivered: an attempt succeeded. failed: no attempt is left. cancelled: no attempt follows, because the endpoint was disabled, or the event is no longer kept or may not be delivered. */
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the next attempt is due; while one is in progress, when it is repeated if its result is lost. null if none follows.
             */
            nextAttemptAt: string | null;
            /** @description The attempts, oldest first. */
            attempts: {
                /** Format: date-time */
                at: string;
                /** @description Milliseconds until the response or the failure. */
                durationMs: number;
                /** @description The HTTP status of the response; null without a response. */
                status: number | null;
                /** @description Why the attempt failed, for humans; null if it succeeded. */
                error: string | null;
                /** @description The first KiB of the response's body, in which values of the endpoint's `headers` with six characters or more are replaced by `[header]`; null without a body. */
                response: string | null;
            }[];
            /** @description The body that each attempt posts: the event as JSON. null if the event is no longer kept, or if the key may not read its object. */
            body: string | null;
        };
        WebhookEndpoint: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The types of events that are delivered, and patterns such as publish.*, as they were set. */
            types: string[];
            /**
             * Format: uuid
             * @description Only events of this profile are delivered; null for those of the whole organization.
             */
            profileId: string | null;
            description: string | null;
            /** @description The names of only those headers that were set for the endpoint (`headers`), not of those that Carillon adds to each delivery. */
            headerNames: string[];
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * @description gone: the endpoint responded with 410. failing: for five days every attempt, ten at least, failed. manual: a request disabled it. null: it is enabled.
             * @enum {string|null}
             */
            disabledReason: "gone" | "failing" | "manual" | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The organization has the maximum number of webhook endpoints. Delete endpoints that are no longer used. */
        WebhookEndpointLimitReachedError: {
            error: {
                /** @constant */
                code: "webhook_endpoint_limit_reached";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        WebhookEndpointList: {
            webhookEndpoints: components["schemas"]["WebhookEndpoint"][];
        };
        /** @description The webhook endpoint does not exist, or the API key has no access to it. */
        WebhookEndpointNotFoundError: {
            error: {
                /** @constant */
                code: "webhook_endpoint_not_found";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @enum {string} */
        WebhookEndpointStatus: "enabled" | "disabled";
        WebhookEndpointWithHealth: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The types of events that are delivered, and patterns such as publish.*, as they were set. */
            types: string[];
            /**
             * Format: uuid
             * @description Only events of this profile are delivered; null for those of the whole organization.
             */
            profileId: string | null;
            description: string | null;
            /** @description The names of only those headers that were set for the endpoint (`headers`), not of those that Carillon adds to each delivery. */
            headerNames: string[];
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * @description gone: the endpoint responded with 410. failing: for five days every attempt, ten at least, failed. manual: a request disabled it. null: it is enabled.
             * @enum {string|null}
             */
            disabledReason: "gone" | "failing" | "manual" | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            health: {
                /**
                 * Format: date-time
                 * @description When an attempt last succeeded; null if none has yet.
                 */
                lastSuccessAt: string | null;
                /**
                 * Format: date-time
                 * @description When an attempt last failed; null if none has yet.
                 */
                lastFailureAt: string | null;
                /** @description The number of deliveries with the status pending. */
                pending: number;
                /** @description The number of attempts that failed in the last 24 hours. */
                failing24h: number;
            };
        };
        /** @description The user has not written to the account within the last 24 hours; the platform accepts no reply until the user writes again. */
        WindowClosedError: {
            error: {
                /** @constant */
                code: "window_closed";
                /** @description For humans; may change. */
                message: string;
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        Write: {
            /**
             * Format: uuid
             * @description The id of the write; for a publish, its publishId.
             */
            id: string;
            /** @description reply: a reply to a comment. comment: a comment on a post. template: a message from an approved template. deletion: the deletion of a post. */
            kind: components["schemas"]["WriteKind"];
            /** @description published: the write succeeded, whatever its kind. accepted and processing: it is in progress. failed: see error. unknown: the outcome could not be determined; check the account before you send the request again. */
            status: components["schemas"]["PublishStatus"];
            platform: components["schemas"]["Platform"];
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            /** @description The result of the write, as its operation would have returned it: postIds and permalink of a publish, the comment, providerId of a message, the campaign with its ads. null until it has succeeded, and for a deletion. A comment can have only its id, as on instagram and facebook. */
            result: Record<string, never> | null;
            /** @description Why the status is failed or unknown. For a published post: what differs from the request, such as a video that the platform keeps private. Otherwise null. Also set while a campaign that could not be created is being deleted. */
            error: {
                code: components["schemas"]["ErrorCode"];
                message: string;
                /** @description As in an error response with this code; omitted if there are none. */
                details?: unknown;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @enum {string} */
        WriteKind: "publish" | "reply" | "comment" | "message" | "template" | "campaign" | "ad_account" | "deletion";
        WriteList: {
            writes: components["schemas"]["Write"][];
        };
        XBase64Media: {
            /** @enum {string} */
            content_type: "image/jpeg" | "image/png" | "image/webp" | "image/gif" | "video/mp4";
            base64: string;
        };
        /** @description The platform bills every call, so even free accounts need a card on file; see details.billingUrl. */
        XBillingRequiredError: {
            error: {
                /** @constant */
                code: "x_billing_required";
                /** @description For humans; may change. */
                message: string;
                details?: {
                    billingUrl: string;
                };
                /** @description The X-Request-Id of the response. */
                requestId: string;
                /**
                 * Format: uri
                 * @description Where the reference describes the code.
                 */
                docUrl: string;
            };
        };
        /** @description Give either base64 with its content type, or url. */
        XMedia: components["schemas"]["XBase64Media"] | components["schemas"]["UrlMedia"];
        XPost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "x";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            /** @description The text; it may be empty in a post with media. */
            text: string;
            /** @description At most four images, or one GIF, or one video. */
            media?: components["schemas"]["XMedia"][];
            /** @description Further posts, each a reply to the one before it. No two posts without media may have the same text (otherwise `provider_rejected`). */
            thread?: components["schemas"]["XThreadPost"][];
        };
        XThreadPost: {
            /** @description The text; it may be empty in a post with media. */
            text: string;
            /** @description At most four images, or one GIF, or one video. */
            media?: components["schemas"]["XMedia"][];
        };
        YoutubeChannelInsights: {
            /** @constant */
            platform: "youtube";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            channel: {
                channelId: string;
                title: string | null;
                handle: string | null;
                avatarUrl: string | null;
                /** @description The number of subscribers; null if the channel hides it or the platform does not report it. */
                subscribers: number | null;
                views: number | null;
                videos: number | null;
            };
            insights: {
                /** @description The metrics of each day, oldest first. The platform reports those of a day two to three days later. */
                daily: {
                    /** Format: date */
                    date: string;
                    views: number | null;
                    minutesWatched: number | null;
                    averageViewDurationSeconds: number | null;
                    likes: number | null;
                    comments: number | null;
                    subscribersGained: number | null;
                    subscribersLost: number | null;
                    shares: number | null;
                }[];
                /** @description The videos with the most views in the range, at most ten. */
                topVideos: {
                    videoId: string;
                    views: number | null;
                    minutesWatched: number | null;
                    averageViewDurationSeconds: number | null;
                    likes: number | null;
                    comments: number | null;
                }[];
                /** @description The viewers in the range. Either list is empty if the platform reports nothing, for example because too few viewers watched. */
                audience: {
                    ageGender: {
                        ageGroup: string;
                        gender: string;
                        /** @description The share of the viewers in percent, from 0 to 100. */
                        percentage: number;
                    }[];
                    countries: {
                        country: string;
                        views: number;
                    }[];
                };
            };
            /**
             * Format: date-time
             * @description When the metrics were read from the platform.
             */
            fetchedAt: string;
        };
        YoutubePost: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            platform: "youtube";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId?: string;
            title: string;
            /** @description The description, at most 5000 bytes in UTF-8, without < and > (otherwise `provider_rejected`; `invalid_request` for more than 100,000 characters). */
            description?: string;
            /** @description Keywords without < and >, at most 500 characters together, in which commas between tags and quotes around tags with spaces count (otherwise `provider_rejected`; `invalid_request` for more than 100 tags, or one of more than 500 characters). */
            tags?: string[];
            /** @description YouTube's id of the video's category, such as 22. Digits only. */
            category_id?: string;
            /** @enum {string} */
            privacy_status: "public" | "unlisted" | "private";
            /** @description Whether you declare that the video is made for children. */
            made_for_kids: boolean;
            /** @description Whether the video has realistic content that was altered or generated. */
            contains_synthetic_media?: boolean;
            /**
             * Format: date-time
             * @description When YouTube makes the video public (at once if the time has passed). Requires privacy_status private (otherwise `invalid_post_settings`).
             */
            publish_at?: string;
            /** @description Whether YouTube notifies the channel's subscribers of the video. Default: true. */
            notify_subscribers?: boolean;
            video: components["schemas"]["YoutubeVideo"];
        };
        /** @description Give either base64 with its content type, or url. */
        YoutubeVideo: components["schemas"]["Base64Video"] | components["schemas"]["UrlMedia"];
        YoutubeVideoInsights: {
            /** @constant */
            platform: "youtube";
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            profileId: string;
            insights: {
                /** Format: date */
                startDate: string;
                /** Format: date */
                endDate: string;
                /** @description The videos of videoIds in their order, or up to 20 of the newest ones if videoIds was not sent. All metrics of a video without data in the range, or of another channel, are null. */
                videos: {
                    videoId: string;
                    views: number | null;
                    minutesWatched: number | null;
                    averageViewDurationSeconds: number | null;
                    /** @description The average share of the video that viewers watched, in percent: from 0 to 100, or more if parts are watched again. null if the platform does not report it. */
                    averageViewPercentage: number | null;
                    likes: number | null;
                    comments: number | null;
                    shares: number | null;
                    subscribersGained: number | null;
                }[];
            };
            /**
             * Format: date-time
             * @description When the metrics were read from the platform.
             */
            fetchedAt: string;
        };
    };
    responses: never;
    parameters: {
        /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request, also in the logs: the X-Request-Id that was sent or, without a valid one, a new id. */
        RequestId: string;
        /** @description The remaining requests of the rate limit, and the seconds until it is reset: of the limit of the key or of its organization, whichever has fewer requests left. */
        RateLimit: string;
        /** @description The rate limit that RateLimit is about: the number of requests, and the seconds in which they are counted. */
        RateLimitPolicy: string;
        /** @description The version of the response. Send it as If-None-Match when you repeat the request: if nothing has changed, the response is 304 without a body. */
        ETag: string;
        /** @description The version of the object. Send it as If-Match with a change; if the object was changed since, the response is 412, or 409 if it can no longer be changed. */
        Version: string;
        /** @description Whether it is safe and useful to send the same request again. It is false if a change may already have been made, and for a quota or budget that is used up. Many generated clients follow it. */
        ShouldRetry: "true" | "false";
        /** @description Seconds to wait before a retry. */
        RetryAfter: number;
    };
    pathItems: never;
};
export type Account = components['schemas']['Account'];
export type AccountConnectedEvent = components['schemas']['AccountConnectedEvent'];
export type AccountDisconnectedEvent = components['schemas']['AccountDisconnectedEvent'];
export type AccountExpiredEvent = components['schemas']['AccountExpiredEvent'];
export type AccountExpiringEvent = components['schemas']['AccountExpiringEvent'];
export type AccountFailure = components['schemas']['AccountFailure'];
export type AccountHealth = components['schemas']['AccountHealth'];
export type AccountList = components['schemas']['AccountList'];
export type AccountNotFoundError = components['schemas']['AccountNotFoundError'];
export type AccountStatus = components['schemas']['AccountStatus'];
export type AccountUpdatedEvent = components['schemas']['AccountUpdatedEvent'];
export type AdAccount = components['schemas']['AdAccount'];
export type AdAccountList = components['schemas']['AdAccountList'];
export type AdAccountNotFoundError = components['schemas']['AdAccountNotFoundError'];
export type AdBusinessList = components['schemas']['AdBusinessList'];
export type AdInsights = components['schemas']['AdInsights'];
export type AdLeadList = components['schemas']['AdLeadList'];
export type AdObjectNotFoundError = components['schemas']['AdObjectNotFoundError'];
export type AdTree = components['schemas']['AdTree'];
export type AdsPermissionRequiredError = components['schemas']['AdsPermissionRequiredError'];
export type ApiKey = components['schemas']['ApiKey'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditLogList = components['schemas']['AuditLogList'];
export type Base64Image = components['schemas']['Base64Image'];
export type Base64Video = components['schemas']['Base64Video'];
export type BillingRequiredError = components['schemas']['BillingRequiredError'];
export type BlueskyBase64Video = components['schemas']['BlueskyBase64Video'];
export type BlueskyImage = components['schemas']['BlueskyImage'];
export type BlueskyPost = components['schemas']['BlueskyPost'];
export type BlueskyThreadPost = components['schemas']['BlueskyThreadPost'];
export type BlueskyUrlVideo = components['schemas']['BlueskyUrlVideo'];
export type BlueskyVideo = components['schemas']['BlueskyVideo'];
export type BudgetExhaustedError = components['schemas']['BudgetExhaustedError'];
export type CampaignCreatedEvent = components['schemas']['CampaignCreatedEvent'];
export type CampaignFailedEvent = components['schemas']['CampaignFailedEvent'];
export type CheckKeyRequest = components['schemas']['CheckKeyRequest'];
export type Comment = components['schemas']['Comment'];
export type CommentCreatedEvent = components['schemas']['CommentCreatedEvent'];
export type CommentDeletedEvent = components['schemas']['CommentDeletedEvent'];
export type CommentList = components['schemas']['CommentList'];
export type CommentNotFoundError = components['schemas']['CommentNotFoundError'];
export type CommentNotOwnedError = components['schemas']['CommentNotOwnedError'];
export type CommentUpdatedEvent = components['schemas']['CommentUpdatedEvent'];
export type ConnectLink = components['schemas']['ConnectLink'];
export type ConnectLinkLimitReachedError = components['schemas']['ConnectLinkLimitReachedError'];
export type ConnectLinkList = components['schemas']['ConnectLinkList'];
export type ConnectLinkNotFoundError = components['schemas']['ConnectLinkNotFoundError'];
export type ConnectionCompletedEvent = components['schemas']['ConnectionCompletedEvent'];
export type ConnectionExpiredError = components['schemas']['ConnectionExpiredError'];
export type ConnectionFailedEvent = components['schemas']['ConnectionFailedEvent'];
export type ConnectionSession = components['schemas']['ConnectionSession'];
export type ConnectionSessionNotFoundError = components['schemas']['ConnectionSessionNotFoundError'];
export type ConnectionSessionStatus = components['schemas']['ConnectionSessionStatus'];
export type CreateAdAccountRequest = components['schemas']['CreateAdAccountRequest'];
export type CreateAdAccountResponse = components['schemas']['CreateAdAccountResponse'];
export type CreateAdCampaignRequest = components['schemas']['CreateAdCampaignRequest'];
export type CreateAdCampaignRequestWithDailyBudget = components['schemas']['CreateAdCampaignRequestWithDailyBudget'];
export type CreateAdCampaignRequestWithLifetimeBudget = components['schemas']['CreateAdCampaignRequestWithLifetimeBudget'];
export type CreateAdCampaignResponse = components['schemas']['CreateAdCampaignResponse'];
export type CreateBlueskyScheduleRequest = components['schemas']['CreateBlueskyScheduleRequest'];
export type CreateCommentBody = components['schemas']['CreateCommentBody'];
export type CreateCommentResponse = components['schemas']['CreateCommentResponse'];
export type CreateConnectLinkRequest = components['schemas']['CreateConnectLinkRequest'];
export type CreateConnectLinkResponse = components['schemas']['CreateConnectLinkResponse'];
export type CreateFacebookCommentRequest = components['schemas']['CreateFacebookCommentRequest'];
export type CreateFacebookCommentRequestWithParentId = components['schemas']['CreateFacebookCommentRequestWithParentId'];
export type CreateFacebookCommentRequestWithPostId = components['schemas']['CreateFacebookCommentRequestWithPostId'];
export type CreateFacebookSchedulePhotosForm = components['schemas']['CreateFacebookSchedulePhotosForm'];
export type CreateFacebookScheduleReelForm = components['schemas']['CreateFacebookScheduleReelForm'];
export type CreateFacebookScheduleRequest = components['schemas']['CreateFacebookScheduleRequest'];
export type CreateFacebookScheduleRequestForm = components['schemas']['CreateFacebookScheduleRequestForm'];
export type CreateFacebookScheduleVideoForm = components['schemas']['CreateFacebookScheduleVideoForm'];
export type CreateInstagramCommentRequest = components['schemas']['CreateInstagramCommentRequest'];
export type CreateInstagramScheduleRequest = components['schemas']['CreateInstagramScheduleRequest'];
export type CreateInstagramScheduleRequestForm = components['schemas']['CreateInstagramScheduleRequestForm'];
export type CreateKeyRequest = components['schemas']['CreateKeyRequest'];
export type CreateKeyResponse = components['schemas']['CreateKeyResponse'];
export type CreateOriginRequest = components['schemas']['CreateOriginRequest'];
export type CreateOriginResponse = components['schemas']['CreateOriginResponse'];
export type CreateProfileRequest = components['schemas']['CreateProfileRequest'];
export type CreateScheduleBody = components['schemas']['CreateScheduleBody'];
export type CreateScheduleForm = components['schemas']['CreateScheduleForm'];
export type CreateTiktokCommentRequest = components['schemas']['CreateTiktokCommentRequest'];
export type CreateTiktokSchedulePhotosForm = components['schemas']['CreateTiktokSchedulePhotosForm'];
export type CreateTiktokScheduleRequest = components['schemas']['CreateTiktokScheduleRequest'];
export type CreateTiktokScheduleRequestForm = components['schemas']['CreateTiktokScheduleRequestForm'];
export type CreateTiktokScheduleVideoForm = components['schemas']['CreateTiktokScheduleVideoForm'];
export type CreateWebhookEndpointRequest = components['schemas']['CreateWebhookEndpointRequest'];
export type CreateWebhookEndpointResponse = components['schemas']['CreateWebhookEndpointResponse'];
export type CreateXScheduleRequest = components['schemas']['CreateXScheduleRequest'];
export type CreateYoutubeCommentRequest = components['schemas']['CreateYoutubeCommentRequest'];
export type CreateYoutubeScheduleRequest = components['schemas']['CreateYoutubeScheduleRequest'];
export type CreatedCampaign = components['schemas']['CreatedCampaign'];
export type CreatedObject = components['schemas']['CreatedObject'];
export type DatabaseError = components['schemas']['DatabaseError'];
export type DeadlinePassedError = components['schemas']['DeadlinePassedError'];
export type DeleteConnectLinkResponse = components['schemas']['DeleteConnectLinkResponse'];
export type DeleteKeyResponse = components['schemas']['DeleteKeyResponse'];
export type DeleteOriginResponse = components['schemas']['DeleteOriginResponse'];
export type DeleteProfileResponse = components['schemas']['DeleteProfileResponse'];
export type DeleteWebhookEndpointResponse = components['schemas']['DeleteWebhookEndpointResponse'];
export type DeletedPost = components['schemas']['DeletedPost'];
export type DeliveryNotFoundError = components['schemas']['DeliveryNotFoundError'];
export type DisconnectAccountResponse = components['schemas']['DisconnectAccountResponse'];
export type DuplicatePostError = components['schemas']['DuplicatePostError'];
export type EndpointDisabledEvent = components['schemas']['EndpointDisabledEvent'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type Event = components['schemas']['Event'];
export type EventCursorExpiredError = components['schemas']['EventCursorExpiredError'];
export type EventList = components['schemas']['EventList'];
export type EventObjectType = components['schemas']['EventObjectType'];
export type EventType = components['schemas']['EventType'];
export type ExhaustedQuota = components['schemas']['ExhaustedQuota'];
export type FacebookCarouselPost = components['schemas']['FacebookCarouselPost'];
export type FacebookImage = components['schemas']['FacebookImage'];
export type FacebookPageMetrics = components['schemas']['FacebookPageMetrics'];
export type FacebookPhotoPost = components['schemas']['FacebookPhotoPost'];
export type FacebookPhotosForm = components['schemas']['FacebookPhotosForm'];
export type FacebookPost = components['schemas']['FacebookPost'];
export type FacebookPostForm = components['schemas']['FacebookPostForm'];
export type FacebookReelForm = components['schemas']['FacebookReelForm'];
export type FacebookReelPost = components['schemas']['FacebookReelPost'];
export type FacebookVideo = components['schemas']['FacebookVideo'];
export type FacebookVideoForm = components['schemas']['FacebookVideoForm'];
export type FacebookVideoPost = components['schemas']['FacebookVideoPost'];
export type FailedCampaign = components['schemas']['FailedCampaign'];
export type IdempotencyConflictError = components['schemas']['IdempotencyConflictError'];
export type InspectedMedia = components['schemas']['InspectedMedia'];
export type InstagramAccountInsights = components['schemas']['InstagramAccountInsights'];
export type InstagramCarouselPost = components['schemas']['InstagramCarouselPost'];
export type InstagramImage = components['schemas']['InstagramImage'];
export type InstagramImagePost = components['schemas']['InstagramImagePost'];
export type InstagramPost = components['schemas']['InstagramPost'];
export type InstagramPostForm = components['schemas']['InstagramPostForm'];
export type InsufficientScopeError = components['schemas']['InsufficientScopeError'];
export type InternalError = components['schemas']['InternalError'];
export type InvalidHandleError = components['schemas']['InvalidHandleError'];
export type InvalidImageError = components['schemas']['InvalidImageError'];
export type InvalidMediaError = components['schemas']['InvalidMediaError'];
export type InvalidPostSettingsError = components['schemas']['InvalidPostSettingsError'];
export type InvalidProfileError = components['schemas']['InvalidProfileError'];
export type InvalidRedirectUriError = components['schemas']['InvalidRedirectUriError'];
export type InvalidRequestError = components['schemas']['InvalidRequestError'];
export type InvalidVideoError = components['schemas']['InvalidVideoError'];
export type KeyCheck = components['schemas']['KeyCheck'];
export type KeyLimitReachedError = components['schemas']['KeyLimitReachedError'];
export type KeyList = components['schemas']['KeyList'];
export type KeyNotFoundError = components['schemas']['KeyNotFoundError'];
export type MediaType = components['schemas']['MediaType'];
export type MediaUrlUnverifiedError = components['schemas']['MediaUrlUnverifiedError'];
export type Message = components['schemas']['Message'];
export type MessageFailedEvent = components['schemas']['MessageFailedEvent'];
export type MessageList = components['schemas']['MessageList'];
export type MessageReceivedEvent = components['schemas']['MessageReceivedEvent'];
export type MessageSentEvent = components['schemas']['MessageSentEvent'];
export type MessageStatus = components['schemas']['MessageStatus'];
export type MessageStatusEvent = components['schemas']['MessageStatusEvent'];
export type MessageTemplate = components['schemas']['MessageTemplate'];
export type MessageTemplateList = components['schemas']['MessageTemplateList'];
export type MessageTemplateWithComponents = components['schemas']['MessageTemplateWithComponents'];
export type MissingPermissionError = components['schemas']['MissingPermissionError'];
export type NextSlot = components['schemas']['NextSlot'];
export type NoFreeSlotError = components['schemas']['NoFreeSlotError'];
export type NotSupportedError = components['schemas']['NotSupportedError'];
export type OnLate = components['schemas']['OnLate'];
export type OnLateRequest = components['schemas']['OnLateRequest'];
export type Organization = components['schemas']['Organization'];
export type OriginLimitReachedError = components['schemas']['OriginLimitReachedError'];
export type OriginList = components['schemas']['OriginList'];
export type OriginNotFoundError = components['schemas']['OriginNotFoundError'];
export type PageNotSelectedError = components['schemas']['PageNotSelectedError'];
export type Ping = components['schemas']['Ping'];
export type PingEvent = components['schemas']['PingEvent'];
export type Platform = components['schemas']['Platform'];
export type PlatformList = components['schemas']['PlatformList'];
export type PlatformSetup = components['schemas']['PlatformSetup'];
export type PlatformState = components['schemas']['PlatformState'];
export type Post = components['schemas']['Post'];
export type PostDeletedEvent = components['schemas']['PostDeletedEvent'];
export type PostList = components['schemas']['PostList'];
export type PostMetrics = components['schemas']['PostMetrics'];
export type PostNotFoundError = components['schemas']['PostNotFoundError'];
export type PostProblem = components['schemas']['PostProblem'];
export type PostSummary = components['schemas']['PostSummary'];
export type PostValidation = components['schemas']['PostValidation'];
export type PreconditionFailedError = components['schemas']['PreconditionFailedError'];
export type PrivacyLevelUnsupportedError = components['schemas']['PrivacyLevelUnsupportedError'];
export type Profile = components['schemas']['Profile'];
export type ProfileExternalIdConflictError = components['schemas']['ProfileExternalIdConflictError'];
export type ProfileList = components['schemas']['ProfileList'];
export type ProfileNameConflictError = components['schemas']['ProfileNameConflictError'];
export type ProfileNotFoundError = components['schemas']['ProfileNotFoundError'];
export type ProfileRequiredError = components['schemas']['ProfileRequiredError'];
export type ProfileScopeViolationError = components['schemas']['ProfileScopeViolationError'];
export type ProfileSlots = components['schemas']['ProfileSlots'];
export type ProviderError = components['schemas']['ProviderError'];
export type ProviderNotConfiguredError = components['schemas']['ProviderNotConfiguredError'];
export type ProviderNotSupportedError = components['schemas']['ProviderNotSupportedError'];
export type ProviderRejectedError = components['schemas']['ProviderRejectedError'];
export type ProviderUnavailableError = components['schemas']['ProviderUnavailableError'];
export type Publish = components['schemas']['Publish'];
export type PublishAcceptedEvent = components['schemas']['PublishAcceptedEvent'];
export type PublishAt = components['schemas']['PublishAt'];
export type PublishAttempt = components['schemas']['PublishAttempt'];
export type PublishFailedEvent = components['schemas']['PublishFailedEvent'];
export type PublishList = components['schemas']['PublishList'];
export type PublishMedia = components['schemas']['PublishMedia'];
export type PublishNotUnknownError = components['schemas']['PublishNotUnknownError'];
export type PublishPostBody = components['schemas']['PublishPostBody'];
export type PublishPostForm = components['schemas']['PublishPostForm'];
export type PublishPublishedEvent = components['schemas']['PublishPublishedEvent'];
export type PublishResolvedEvent = components['schemas']['PublishResolvedEvent'];
export type PublishStatus = components['schemas']['PublishStatus'];
export type PublishUnknownEvent = components['schemas']['PublishUnknownEvent'];
export type PublishWithAttempts = components['schemas']['PublishWithAttempts'];
export type Quota = components['schemas']['Quota'];
export type QuotaExhaustedError = components['schemas']['QuotaExhaustedError'];
export type QuotaExhaustedEvent = components['schemas']['QuotaExhaustedEvent'];
export type QuotaList = components['schemas']['QuotaList'];
export type RateLimitedError = components['schemas']['RateLimitedError'];
export type RecentComment = components['schemas']['RecentComment'];
export type RecentCommentList = components['schemas']['RecentCommentList'];
export type ReconnectRequiredError = components['schemas']['ReconnectRequiredError'];
export type RenewWebhookEndpointSecretRequest = components['schemas']['RenewWebhookEndpointSecretRequest'];
export type RenewWebhookEndpointSecretResponse = components['schemas']['RenewWebhookEndpointSecretResponse'];
export type ReplaceSlotRequest = components['schemas']['ReplaceSlotRequest'];
export type ReplayWebhookEndpointRequest = components['schemas']['ReplayWebhookEndpointRequest'];
export type ReplayWebhookEndpointResponse = components['schemas']['ReplayWebhookEndpointResponse'];
export type RequestList = components['schemas']['RequestList'];
export type RequestRecord = components['schemas']['RequestRecord'];
export type ResolvePublishRequest = components['schemas']['ResolvePublishRequest'];
export type RetryWebhookDeliveryResponse = components['schemas']['RetryWebhookDeliveryResponse'];
export type Schedule = components['schemas']['Schedule'];
export type ScheduleAt_riskEvent = components['schemas']['ScheduleAt_riskEvent'];
export type ScheduleHeldEvent = components['schemas']['ScheduleHeldEvent'];
export type ScheduleInstant = components['schemas']['ScheduleInstant'];
export type ScheduleList = components['schemas']['ScheduleList'];
export type ScheduleLocalTime = components['schemas']['ScheduleLocalTime'];
export type ScheduleNextSlot = components['schemas']['ScheduleNextSlot'];
export type ScheduleNotFoundError = components['schemas']['ScheduleNotFoundError'];
export type ScheduleProblem = components['schemas']['ScheduleProblem'];
export type ScheduleStatus = components['schemas']['ScheduleStatus'];
export type ScheduleTakenError = components['schemas']['ScheduleTakenError'];
export type ScheduleTime = components['schemas']['ScheduleTime'];
export type SendFacebookMessageRequest = components['schemas']['SendFacebookMessageRequest'];
export type SendInstagramMessageRequest = components['schemas']['SendInstagramMessageRequest'];
export type SendMessageBody = components['schemas']['SendMessageBody'];
export type SendWhatsappMessageRequest = components['schemas']['SendWhatsappMessageRequest'];
export type SetupIncompleteError = components['schemas']['SetupIncompleteError'];
export type SetupStep = components['schemas']['SetupStep'];
export type SignupConnectionRequest = components['schemas']['SignupConnectionRequest'];
export type Slot = components['schemas']['Slot'];
export type StartBlueskyConnectionRequest = components['schemas']['StartBlueskyConnectionRequest'];
export type StartConnectionBody = components['schemas']['StartConnectionBody'];
export type StartFacebookConnectionRequest = components['schemas']['StartFacebookConnectionRequest'];
export type StartInstagramConnectionRequest = components['schemas']['StartInstagramConnectionRequest'];
export type StartTiktokConnectionRequest = components['schemas']['StartTiktokConnectionRequest'];
export type StartXConnectionRequest = components['schemas']['StartXConnectionRequest'];
export type StartYoutubeConnectionRequest = components['schemas']['StartYoutubeConnectionRequest'];
export type StartedConnectionSession = components['schemas']['StartedConnectionSession'];
export type TemplateUpdatedEvent = components['schemas']['TemplateUpdatedEvent'];
export type TemporarilyUnavailableError = components['schemas']['TemporarilyUnavailableError'];
export type TestWebhookEndpointRequest = components['schemas']['TestWebhookEndpointRequest'];
export type TestWebhookEndpointResponse = components['schemas']['TestWebhookEndpointResponse'];
export type TextFacet = components['schemas']['TextFacet'];
export type TiktokAccountAnalytics = components['schemas']['TiktokAccountAnalytics'];
export type TiktokAccountInsights = components['schemas']['TiktokAccountInsights'];
export type TiktokBase64Video = components['schemas']['TiktokBase64Video'];
export type TiktokPhotoPost = components['schemas']['TiktokPhotoPost'];
export type TiktokPhotosForm = components['schemas']['TiktokPhotosForm'];
export type TiktokPost = components['schemas']['TiktokPost'];
export type TiktokPostForm = components['schemas']['TiktokPostForm'];
export type TiktokVideo = components['schemas']['TiktokVideo'];
export type TiktokVideoForm = components['schemas']['TiktokVideoForm'];
export type TiktokVideoInsights = components['schemas']['TiktokVideoInsights'];
export type TiktokVideoPost = components['schemas']['TiktokVideoPost'];
export type UnauthorizedError = components['schemas']['UnauthorizedError'];
export type UnsupportedFeatureError = components['schemas']['UnsupportedFeatureError'];
export type UnsupportedMediaTypeError = components['schemas']['UnsupportedMediaTypeError'];
export type UnsupportedPlatformError = components['schemas']['UnsupportedPlatformError'];
export type UpdateAccountRequest = components['schemas']['UpdateAccountRequest'];
export type UpdateAdAccountRequest = components['schemas']['UpdateAdAccountRequest'];
export type UpdateAdAccountRequestWithDsaBeneficiary = components['schemas']['UpdateAdAccountRequestWithDsaBeneficiary'];
export type UpdateAdAccountRequestWithDsaPayor = components['schemas']['UpdateAdAccountRequestWithDsaPayor'];
export type UpdateAdAccountRequestWithEndAdvertiser = components['schemas']['UpdateAdAccountRequestWithEndAdvertiser'];
export type UpdateAdAccountRequestWithMediaAgency = components['schemas']['UpdateAdAccountRequestWithMediaAgency'];
export type UpdateAdAccountRequestWithName = components['schemas']['UpdateAdAccountRequestWithName'];
export type UpdateAdAccountRequestWithPartner = components['schemas']['UpdateAdAccountRequestWithPartner'];
export type UpdateAdAccountRequestWithResetSpend = components['schemas']['UpdateAdAccountRequestWithResetSpend'];
export type UpdateAdAccountRequestWithSpendCap = components['schemas']['UpdateAdAccountRequestWithSpendCap'];
export type UpdateAdStatusRequest = components['schemas']['UpdateAdStatusRequest'];
export type UpdateAdStatusResponse = components['schemas']['UpdateAdStatusResponse'];
export type UpdateBlueskyScheduleRequest = components['schemas']['UpdateBlueskyScheduleRequest'];
export type UpdateCommentBody = components['schemas']['UpdateCommentBody'];
export type UpdateCommentResponse = components['schemas']['UpdateCommentResponse'];
export type UpdateFacebookCommentRequest = components['schemas']['UpdateFacebookCommentRequest'];
export type UpdateFacebookSchedulePhotosForm = components['schemas']['UpdateFacebookSchedulePhotosForm'];
export type UpdateFacebookScheduleReelForm = components['schemas']['UpdateFacebookScheduleReelForm'];
export type UpdateFacebookScheduleRequest = components['schemas']['UpdateFacebookScheduleRequest'];
export type UpdateFacebookScheduleRequestForm = components['schemas']['UpdateFacebookScheduleRequestForm'];
export type UpdateFacebookScheduleVideoForm = components['schemas']['UpdateFacebookScheduleVideoForm'];
export type UpdateInstagramCommentRequest = components['schemas']['UpdateInstagramCommentRequest'];
export type UpdateInstagramScheduleRequest = components['schemas']['UpdateInstagramScheduleRequest'];
export type UpdateInstagramScheduleRequestForm = components['schemas']['UpdateInstagramScheduleRequestForm'];
export type UpdateKeyRequest = components['schemas']['UpdateKeyRequest'];
export type UpdateOrganizationRequest = components['schemas']['UpdateOrganizationRequest'];
export type UpdateScheduleBody = components['schemas']['UpdateScheduleBody'];
export type UpdateScheduleForm = components['schemas']['UpdateScheduleForm'];
export type UpdateScheduleRequest = components['schemas']['UpdateScheduleRequest'];
export type UpdateTiktokCommentRequest = components['schemas']['UpdateTiktokCommentRequest'];
export type UpdateTiktokCommentRequestWithHidden = components['schemas']['UpdateTiktokCommentRequestWithHidden'];
export type UpdateTiktokCommentRequestWithLiked = components['schemas']['UpdateTiktokCommentRequestWithLiked'];
export type UpdateTiktokSchedulePhotosForm = components['schemas']['UpdateTiktokSchedulePhotosForm'];
export type UpdateTiktokScheduleRequest = components['schemas']['UpdateTiktokScheduleRequest'];
export type UpdateTiktokScheduleRequestForm = components['schemas']['UpdateTiktokScheduleRequestForm'];
export type UpdateTiktokScheduleVideoForm = components['schemas']['UpdateTiktokScheduleVideoForm'];
export type UpdateWebhookEndpointRequest = components['schemas']['UpdateWebhookEndpointRequest'];
export type UpdateXScheduleRequest = components['schemas']['UpdateXScheduleRequest'];
export type UpdateYoutubeCommentRequest = components['schemas']['UpdateYoutubeCommentRequest'];
export type UpdateYoutubeScheduleRequest = components['schemas']['UpdateYoutubeScheduleRequest'];
export type Upload = components['schemas']['Upload'];
export type UploadIncompleteError = components['schemas']['UploadIncompleteError'];
export type UploadLimitExceededError = components['schemas']['UploadLimitExceededError'];
export type UploadNotFoundError = components['schemas']['UploadNotFoundError'];
export type UploadQuotaExceededError = components['schemas']['UploadQuotaExceededError'];
export type UrlMedia = components['schemas']['UrlMedia'];
export type Usage = components['schemas']['Usage'];
export type ValidatePostBody = components['schemas']['ValidatePostBody'];
export type ValidatePostForm = components['schemas']['ValidatePostForm'];
export type ValidationIssue = components['schemas']['ValidationIssue'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookDeliveryStatus = components['schemas']['WebhookDeliveryStatus'];
export type WebhookDeliveryWithBody = components['schemas']['WebhookDeliveryWithBody'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointLimitReachedError = components['schemas']['WebhookEndpointLimitReachedError'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookEndpointNotFoundError = components['schemas']['WebhookEndpointNotFoundError'];
export type WebhookEndpointStatus = components['schemas']['WebhookEndpointStatus'];
export type WebhookEndpointWithHealth = components['schemas']['WebhookEndpointWithHealth'];
export type WindowClosedError = components['schemas']['WindowClosedError'];
export type Write = components['schemas']['Write'];
export type WriteKind = components['schemas']['WriteKind'];
export type WriteList = components['schemas']['WriteList'];
export type XBase64Media = components['schemas']['XBase64Media'];
export type XBillingRequiredError = components['schemas']['XBillingRequiredError'];
export type XMedia = components['schemas']['XMedia'];
export type XPost = components['schemas']['XPost'];
export type XThreadPost = components['schemas']['XThreadPost'];
export type YoutubeChannelInsights = components['schemas']['YoutubeChannelInsights'];
export type YoutubePost = components['schemas']['YoutubePost'];
export type YoutubeVideo = components['schemas']['YoutubeVideo'];
export type YoutubeVideoInsights = components['schemas']['YoutubeVideoInsights'];
export type ParameterRequestId = components['parameters']['RequestId'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimitPolicy'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderVersion = components['headers']['Version'];
export type HeaderShouldRetry = components['headers']['ShouldRetry'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type $defs = Record<string, never>;
export interface operations {
    "profiles.list": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profiles of the organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileList"];
                };
            };
        };
    };
    "profiles.create": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProfileRequest"];
            };
        };
        responses: {
            /** @description The new profile. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    "profiles.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    "profiles.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProfileRequest"];
            };
        };
        responses: {
            /** @description The updated profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    "profiles.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteProfileResponse"];
                };
            };
        };
    };
    "connections.start": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartConnectionBody"];
            };
        };
        responses: {
            /** @description The session and the URL for the authorization. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedConnectionSession"];
                };
            };
        };
    };
    "connections.signup": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SignupConnectionRequest"];
            };
        };
        responses: {
            /** @description The session and the URL for the sign-up. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedConnectionSession"];
                };
            };
        };
    };
    "connections.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
                connectionSessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionSession"];
                };
            };
        };
    };
    "connectLinks.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connect links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectLinkList"];
                };
            };
        };
    };
    "connectLinks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateConnectLinkRequest"];
            };
        };
        responses: {
            /** @description The connect link. Its URL is returned in this response only. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateConnectLinkResponse"];
                };
            };
        };
    };
    "connectLinks.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
                connectLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteConnectLinkResponse"];
                };
            };
        };
    };
    "organization.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    "organization.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationRequest"];
            };
        };
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    "accounts.list": {
        parameters: {
            query?: {
                platform?: components["schemas"]["Platform"];
                accountId?: string;
                profileId?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. None of their connections has expired. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            /** @description The accounts. Some of their connections have expired, or there are more than 10,000 and the rest is left out; see errors. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
        };
    };
    "accounts.listOfProfile": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. None of their connections has expired. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            /** @description The accounts. Some of their connections have expired, or there are more than 10,000 and the rest is left out; see errors. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
        };
    };
    "accounts.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    "accounts.disconnect": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is disconnected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisconnectAccountResponse"];
                };
            };
        };
    };
    "accounts.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccountRequest"];
            };
        };
        responses: {
            /** @description The updated account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    "accounts.refresh": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All accounts of the profile, none with an error. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            /** @description The accounts without an error; errors lists the others. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
        };
    };
    "posts.list": {
        parameters: {
            query?: {
                platform?: components["schemas"]["Platform"];
                accountId?: string;
                profileId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All posts of the selected accounts that their platforms list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostList"];
                };
            };
            /** @description Some accounts could not be read, or not to the end, or posts were left out; see errors. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostList"];
                };
            };
        };
    };
    "posts.publish": {
        parameters: {
            query?: never;
            header?: {
                "X-Publish-Before"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishPostBody"];
                "multipart/form-data": components["schemas"]["PublishPostForm"];
            };
        };
        responses: {
            /** @description The platform has published the post. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publish"];
                };
            };
            /** @description The platform has accepted the post and publishes it later (status accepted), or Carillon is still publishing it (processing): poll `GET /posts/publishes/{publishId}`. The status is published if the platform accepted the post and then published it before the response was sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publish"];
                };
            };
        };
    };
    "posts.validate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidatePostBody"];
                "multipart/form-data": components["schemas"]["ValidatePostForm"];
            };
        };
        responses: {
            /** @description The result of the validation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostValidation"];
                };
            };
        };
    };
    "posts.delete": {
        parameters: {
            query: {
                platform: components["schemas"]["Platform"];
                accountId: string;
                profileId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                postId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "publishes.list": {
        parameters: {
            query?: {
                accountId?: string;
                profileId?: string;
                platform?: components["schemas"]["Platform"];
                status?: components["schemas"]["PublishStatus"];
                requestId?: string;
                search?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of publishes; nextCursor is null on the last one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishList"];
                };
            };
        };
    };
    "publishes.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                publishId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The publish with all its attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishWithAttempts"];
                };
            };
        };
    };
    "publishes.resolve": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                publishId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolvePublishRequest"];
            };
        };
        responses: {
            /** @description The publish with its new status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publish"];
                };
            };
        };
    };
    "uploads.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    "schedules.list": {
        parameters: {
            query?: {
                profileId?: string;
                accountId?: string;
                requestId?: string;
                status?: components["schemas"]["ScheduleStatus"];
                publishId?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of schedules; nextCursor is null on the last one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleList"];
                };
            };
        };
    };
    "schedules.create": {
        parameters: {
            query?: never;
            header?: {
                "X-Publish-Before"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScheduleBody"];
                "multipart/form-data": components["schemas"]["CreateScheduleForm"];
            };
        };
        responses: {
            /** @description The new schedule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "schedules.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "schedules.cancel": {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "schedules.update": {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateScheduleBody"];
                "multipart/form-data": components["schemas"]["UpdateScheduleForm"];
            };
        };
        responses: {
            /** @description The changed schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "schedules.release": {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule, with its publishId. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    "slots.get": {
        parameters: {
            query?: {
                accountId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The slots of the profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileSlots"];
                };
            };
        };
    };
    "slots.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceSlotRequest"];
            };
        };
        responses: {
            /** @description The slots of the profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileSlots"];
                };
            };
        };
    };
    "messages.list": {
        parameters: {
            query?: {
                platform?: components["schemas"]["Platform"];
                accountId?: string;
                profileId?: string;
            };
            header?: {
                "If-None-Match"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages of all selected accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
            /** @description New messages of some accounts could not be read, or older messages were left out; see errors. The stored messages are listed. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
            /** @description Not modified: the list has the ETag in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "messages.send": {
        parameters: {
            query?: never;
            header?: {
                "X-Publish-Before"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessageBody"];
            };
        };
        responses: {
            /** @description The message was sent. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    "messages.templates.list": {
        parameters: {
            query: {
                platform: components["schemas"]["Platform"];
                accountId: string;
                profileId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates, sorted by name and language. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplateList"];
                };
            };
        };
    };
    "analytics.instagram.account-insights": {
        parameters: {
            query: {
                accountId: string;
                profileId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The totals of the last 28 days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstagramAccountInsights"];
                };
            };
        };
    };
    "analytics.tiktok.account-analytics": {
        parameters: {
            query: {
                accountId: string;
                profileId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile and the current totals of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TiktokAccountAnalytics"];
                };
            };
        };
    };
    "analytics.tiktok.account-insights": {
        parameters: {
            query: {
                accountId: string;
                profileId?: string;
                startDate?: string;
                endDate?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Daily values and the audience. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TiktokAccountInsights"];
                };
            };
        };
    };
    "analytics.tiktok.video-insights": {
        parameters: {
            query: {
                accountId: string;
                profileId?: string;
                videoIds?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The videos with their insights. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TiktokVideoInsights"];
                };
            };
        };
    };
    "analytics.facebook.page-metrics": {
        parameters: {
            query?: {
                accountId?: string;
                profileId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Page with its metrics and insights. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacebookPageMetrics"];
                };
            };
        };
    };
    "analytics.youtube.channel-insights": {
        parameters: {
            query: {
                accountId: string;
                profileId?: string;
                startDate?: string;
                endDate?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel and its insights. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["YoutubeChannelInsights"];
                };
            };
        };
    };
    "analytics.youtube.video-insights": {
        parameters: {
            query: {
                accountId: string;
                profileId?: string;
                videoIds?: string;
                startDate?: string;
                endDate?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The videos with their insights. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["YoutubeVideoInsights"];
                };
            };
        };
    };
    "comments.list": {
        parameters: {
            query: {
                platform: components["schemas"]["Platform"];
                accountId: string;
                profileId?: string;
                postId?: string;
                cursor?: string;
            };
            header?: {
                "If-None-Match"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comments of the post, and the newest posts of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentList"];
                };
            };
            /** @description Not modified: the list has the ETag in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "comments.create": {
        parameters: {
            query?: never;
            header?: {
                "X-Publish-Before"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCommentBody"];
            };
        };
        responses: {
            /** @description The new comment: with all fields on tiktok and youtube, only with its id on instagram and facebook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCommentResponse"];
                };
            };
        };
    };
    "comments.recent": {
        parameters: {
            query?: {
                accountId?: string;
                profileId?: string;
                unanswered?: boolean;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of comments; nextCursor is null on the last one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentCommentList"];
                };
            };
        };
    };
    "comments.delete": {
        parameters: {
            query: {
                platform: components["schemas"]["Platform"];
                accountId: string;
                profileId?: string;
                banAuthor?: boolean;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                commentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comment is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "comments.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                commentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCommentBody"];
            };
        };
        responses: {
            /** @description The comment, with those of hidden and liked that the request has. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCommentResponse"];
                };
            };
        };
    };
    "ads.accounts.list": {
        parameters: {
            query?: {
                accountId?: string;
                profileId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ad accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdAccountList"];
                };
            };
        };
    };
    "ads.accounts.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAdAccountRequest"];
            };
        };
        responses: {
            /** @description The new ad account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAdAccountResponse"];
                };
            };
        };
    };
    "ads.businesses.list": {
        parameters: {
            query?: {
                accountId?: string;
                profileId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The businesses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdBusinessList"];
                };
            };
        };
    };
    "ads.accounts.get": {
        parameters: {
            query?: {
                accountId?: string;
                profileId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                adAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ad account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdAccount"];
                };
            };
        };
    };
    "ads.accounts.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                adAccountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAdAccountRequest"];
            };
        };
        responses: {
            /** @description The ad account as read after the change; if that fails, as read before, with the changed fields. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAdAccountResponse"];
                };
            };
        };
    };
    "ads.tree.get": {
        parameters: {
            query: {
                accountId?: string;
                profileId?: string;
                adAccountId: string;
                campaignId?: string;
                effectiveStatus?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaigns with their ad sets and ads. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdTree"];
                };
            };
        };
    };
    "ads.insights.get": {
        parameters: {
            query: {
                accountId?: string;
                profileId?: string;
                adAccountId: string;
                level?: "account" | "campaign" | "adset" | "ad";
                startDate?: string;
                endDate?: string;
                campaignId?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The insights: for each object of the requested level, one row for each day on which its ads were shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdInsights"];
                };
            };
        };
    };
    "ads.campaigns.create": {
        parameters: {
            query?: never;
            header?: {
                "X-Publish-Before"?: string;
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAdCampaignRequest"];
            };
        };
        responses: {
            /** @description The new campaign, with its ad set and ads. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAdCampaignResponse"];
                };
            };
        };
    };
    "ads.campaigns.delete": {
        parameters: {
            query: {
                accountId?: string;
                profileId?: string;
                adAccountId: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ads.status.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAdStatusRequest"];
            };
        };
        responses: {
            /** @description The new status of the object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateAdStatusResponse"];
                };
            };
        };
    };
    "ads.leads.list": {
        parameters: {
            query?: {
                accountId?: string;
                profileId?: string;
                formId?: string;
                since?: string;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lead forms, and a page of leads. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdLeadList"];
                };
            };
        };
    };
    "writes.list": {
        parameters: {
            query: {
                requestId: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The writes of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteList"];
                };
            };
        };
    };
    "events.list": {
        parameters: {
            query?: {
                cursor?: string;
                types?: string;
                profileId?: string;
                accountId?: string;
                limit?: number;
                wait?: number;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events after the cursor, and the cursor for the next request, which is also returned if there are no events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    "webhookEndpoints.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints to which the key has access. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
        };
    };
    "webhookEndpoints.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpointResponse"];
                };
            };
        };
    };
    "webhookEndpoints.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithHealth"];
                };
            };
        };
    };
    "webhookEndpoints.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteWebhookEndpointResponse"];
                };
            };
        };
    };
    "webhookEndpoints.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The changed endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    "webhookEndpoints.secret.renew": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RenewWebhookEndpointSecretRequest"];
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewWebhookEndpointSecretResponse"];
                };
            };
        };
    };
    "webhookEndpoints.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The id of the delivery of the test. `GET /webhook-endpoints/{endpointId}/deliveries` lists it, with its only attempt once this has ended. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookEndpointResponse"];
                };
            };
        };
    };
    "webhookEndpoints.replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description How many deliveries were created, or, with `dryRun`, would be. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayWebhookEndpointResponse"];
                };
            };
        };
    };
    "webhookEndpoints.deliveries.list": {
        parameters: {
            query?: {
                status?: components["schemas"]["WebhookDeliveryStatus"];
                type?: components["schemas"]["EventType"];
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries; nextCursor is null on the last one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    "webhookEndpoints.deliveries.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                endpointId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithBody"];
                };
            };
        };
    };
    "webhookEndpoints.deliveries.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                endpointId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is pending again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryWebhookDeliveryResponse"];
                };
            };
        };
    };
    "usage.get": {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The charges from `from` to `to`, including both days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    "quotas.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The daily quotas, with their use today. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaList"];
                };
            };
        };
    };
    "platforms.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All platforms, each with its state and missing settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformList"];
                };
            };
        };
    };
    "keys.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API keys of the organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    "keys.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description The key that was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateKeyResponse"];
                };
            };
        };
    };
    "keys.current": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    "keys.check": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckKeyRequest"];
            };
        };
        responses: {
            /** @description The requests that would have been rejected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyCheck"];
                };
            };
        };
    };
    "keys.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key and its descendants are deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteKeyResponse"];
                };
            };
        };
    };
    "keys.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKeyRequest"];
            };
        };
        responses: {
            /** @description The changed key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    "origins.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The allowed origins in alphabetical order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OriginList"];
                };
            };
        };
    };
    "origins.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOriginRequest"];
            };
        };
        responses: {
            /** @description The origin is allowed. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateOriginResponse"];
                };
            };
        };
    };
    "origins.delete": {
        parameters: {
            query: {
                origin: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The origin is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteOriginResponse"];
                };
            };
        };
    };
    "auditLog.list": {
        parameters: {
            query?: {
                action?: string;
                actorId?: string;
                targetId?: string;
                from?: string;
                to?: string;
                format?: "json" | "csv";
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogList"];
                    "text/csv": string;
                };
            };
        };
    };
    "requests.list": {
        parameters: {
            query?: {
                status?: "2xx" | "3xx" | "4xx" | "5xx";
                operation?: string;
                keyId?: string;
                requestId?: string;
                source?: "api" | "dashboard";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Your own id for this request: 1 to 128 letters, digits, dots, hyphens and underscores. Without one, or with one of another form, the request gets a new id. The response has the id in the same header. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestList"];
                };
            };
        };
    };
    "webhook.publish.accepted": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishAcceptedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.publish.published": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishPublishedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.publish.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishFailedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.publish.unknown": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishUnknownEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.publish.resolved": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishResolvedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.post.deleted": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostDeletedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.connection.completed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionCompletedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.connection.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionFailedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.account.connected": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountConnectedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.account.updated": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountUpdatedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.account.expiring": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountExpiringEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.account.expired": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountExpiredEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.account.disconnected": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountDisconnectedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.comment.created": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreatedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.comment.updated": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentUpdatedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.comment.deleted": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentDeletedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.message.received": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageReceivedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.message.sent": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageSentEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.message.status": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageStatusEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.message.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageFailedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.template.updated": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateUpdatedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.campaign.created": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCreatedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.campaign.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignFailedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.schedule.at_risk": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleAt_riskEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.schedule.held": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleHeldEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.quota.exhausted": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotaExhaustedEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.endpoint.disabled": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointDisabledEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.ping": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same in each attempt and after a replay. */
                "webhook-id": string;
                /** @description When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such value for each secret that is still valid, at most five, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PingEvent"];
            };
        };
        responses: {
            /** @description Every 2xx is a success, whatever the body of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
