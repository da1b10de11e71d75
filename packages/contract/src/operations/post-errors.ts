import { deferredFields } from '@carillon/domain'

/**
 * The fields of a post that are rejected with `unsupported_feature`, such as `scheduled_date`, for
 * `Operation.fieldCapabilities`: keyed by field, each with the capability `posts.schedule`, which no platform has.
 */
export const deferred = Object.fromEntries(deferredFields.map((field) => [field, 'posts.schedule' as const]))

/** The error codes of requests with a post, for publishing and scheduling, whose post cannot be published. */
export const postErrors = [
  'profile_not_found',
  'account_not_found',
  'upload_not_found',
  'upload_incomplete',
  'unsupported_platform',
  'unsupported_feature',
  'x_billing_required',
  'connection_expired',
  'provider_not_configured',
  'page_not_selected',
  'missing_permission',
  'invalid_image',
  'invalid_video',
  'invalid_media',
  'privacy_level_unsupported',
  'invalid_post_settings',
  'media_url_unverified',
  'budget_exhausted',
  'upload_limit_exceeded',
  'provider_rejected',
] as const
