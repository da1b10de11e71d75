import { keysOf } from './keys-of.ts'

/** How a client, and Carillon's own worker, may react to an error. */
export type RetryAdvice =
  /** The same request will fail again. */
  | 'never'
  /** A retry is safe, with increasing delays, unless `X-Should-Retry` is false. */
  | 'backoff'
  /** A retry is safe after the seconds in `Retry-After`. */
  | 'after'
  /** The user has to authorize the account again first. */
  | 'reconnect'
  /** The call may have succeeded: read the state before a retry. */
  | 'with-care'

/**
 * The place where an error code can occur: in an HTTP error response, in the `errors` of a read over several accounts
 * (`aggregate`), or in the `error` of a connection session. The `error` of a write has codes of responses.
 */
export type ErrorPlace = 'response' | 'aggregate' | 'session'

interface CatalogueRow {
  /** The HTTP statuses, the usual one first; empty for codes that are never an HTTP response. */
  statuses: readonly number[]
  /** When the error occurs and what to do, for the reference. */
  meaning: string
  /** The public message, unless the code that throws the error passes a more specific one. */
  message: string
  retry: RetryAdvice
  places: readonly ErrorPlace[]
}

/**
 * All error codes of the API, keyed by code. Types, the schema of error bodies, OpenAPI, the reference page and retries
 * of workers are derived from this table.
 */
export const catalogue = {
  unauthorized: {
    statuses: [401],
    meaning:
      'The Authorization header is missing or malformed, or its key does not exist, was deleted, has expired, or cannot be used from this IP address.',
    message: 'The API key is missing, malformed, deleted or expired.',
    retry: 'never',
    places: ['response'],
  },
  profile_required: {
    statuses: [400],
    meaning: 'The request has no profileId and no accountId. Send profileId or, where the operation has it, accountId.',
    message: 'The request has no profile. Send profileId, or the accountId of an account.',
    retry: 'never',
    places: ['response'],
  },
  profile_not_found: {
    statuses: [404],
    meaning: 'The profile does not exist, or the API key that makes the request has no access to it.',
    message: 'No profile with this id exists, or the API key has no access to it.',
    retry: 'never',
    places: ['response', 'session'],
  },
  key_not_found: {
    statuses: [404],
    meaning: 'The organization has no API key with this id.',
    message: 'The organization has no API key with this id.',
    retry: 'never',
    places: ['response'],
  },
  key_limit_reached: {
    statuses: [409],
    meaning: 'The organization has the maximum number of API keys. Delete keys that are no longer used.',
    message: 'The organization has the maximum number of API keys.',
    retry: 'never',
    places: ['response'],
  },
  publish_not_unknown: {
    statuses: [409],
    meaning: 'Only a publish whose status is unknown can be decided, and this one has another status. Read its status.',
    message: 'Only a publish whose outcome is unknown can be decided.',
    retry: 'never',
    places: ['response'],
  },
  deadline_passed: {
    statuses: [408],
    meaning:
      'The time in X-Publish-Before had passed before the write could be stored. Nothing was stored, and nothing will be; send the request again with a later time.',
    message: 'The time in X-Publish-Before has passed. Nothing was stored; send the request again with a later time.',
    retry: 'backoff',
    places: ['response'],
  },
  connect_link_not_found: {
    statuses: [404],
    meaning: 'The profile has no connect link with this id.',
    message: 'The profile has no connect link with this id.',
    retry: 'never',
    places: ['response'],
  },
  origin_limit_reached: {
    statuses: [409],
    meaning: 'The organization has the maximum number of allowed origins. Remove origins that are no longer used.',
    message: 'The organization has the maximum number of allowed origins.',
    retry: 'never',
    places: ['response'],
  },
  connect_link_limit_reached: {
    statuses: [409],
    meaning: 'The profile has the maximum number of connect links. Delete links that are no longer used.',
    message: 'The profile has the maximum number of connect links.',
    retry: 'never',
    places: ['response'],
  },
  webhook_endpoint_not_found: {
    statuses: [404],
    meaning: 'The webhook endpoint does not exist, or the API key has no access to it.',
    message: 'No webhook endpoint with this id exists, or the API key has no access to it.',
    retry: 'never',
    places: ['response'],
  },
  webhook_endpoint_limit_reached: {
    statuses: [409],
    meaning: 'The organization has the maximum number of webhook endpoints. Delete endpoints that are no longer used.',
    message: 'The organization has the maximum number of webhook endpoints.',
    retry: 'never',
    places: ['response'],
  },
  delivery_not_found: {
    statuses: [404],
    meaning:
      'The webhook endpoint has no delivery with this id; deliveries are kept for 30 days, and as long as their events.',
    message: 'The webhook endpoint has no delivery with this id.',
    retry: 'never',
    places: ['response'],
  },
  schedule_not_found: {
    statuses: [404],
    meaning: 'The schedule does not exist, or the API key has no access to it.',
    message: 'No schedule with this id exists, or the API key has no access to it.',
    retry: 'never',
    places: ['response'],
  },
  schedule_taken: {
    statuses: [409],
    meaning:
      'The schedule can no longer be changed: its post is being published, or the schedule has ended. Read its status.',
    message: 'The schedule can no longer be changed. Read its status.',
    retry: 'never',
    places: ['response'],
  },
  no_free_slot: {
    statuses: [422],
    meaning:
      'The profile has no slots, or the account has a schedule at each of them for a year. Set slots with PUT /profiles/{profileId}/slots, or name a time.',
    message: 'The profile has no free slot for this account. Set its slots, or name a time.',
    retry: 'never',
    places: ['response'],
  },
  precondition_failed: {
    statuses: [412],
    meaning:
      'If-Match is not the ETag that the object has now. Read it again, and repeat the change if it still applies.',
    message: 'If-Match is not the current ETag: the object has been changed. Read it again.',
    retry: 'never',
    places: ['response'],
  },
  origin_not_found: {
    statuses: [404],
    meaning: 'The origin is not in the list of allowed origins.',
    message: 'The origin is not in the list of allowed origins. GET /origins returns the list.',
    retry: 'never',
    places: ['response'],
  },
  billing_required: {
    statuses: [402],
    meaning:
      'No card is on file, and the organization would have more accounts than are free; see details.billingUrl. The start of a connection counts as a further account, unless an account of the profile on this platform has expired or lacks a permission or, on whatsapp, exists.',
    message: 'The organization has reached its number of free accounts. Put a card on file to connect another one.',
    retry: 'never',
    places: ['response', 'session'],
  },
  x_billing_required: {
    statuses: [402],
    meaning: 'The platform bills every call, so even free accounts need a card on file; see details.billingUrl.',
    message: 'The platform bills every call. Put a card on file to use its accounts.',
    retry: 'never',
    places: ['response', 'aggregate', 'session'],
  },
  invalid_request: {
    statuses: [400, 413],
    meaning:
      'The request is invalid: malformed JSON, a field that is missing or breaks a rule, an id that is not a UUID, a body that is too large or incomplete, or another reason in the message.',
    message: 'The request is not valid.',
    retry: 'never',
    places: ['response'],
  },
  invalid_profile: {
    statuses: [400],
    meaning: 'The metadata of the profile is larger than 16 KiB as compact JSON in UTF-8.',
    message: 'The profile is not valid.',
    retry: 'never',
    places: ['response'],
  },
  invalid_redirect_uri: {
    statuses: [400],
    meaning:
      'redirectUrl is not an absolute URL, contains a user name, a password, a fragment, whitespace, a control character or a backslash, is not HTTPS (required outside localhost), or has an origin that is not in the allow-list of the organization.',
    message: 'redirectUrl is not allowed.',
    retry: 'never',
    places: ['response'],
  },
  unsupported_media_type: {
    statuses: [415],
    meaning:
      'The Content-Type is missing or not one that the operation accepts, its charset is not UTF-8, or the request has a Content-Encoding.',
    message: 'The operation does not accept this Content-Type.',
    retry: 'never',
    places: ['response'],
  },
  profile_name_conflict: {
    statuses: [409],
    meaning:
      'Another profile of the organization has this name; details.existingProfileId names it if the API key has access to it.',
    message: 'Another profile has this name.',
    retry: 'never',
    places: ['response'],
  },
  profile_external_id_conflict: {
    statuses: [409],
    meaning:
      'Another profile of the organization has this externalId; details.existingProfileId names it if the API key has access to it.',
    message: 'Another profile has this externalId.',
    retry: 'never',
    places: ['response'],
  },
  profile_scope_violation: {
    statuses: [403],
    meaning:
      'The API key is restricted to one or more profiles, and only keys of the whole organization may call the operation.',
    message: 'The API key is restricted to profiles and cannot be used for this operation.',
    retry: 'never',
    places: ['response'],
  },
  insufficient_scope: {
    statuses: [403],
    meaning:
      'The API key lacks the scope that the operation needs (details.requiredScope), would give, change or delete access that it does not have itself, or would narrow a key that has created keys with more access than would be left to it (details.keyIds: these created keys; narrow or delete them first).',
    message: 'The API key does not have the access that this needs.',
    retry: 'never',
    places: ['response'],
  },
  event_cursor_expired: {
    statuses: [410],
    meaning:
      'Events after the cursor are no longer kept, or the cursor can no longer be read. Read the list without a cursor, and read again the objects whose events you may have missed.',
    message: 'Events after this cursor are no longer kept. Begin without a cursor.',
    retry: 'never',
    places: ['response'],
  },
  idempotency_conflict: {
    statuses: [409],
    meaning: 'The Idempotency-Key was already used with a different body. Use a new key for a new request.',
    message: 'The Idempotency-Key was already used with a different body. Use a new key for a new request.',
    retry: 'never',
    places: ['response'],
  },
  account_not_found: {
    statuses: [404],
    meaning:
      'The account does not exist, the API key has no access to it, or it is on another platform or in another profile than the request names. If the request names no account: the profile has none that the operation can use.',
    message: 'No account with this id exists, or the API key has no access to it.',
    retry: 'never',
    places: ['response'],
  },
  connection_session_not_found: {
    statuses: [404],
    meaning:
      'The profile has no connection session with this id; a session is kept for 30 days after it expires. As the error of a session that was started from a connect link: the user finished in another browser than the one in which it was started, or without its cookie, and has to open the link again.',
    message: 'The profile has no connection session with this id.',
    retry: 'never',
    places: ['response', 'session'],
  },
  connection_expired: {
    statuses: [422],
    meaning:
      'The connection has expired or was revoked, lacks a permission that the call requires, or the platform reports that the account is not active; the user must reconnect the account.',
    message: 'The connection has expired; the user must reconnect the account.',
    retry: 'reconnect',
    places: ['response'],
  },
  connection_unavailable: {
    statuses: [],
    meaning:
      'The connection of the account has expired, was revoked or lacks a permission that the read requires, or the account was disconnected during the read; the user must reconnect the account.',
    message: 'The credentials of the account could not be used; the user must reconnect the account.',
    retry: 'reconnect',
    places: ['aggregate'],
  },
  provider_not_configured: {
    statuses: [422],
    meaning:
      'This deployment has no app credentials for the platform (for a connect link: for any platform) or for this way of connecting to it, or the platform blocks the app or rejected its credentials or its setup; the operator has to correct this.',
    message: 'This deployment has no app credentials for the platform.',
    retry: 'never',
    places: ['response', 'aggregate'],
  },
  provider_not_supported: {
    statuses: [422],
    meaning: 'Carillon does not support this operation on the platform.',
    message: 'The platform does not support this operation.',
    retry: 'never',
    places: ['response'],
  },
  missing_scope: {
    statuses: [],
    meaning:
      'The user cancelled the authorization, did not grant a permission that the connection requires, or withdrew the access; on whatsapp also: the app is not approved for a permission, or the number or account is not one that the business shared.',
    message: 'The user did not grant a required permission.',
    retry: 'reconnect',
    places: ['session'],
  },
  invalid_handle: {
    statuses: [400],
    meaning: 'No account was found for the handle, or it is not a valid handle.',
    message: 'The handle does not resolve to an account.',
    retry: 'never',
    places: ['response', 'session'],
  },
  reconnect_required: {
    statuses: [409, 422],
    meaning:
      "The account lacks a permission for a feature that is to be turned on (details.missingScopes), or, on whatsapp, Carillon's access to the account was revoked or a permission is missing; the user must reconnect it.",
    message: 'The account lacks a permission or its access was revoked; the user must reconnect it.',
    retry: 'reconnect',
    places: ['response'],
  },
  no_channel: {
    statuses: [],
    meaning: 'The selected account has no channel.',
    message: 'The selected account has no channel.',
    retry: 'reconnect',
    places: ['session'],
  },
  whatsapp_number_conflict: {
    statuses: [],
    meaning: 'The profile already has another WhatsApp number. Disconnect it first, or use another profile.',
    message: 'The profile already has another WhatsApp number. Disconnect it first, or use another profile.',
    retry: 'never',
    places: ['session'],
  },
  unsupported_platform: {
    statuses: [422],
    meaning: 'The operation does not support this platform, or not with a multipart form.',
    message: 'The operation does not support this platform.',
    retry: 'never',
    places: ['response'],
  },
  unsupported_feature: {
    statuses: [422],
    meaning:
      'The post has a field `scheduled_date`, `add_to_queue` or `async_upload`, which Carillon does not support. POST /schedules publishes later.',
    message: 'The fields for scheduling, queueing and background uploads are not supported. Use POST /schedules.',
    retry: 'never',
    places: ['response'],
  },
  invalid_image: {
    statuses: [422],
    meaning:
      'An image cannot be downloaded from its URL or decoded, is not of a supported type, does not have the format that its content type names, or has too many bytes or pixels, or a shape that the platform does not take (the message says which); or the platform rejected it. For `media` on x, the code is invalid_media.',
    message: 'The image cannot be used.',
    retry: 'never',
    places: ['response'],
  },
  invalid_video: {
    statuses: [422],
    meaning:
      'A video cannot be downloaded from its URL, is not of a supported type, does not have the format that its content type names, is outside a limit, or is longer than the account may publish; or the platform rejected it or could not process it. For `media` on x, the code is invalid_media.',
    message: 'The video cannot be used.',
    retry: 'never',
    places: ['response'],
  },
  privacy_level_unsupported: {
    statuses: [422],
    meaning:
      'A video on tiktok can only be published with the privacy_level PUBLIC_TO_EVERYONE; to send it as a draft, use post_mode MEDIA_UPLOAD.',
    message: 'A video can only be published as PUBLIC_TO_EVERYONE. To send it as a draft, use post_mode MEDIA_UPLOAD.',
    retry: 'never',
    places: ['response'],
  },
  invalid_post_settings: {
    statuses: [422],
    meaning:
      'A setting of the post, such as its privacy, comments, cover or publishing time, is not available to this account or for this kind of post, is outside its range, or is not possible together with another setting.',
    message: 'A setting of the post is not available to this account.',
    retry: 'never',
    places: ['response'],
  },
  media_url_unverified: {
    statuses: [422],
    meaning:
      'The platform does not fetch media from this deployment until the operator has verified its public media URL there.',
    message: "The platform has not verified this deployment's media URL.",
    retry: 'never',
    places: ['response'],
  },
  upload_limit_exceeded: {
    statuses: [422],
    meaning:
      'The platform accepts no more videos from the account for now: it has reached its limit of videos or bytes, or has too many unfinished uploads. Send the post again later, such as on the next day.',
    message: 'The account has reached its upload limit.',
    retry: 'never',
    places: ['response'],
  },
  provider_rejected: {
    statuses: [422],
    meaning:
      "The platform rejected the request: its content, its metadata, or what the account may do there. `error.message` contains the platform's explanation if there is one. Carillon itself rejects a direct message whose text has more bytes than the platform accepts.",
    message: 'The platform rejected the content.',
    retry: 'never',
    places: ['response'],
  },
  duplicate_post: {
    statuses: [409],
    meaning:
      'The platform rejected the post because the same text was published a short time ago. Change the text, or wait.',
    message: 'The same text was published a short time ago. Change the text, or wait.',
    retry: 'never',
    places: ['response'],
  },
  invalid_media: {
    statuses: [422],
    meaning:
      'A file of an upload, or an item of `media` on x, is not valid base64, cannot be downloaded from its URL, is not of a supported type, differs from its content_type, is outside a limit, or has to be the only one of its post; or the platform rejected it or could not process it.',
    message: 'A media item cannot be used.',
    retry: 'never',
    places: ['response'],
  },
  post_not_found: {
    statuses: [404],
    meaning:
      'The account has no post with this id; in operations on a publish: there is no publish with this publishId, or the API key has no access to it.',
    message: 'The account has no post with this id.',
    retry: 'never',
    places: ['response'],
  },
  comment_not_found: {
    statuses: [404],
    meaning:
      "The account's posts have no comment with this id, or the comment is not on the post that the request names.",
    message:
      "The account's posts have no comment with this id, or the comment is not on the post that the request names.",
    retry: 'never',
    places: ['response'],
  },
  comment_not_owned: {
    statuses: [422],
    meaning: 'The platform lets an account delete only its own comments.',
    message: 'The platform lets an account delete only its own comments.',
    retry: 'never',
    places: ['response'],
  },
  not_supported: {
    statuses: [422],
    meaning: 'The platform does not support this action or parameter, or not for this comment.',
    message: 'The platform does not support this action or parameter.',
    retry: 'never',
    places: ['response'],
  },
  window_closed: {
    statuses: [409],
    meaning:
      'The user has not written to the account within the last 24 hours; the platform accepts no reply until the user writes again.',
    message: "More than 24 hours have passed since the user's last message.",
    retry: 'never',
    places: ['response'],
  },
  page_not_selected: {
    statuses: [409],
    meaning: 'The connection has no Page; the user must reconnect the account and select one.',
    message: 'No Page is selected for this connection; reconnect the account and select one.',
    retry: 'reconnect',
    places: ['response', 'aggregate'],
  },
  missing_permission: {
    statuses: [403],
    meaning: 'The connection lacks a required permission; the user must reconnect the account.',
    message: 'The connection lacks a required permission; the user must reconnect the account.',
    retry: 'reconnect',
    places: ['response', 'aggregate'],
  },
  ads_permission_required: {
    statuses: [403],
    meaning: 'The connection lacks permissions for ads (details.missingScopes); the user must reconnect the account.',
    message: 'The connection lacks permissions for ads; the user must reconnect the account.',
    retry: 'reconnect',
    places: ['response'],
  },
  ad_account_not_found: {
    statuses: [404],
    meaning: 'The ad account does not exist, or the connection has no access to it.',
    message: 'No ad account with this id exists, or the connection has no access to it.',
    retry: 'never',
    places: ['response'],
  },
  ad_object_not_found: {
    statuses: [404],
    meaning:
      'The ad account has no campaign, ad set or ad with this id, the Page has no such lead form, or the connection has no access to a business with this id.',
    message:
      'The ad account has no campaign, ad set or ad with this id, the Page has no such lead form, or the connection has no access to a business with this id.',
    retry: 'never',
    places: ['response'],
  },
  setup_incomplete: {
    statuses: [422],
    meaning:
      'The WhatsApp number cannot send: a step of its setup is missing, WhatsApp has not approved its display name, or the business has no valid payment method or has not accepted the payment terms. See the message; setup.missing of the account does not list every cause.',
    message: 'The setup of the number is incomplete.',
    retry: 'never',
    places: ['response'],
  },
  provider_error: {
    statuses: [502],
    meaning:
      'The request to the platform failed, took too long, or was rejected for a reason that has no code of its own. A write may have happened: read its state before you repeat it.',
    message: 'The platform failed to process the request.',
    retry: 'with-care',
    places: ['response', 'aggregate', 'session'],
  },
  rate_limited: {
    statuses: [429],
    meaning:
      'Too many requests in a period, too many connections at once, or too many or too large uploads at once, for a limit of the platform or of Carillon; on tiktok also too many posts of the account in a day. Retry after Retry-After seconds. Some limits of other platforms have other codes, such as `temporarily_unavailable` on x.',
    message: 'Too many requests. Retry after the number of seconds in Retry-After.',
    retry: 'after',
    places: ['response', 'aggregate'],
  },
  quota_exhausted: {
    statuses: [429],
    meaning:
      'A daily quota that the platform sets for all accounts of this deployment together is used up or, for reads of comments, the 70 percent of it that they may use. It is reset at the resetsAt of `GET /usage/quotas`.',
    message: 'The shared daily quota is used up. Retry after the number of seconds in Retry-After.',
    retry: 'after',
    places: ['response', 'aggregate'],
  },
  budget_exhausted: {
    statuses: [429],
    meaning:
      'A budget of the API key, or of a key that created it, is used up for the day (UTC). details has the budget, its limit, and when the day ends. Nothing was stored.',
    message: 'The budget of the API key is used up. Retry after the number of seconds in Retry-After.',
    retry: 'after',
    places: ['response'],
  },
  provider_unavailable: {
    statuses: [502],
    meaning: 'The request failed for all of its accounts; details lists the reason for each account.',
    message: 'All platforms failed; details lists the reasons by account.',
    retry: 'backoff',
    places: ['response'],
  },
  temporarily_unavailable: {
    statuses: [503],
    meaning:
      'The platform or Carillon is unavailable or overloaded for a while, or something that the request depends on, such as the access of its key, was changed at the same time; retry after Retry-After seconds.',
    message: 'Temporarily unavailable. Retry after the number of seconds in Retry-After.',
    retry: 'after',
    places: ['response', 'aggregate'],
  },
  database_error: {
    statuses: [502],
    meaning:
      'Carillon could not use its database or its media store. Retry if the header X-Should-Retry is true; if it is false, a change may have been made: read the state first.',
    message: 'Carillon could not use its database.',
    retry: 'backoff',
    places: ['response', 'aggregate', 'session'],
  },
  result_limit: {
    statuses: [],
    meaning:
      'The list is cut at 10,000 records or, for posts, possibly earlier because of their size. Of messages and posts, older ones are missing; of accounts, this account and later ones of its platform.',
    message: 'The list is limited to 10,000 records; older ones are missing.',
    retry: 'never',
    places: ['aggregate'],
  },
  upload_not_found: {
    statuses: [404],
    meaning:
      'The upload does not exist, has expired, or belongs to another organization. For an upload from a publish: the publish has no stored file at this path, or the file is no longer kept.',
    message: 'No upload with this id exists, or it has expired. Create another one.',
    retry: 'never',
    places: ['response'],
  },
  upload_offset_mismatch: {
    statuses: [409],
    meaning: 'Upload-Offset is not the number of bytes that have arrived. Read it with HEAD and continue there.',
    message: 'Upload-Offset is not the number of bytes that have arrived. Read it with HEAD and continue there.',
    retry: 'never',
    places: ['response'],
  },
  upload_checksum_mismatch: {
    statuses: [460],
    meaning: 'The bytes do not have the checksum of Upload-Checksum and were dropped; send the piece again.',
    message: 'The bytes do not have the checksum of Upload-Checksum and were dropped; send the piece again.',
    retry: 'backoff',
    places: ['response'],
  },
  upload_incomplete: {
    statuses: [409],
    meaning: 'Some bytes of the upload have not arrived; a post can be published with complete uploads only.',
    message: 'Some bytes of the upload have not arrived. Complete it first.',
    retry: 'never',
    places: ['response'],
  },
  upload_quota_exceeded: {
    statuses: [413],
    meaning:
      'The request would exceed one of three totals of the organization; the message says which: that of its uploads (delete some, or wait until they expire), that of the media of its scheduled and held posts (cancel some, or wait until they are published), or that of the media of its publishes (wait until they are removed, by default an hour after a publish has ended).',
    message:
      'The uploads of the organization, the media of its publishes, or those of its scheduled and held posts, would exceed the total size allowed for them.',
    retry: 'never',
    places: ['response'],
  },
  upload_version_unsupported: {
    statuses: [412],
    meaning: 'Tus-Resumable is missing or names another version than 1.0.0.',
    message: 'Tus-Resumable must be 1.0.0, the version of the tus protocol that is spoken here.',
    retry: 'never',
    places: ['response'],
  },
  route_not_found: {
    statuses: [404],
    meaning: 'The path does not exist.',
    message: 'The path does not exist. GET /api/v1/openapi.json lists all paths.',
    retry: 'never',
    places: ['response'],
  },
  method_not_allowed: {
    statuses: [405],
    meaning: 'The path does not support this method; see the Allow header.',
    message: 'The path does not support this method. The Allow header lists the methods.',
    retry: 'never',
    places: ['response'],
  },
  internal_error: {
    statuses: [500],
    meaning:
      'An unexpected error occurred, or the database could not be reached while a post or schedule was being stored (its id is then in details). A write may have happened: read its state before you repeat it. Report an error that recurs, with the X-Request-Id: it is a bug in Carillon.',
    message: 'An unexpected error occurred. Report it with the X-Request-Id of this response.',
    retry: 'with-care',
    places: ['response'],
  },
} as const satisfies Record<string, CatalogueRow>

export type ErrorCode = keyof typeof catalogue

export const errorCodes = keysOf(catalogue)

/**
 * Returns a code read from the database as an error code. A code that a later version removed becomes `internal_error`.
 */
export function knownCode(stored: string): ErrorCode {
  return errorCodes.find((code) => code === stored) ?? 'internal_error'
}

/** Returns the row of an error code in the catalogue, with its literal types widened. */
export function catalogueRow(code: ErrorCode): CatalogueRow {
  return catalogue[code]
}
