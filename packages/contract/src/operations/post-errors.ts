import { deferredFields } from '@carillon/domain'

/** Fields of a post that are recognized only to be rejected, with the capability that rejects them. */
export const deferred = Object.fromEntries(deferredFields.map((field) => [field, 'posts.schedule' as const]))

/** The codes of a post that cannot be published. */
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
