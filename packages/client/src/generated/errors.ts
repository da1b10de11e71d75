// Generated from the OpenAPI document by `npm run reference`. Do not edit.

import { ApiError } from '../api-error.ts'

/** The account does not exist, the API key has no access to it, or it is on another platform or in another profile than the request names. If the request names no account: the profile has none that the operation can use. */
export class AccountNotFoundError extends ApiError<'account_not_found'> {}

/** The ad account does not exist, or the connection has no access to it. */
export class AdAccountNotFoundError extends ApiError<'ad_account_not_found'> {}

/** The ad account has no campaign, ad set or ad with this id, the Page has no such lead form, or the connection has no access to a business with this id. */
export class AdObjectNotFoundError extends ApiError<'ad_object_not_found'> {}

/** The connection lacks permissions for ads (details.missingScopes); the user must reconnect the account. */
export class AdsPermissionRequiredError extends ApiError<'ads_permission_required'> {}

/** No card is on file, and the organization would have more accounts than are free; see details.billingUrl. The start of a connection counts as a further account, unless an account of the profile on this platform has expired or lacks a permission or, on whatsapp, exists. */
export class BillingRequiredError extends ApiError<'billing_required'> {}

/** A budget of the API key, or of a key that created it, is used up for the day (UTC). details has the budget, its limit, and when the day ends. Nothing was stored. */
export class BudgetExhaustedError extends ApiError<'budget_exhausted'> {}

/** The account's posts have no comment with this id, or the comment is not on the post that the request names. */
export class CommentNotFoundError extends ApiError<'comment_not_found'> {}

/** The platform lets an account delete only its own comments. */
export class CommentNotOwnedError extends ApiError<'comment_not_owned'> {}

/** The profile has the maximum number of connect links. Delete links that are no longer used. */
export class ConnectLinkLimitReachedError extends ApiError<'connect_link_limit_reached'> {}

/** The profile has no connect link with this id. */
export class ConnectLinkNotFoundError extends ApiError<'connect_link_not_found'> {}

/** The connection has expired or was revoked, lacks a permission that the call requires, or the platform reports that the account is not active; the user must reconnect the account. */
export class ConnectionExpiredError extends ApiError<'connection_expired'> {}

/** The profile has no connection session with this id; a session is kept for 30 days after it expires. As the error of a session that was started from a connect link: the user finished in another browser than the one in which it was started, or without its cookie, and has to open the link again. */
export class ConnectionSessionNotFoundError extends ApiError<'connection_session_not_found'> {}

/** Carillon could not use its database or its media store. Retry if the header X-Should-Retry is true; if it is false, a change may have been made: read the state first. */
export class DatabaseError extends ApiError<'database_error'> {}

/** The time in X-Publish-Before had passed before the write could be stored. Nothing was stored, and nothing will be; send the request again with a later time. */
export class DeadlinePassedError extends ApiError<'deadline_passed'> {}

/** The webhook endpoint has no delivery with this id; deliveries are kept for 30 days, and as long as their events. */
export class DeliveryNotFoundError extends ApiError<'delivery_not_found'> {}

/** The platform rejected the post because the same text was published a short time ago. Change the text, or wait. */
export class DuplicatePostError extends ApiError<'duplicate_post'> {}

/** Events after the cursor are no longer kept, or the cursor can no longer be read. Read the list without a cursor, and read again the objects whose events you may have missed. */
export class EventCursorExpiredError extends ApiError<'event_cursor_expired'> {}

/** The Idempotency-Key was already used with a different body. Use a new key for a new request. */
export class IdempotencyConflictError extends ApiError<'idempotency_conflict'> {}

/** The API key lacks the scope that the operation needs (details.requiredScope), would give, change or delete access that it does not have itself, or would narrow a key that has created keys with more access than would be left to it (details.keyIds: these created keys; narrow or delete them first). */
export class InsufficientScopeError extends ApiError<'insufficient_scope'> {}

/** An unexpected error occurred, or the database could not be reached while a post or schedule was being stored (its id is then in details). A write may have happened: read its state before you repeat it. Report an error that recurs, with the X-Request-Id: it is a bug in Carillon. */
export class InternalError extends ApiError<'internal_error'> {}

/** No account was found for the handle, or it is not a valid handle. */
export class InvalidHandleError extends ApiError<'invalid_handle'> {}

/** An image cannot be downloaded from its URL or decoded, is not of a supported type, does not have the format that its content type names, or has too many bytes or pixels, or a shape that the platform does not take (the message says which); or the platform rejected it. For `media` on x, the code is invalid_media. */
export class InvalidImageError extends ApiError<'invalid_image'> {}

/** A file of an upload, or an item of `media` on x, is not valid base64, cannot be downloaded from its URL, is not of a supported type, differs from its content_type, is outside a limit, or has to be the only one of its post; or the platform rejected it or could not process it. */
export class InvalidMediaError extends ApiError<'invalid_media'> {}

/** A setting of the post, such as its privacy, comments, cover or publishing time, is not available to this account or for this kind of post, is outside its range, or is not possible together with another setting. */
export class InvalidPostSettingsError extends ApiError<'invalid_post_settings'> {}

/** The metadata of the profile is larger than 16 KiB as compact JSON in UTF-8. */
export class InvalidProfileError extends ApiError<'invalid_profile'> {}

/** redirectUrl is not an absolute URL, contains a user name, a password, a fragment, whitespace, a control character or a backslash, is not HTTPS (required outside localhost), or has an origin that is not in the allow-list of the organization. */
export class InvalidRedirectUriError extends ApiError<'invalid_redirect_uri'> {}

/** The request is invalid: malformed JSON, a field that is missing or breaks a rule, an id that is not a UUID, a body that is too large or incomplete, or another reason in the message. */
export class InvalidRequestError extends ApiError<'invalid_request'> {}

/** A video cannot be downloaded from its URL, is not of a supported type, does not have the format that its content type names, is outside a limit, or is longer than the account may publish; or the platform rejected it or could not process it. For `media` on x, the code is invalid_media. */
export class InvalidVideoError extends ApiError<'invalid_video'> {}

/** The organization has the maximum number of API keys. Delete keys that are no longer used. */
export class KeyLimitReachedError extends ApiError<'key_limit_reached'> {}

/** The organization has no API key with this id. */
export class KeyNotFoundError extends ApiError<'key_not_found'> {}

/** The platform does not fetch media from this deployment until the operator has verified its public media URL there. */
export class MediaUrlUnverifiedError extends ApiError<'media_url_unverified'> {}

/** The connection lacks a required permission; the user must reconnect the account. */
export class MissingPermissionError extends ApiError<'missing_permission'> {}

/** The profile has no slots, or the account has a schedule at each of them for a year. Set slots with PUT /profiles/{profileId}/slots, or name a time. */
export class NoFreeSlotError extends ApiError<'no_free_slot'> {}

/** The platform does not support this action or parameter, or not for this comment. */
export class NotSupportedError extends ApiError<'not_supported'> {}

/** The organization has the maximum number of allowed origins. Remove origins that are no longer used. */
export class OriginLimitReachedError extends ApiError<'origin_limit_reached'> {}

/** The origin is not in the list of allowed origins. */
export class OriginNotFoundError extends ApiError<'origin_not_found'> {}

/** The connection has no Page; the user must reconnect the account and select one. */
export class PageNotSelectedError extends ApiError<'page_not_selected'> {}

/** The account has no post with this id; in operations on a publish: there is no publish with this publishId, or the API key has no access to it. */
export class PostNotFoundError extends ApiError<'post_not_found'> {}

/** If-Match is not the ETag that the object has now. Read it again, and repeat the change if it still applies. */
export class PreconditionFailedError extends ApiError<'precondition_failed'> {}

/** A video on tiktok can only be published with the privacy_level PUBLIC_TO_EVERYONE; to send it as a draft, use post_mode MEDIA_UPLOAD. */
export class PrivacyLevelUnsupportedError extends ApiError<'privacy_level_unsupported'> {}

/** Another profile of the organization has this externalId; details.existingProfileId names it if the API key has access to it. */
export class ProfileExternalIdConflictError extends ApiError<'profile_external_id_conflict'> {}

/** Another profile of the organization has this name; details.existingProfileId names it if the API key has access to it. */
export class ProfileNameConflictError extends ApiError<'profile_name_conflict'> {}

/** The profile does not exist, or the API key that makes the request has no access to it. */
export class ProfileNotFoundError extends ApiError<'profile_not_found'> {}

/** The request has no profileId and no accountId. Send profileId or, where the operation has it, accountId. */
export class ProfileRequiredError extends ApiError<'profile_required'> {}

/** The API key is restricted to one or more profiles, and only keys of the whole organization may call the operation. */
export class ProfileScopeViolationError extends ApiError<'profile_scope_violation'> {}

/** The request to the platform failed, took too long, or was rejected for a reason that has no code of its own. A write may have happened: read its state before you repeat it. */
export class ProviderError extends ApiError<'provider_error'> {}

/** This deployment has no app credentials for the platform (for a connect link: for any platform) or for this way of connecting to it, or the platform blocks the app or rejected its credentials or its setup; the operator has to correct this. */
export class ProviderNotConfiguredError extends ApiError<'provider_not_configured'> {}

/** Carillon does not support this operation on the platform. */
export class ProviderNotSupportedError extends ApiError<'provider_not_supported'> {}

/** The platform rejected the request: its content, its metadata, or what the account may do there. `error.message` contains the platform's explanation if there is one. Carillon itself rejects a direct message whose text has more bytes than the platform accepts. */
export class ProviderRejectedError extends ApiError<'provider_rejected'> {}

/** The request failed for all of its accounts; details lists the reason for each account. */
export class ProviderUnavailableError extends ApiError<'provider_unavailable'> {}

/** Only a publish whose status is unknown can be decided, and this one has another status. Read its status. */
export class PublishNotUnknownError extends ApiError<'publish_not_unknown'> {}

/** A daily quota that the platform sets for all accounts of this deployment together is used up or, for reads of comments, the 70 percent of it that they may use. It is reset at the resetsAt of `GET /usage/quotas`. */
export class QuotaExhaustedError extends ApiError<'quota_exhausted'> {}

/** Too many requests in a period, too many connections at once, or too many or too large uploads at once, for a limit of the platform or of Carillon; on tiktok also too many posts of the account in a day. Retry after Retry-After seconds. Some limits of other platforms have other codes, such as `temporarily_unavailable` on x. */
export class RateLimitedError extends ApiError<'rate_limited'> {}

/** The account lacks a permission for a feature that is to be turned on (details.missingScopes), or, on whatsapp, Carillon's access to the account was revoked or a permission is missing; the user must reconnect it. */
export class ReconnectRequiredError extends ApiError<'reconnect_required'> {}

/** The schedule does not exist, or the API key has no access to it. */
export class ScheduleNotFoundError extends ApiError<'schedule_not_found'> {}

/** The schedule can no longer be changed: its post is being published, or the schedule has ended. Read its status. */
export class ScheduleTakenError extends ApiError<'schedule_taken'> {}

/** The WhatsApp number cannot send: a step of its setup is missing, WhatsApp has not approved its display name, or the business has no valid payment method or has not accepted the payment terms. See the message; setup.missing of the account does not list every cause. */
export class SetupIncompleteError extends ApiError<'setup_incomplete'> {}

/** The platform or Carillon is unavailable or overloaded for a while, or something that the request depends on, such as the access of its key, was changed at the same time; retry after Retry-After seconds. */
export class TemporarilyUnavailableError extends ApiError<'temporarily_unavailable'> {}

/** The Authorization header is missing or malformed, or its key does not exist, was deleted, has expired, or cannot be used from this IP address. */
export class UnauthorizedError extends ApiError<'unauthorized'> {}

/** The post has a field `scheduled_date`, `add_to_queue` or `async_upload`, which Carillon does not support. POST /schedules publishes later. */
export class UnsupportedFeatureError extends ApiError<'unsupported_feature'> {}

/** The Content-Type is missing or not one that the operation accepts, its charset is not UTF-8, or the request has a Content-Encoding. */
export class UnsupportedMediaTypeError extends ApiError<'unsupported_media_type'> {}

/** The operation does not support this platform, or not with a multipart form. */
export class UnsupportedPlatformError extends ApiError<'unsupported_platform'> {}

/** Some bytes of the upload have not arrived; a post can be published with complete uploads only. */
export class UploadIncompleteError extends ApiError<'upload_incomplete'> {}

/** The platform accepts no more videos from the account for now: it has reached its limit of videos or bytes, or has too many unfinished uploads. Send the post again later, such as on the next day. */
export class UploadLimitExceededError extends ApiError<'upload_limit_exceeded'> {}

/** The upload does not exist, has expired, or belongs to another organization. For an upload from a publish: the publish has no stored file at this path, or the file is no longer kept. */
export class UploadNotFoundError extends ApiError<'upload_not_found'> {}

/** The request would exceed one of three totals of the organization; the message says which: that of its uploads (delete some, or wait until they expire), that of the media of its scheduled and held posts (cancel some, or wait until they are published), or that of the media of its publishes (wait until they are removed, by default an hour after a publish has ended). */
export class UploadQuotaExceededError extends ApiError<'upload_quota_exceeded'> {}

/** The organization has the maximum number of webhook endpoints. Delete endpoints that are no longer used. */
export class WebhookEndpointLimitReachedError extends ApiError<'webhook_endpoint_limit_reached'> {}

/** The webhook endpoint does not exist, or the API key has no access to it. */
export class WebhookEndpointNotFoundError extends ApiError<'webhook_endpoint_not_found'> {}

/** The user has not written to the account within the last 24 hours; the platform accepts no reply until the user writes again. */
export class WindowClosedError extends ApiError<'window_closed'> {}

/** The platform bills every call, so even free accounts need a card on file; see details.billingUrl. */
export class XBillingRequiredError extends ApiError<'x_billing_required'> {}

/** The error class that the client throws for each error code of the API, keyed by code. */
export const errorClasses = {
  account_not_found: AccountNotFoundError,
  ad_account_not_found: AdAccountNotFoundError,
  ad_object_not_found: AdObjectNotFoundError,
  ads_permission_required: AdsPermissionRequiredError,
  billing_required: BillingRequiredError,
  budget_exhausted: BudgetExhaustedError,
  comment_not_found: CommentNotFoundError,
  comment_not_owned: CommentNotOwnedError,
  connect_link_limit_reached: ConnectLinkLimitReachedError,
  connect_link_not_found: ConnectLinkNotFoundError,
  connection_expired: ConnectionExpiredError,
  connection_session_not_found: ConnectionSessionNotFoundError,
  database_error: DatabaseError,
  deadline_passed: DeadlinePassedError,
  delivery_not_found: DeliveryNotFoundError,
  duplicate_post: DuplicatePostError,
  event_cursor_expired: EventCursorExpiredError,
  idempotency_conflict: IdempotencyConflictError,
  insufficient_scope: InsufficientScopeError,
  internal_error: InternalError,
  invalid_handle: InvalidHandleError,
  invalid_image: InvalidImageError,
  invalid_media: InvalidMediaError,
  invalid_post_settings: InvalidPostSettingsError,
  invalid_profile: InvalidProfileError,
  invalid_redirect_uri: InvalidRedirectUriError,
  invalid_request: InvalidRequestError,
  invalid_video: InvalidVideoError,
  key_limit_reached: KeyLimitReachedError,
  key_not_found: KeyNotFoundError,
  media_url_unverified: MediaUrlUnverifiedError,
  missing_permission: MissingPermissionError,
  no_free_slot: NoFreeSlotError,
  not_supported: NotSupportedError,
  origin_limit_reached: OriginLimitReachedError,
  origin_not_found: OriginNotFoundError,
  page_not_selected: PageNotSelectedError,
  post_not_found: PostNotFoundError,
  precondition_failed: PreconditionFailedError,
  privacy_level_unsupported: PrivacyLevelUnsupportedError,
  profile_external_id_conflict: ProfileExternalIdConflictError,
  profile_name_conflict: ProfileNameConflictError,
  profile_not_found: ProfileNotFoundError,
  profile_required: ProfileRequiredError,
  profile_scope_violation: ProfileScopeViolationError,
  provider_error: ProviderError,
  provider_not_configured: ProviderNotConfiguredError,
  provider_not_supported: ProviderNotSupportedError,
  provider_rejected: ProviderRejectedError,
  provider_unavailable: ProviderUnavailableError,
  publish_not_unknown: PublishNotUnknownError,
  quota_exhausted: QuotaExhaustedError,
  rate_limited: RateLimitedError,
  reconnect_required: ReconnectRequiredError,
  schedule_not_found: ScheduleNotFoundError,
  schedule_taken: ScheduleTakenError,
  setup_incomplete: SetupIncompleteError,
  temporarily_unavailable: TemporarilyUnavailableError,
  unauthorized: UnauthorizedError,
  unsupported_feature: UnsupportedFeatureError,
  unsupported_media_type: UnsupportedMediaTypeError,
  unsupported_platform: UnsupportedPlatformError,
  upload_incomplete: UploadIncompleteError,
  upload_limit_exceeded: UploadLimitExceededError,
  upload_not_found: UploadNotFoundError,
  upload_quota_exceeded: UploadQuotaExceededError,
  webhook_endpoint_limit_reached: WebhookEndpointLimitReachedError,
  webhook_endpoint_not_found: WebhookEndpointNotFoundError,
  window_closed: WindowClosedError,
  x_billing_required: XBillingRequiredError,
} as const
