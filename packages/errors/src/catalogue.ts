import { keysOf } from './keys-of.ts'

/** What a client, and our own worker, does after an error. */
export type RetryAdvice =
  /** The same request will fail again. */
  | 'never'
  /** Safe to send again, with growing pauses. */
  | 'backoff'
  /** Send again once `Retry-After` has passed. */
  | 'after'
  /** A person has to authorize the account again first. */
  | 'reconnect'
  /** It may have worked: look before sending again. */
  | 'with-care'

/** Where a code is seen. */
export type ErrorPlace = 'response' | 'aggregate' | 'session'

interface CatalogueRow {
  /** HTTP statuses, the usual one first; empty for codes that never are an answer of their own. */
  statuses: readonly number[]
  meaning: string
  /** What the caller is told where the code that throws the error has nothing more precise to say. */
  message: string
  retry: RetryAdvice
  places: readonly ErrorPlace[]
}

/** Every error code there is. Types, envelope schema, OpenAPI, the reference page and the worker's retries come from here. */
export const catalogue = {
  unauthorized: {
    statuses: [401],
    meaning: 'The Authorization header is missing or malformed, or its key was deleted or has expired.',
    message: 'The API key is missing, malformed, deleted or expired.',
    retry: 'never',
    places: ['response'],
  },
  profile_required: {
    statuses: [400],
    meaning: 'The request names no profile: pass profileId, or an accountId that belongs to one.',
    message: 'Pass profileId, or an accountId that belongs to a profile.',
    retry: 'never',
    places: ['response'],
  },
  profile_not_found: {
    statuses: [404],
    meaning: 'No profile with this id can be reached with this key.',
    message: 'No profile with this id can be reached with this key.',
    retry: 'never',
    places: ['response'],
  },
  key_not_found: {
    statuses: [404],
    meaning: 'The organization has no API key with this id.',
    message: 'The organization has no API key with this id.',
    retry: 'never',
    places: ['response'],
  },
  origin_not_found: {
    statuses: [404],
    meaning: 'The origin is not among the allowed ones.',
    message: 'The origin is not among the allowed ones; list the origins to see which are.',
    retry: 'never',
    places: ['response'],
  },
  billing_required: {
    statuses: [402],
    meaning: 'Connecting one more account would pass the free ones and no card is on file; see details.billingUrl.',
    message: 'One more account needs a payment card on file.',
    retry: 'never',
    places: ['response', 'session'],
  },
  x_billing_required: {
    statuses: [402],
    meaning: 'This network bills every call and needs a card on file, also within the free accounts.',
    message: 'This platform bills every call and needs a payment card on file.',
    retry: 'never',
    places: ['response', 'aggregate', 'session'],
  },
  invalid_request: {
    statuses: [400, 413],
    meaning:
      'The request is not well-formed: broken JSON, a field that fails its rule, an id that is no UUID, or a body that is too large.',
    message: 'The request is not valid.',
    retry: 'never',
    places: ['response'],
  },
  invalid_profile: {
    statuses: [400],
    meaning: 'The profile fails a check that its schema cannot state, such as metadata over 16 KiB.',
    message: 'The profile is not valid.',
    retry: 'never',
    places: ['response'],
  },
  invalid_redirect_uri: {
    statuses: [400],
    meaning:
      'redirectUrl is not a valid address, its origin is not on the allow-list, or it is not HTTPS outside localhost.',
    message: 'redirectUrl is not allowed.',
    retry: 'never',
    places: ['response'],
  },
  unsupported_media_type: {
    statuses: [415],
    meaning: 'The Content-Type is not one this operation takes.',
    message: 'The Content-Type is not supported by this operation.',
    retry: 'never',
    places: ['response'],
  },
  profile_name_conflict: {
    statuses: [409],
    meaning: 'Another profile of the organization has this name; see details.existingProfileId.',
    message: 'Another profile has this name.',
    retry: 'never',
    places: ['response'],
  },
  profile_external_id_conflict: {
    statuses: [409],
    meaning: 'Another profile of the organization has this externalId; see details.existingProfileId.',
    message: 'Another profile has this externalId.',
    retry: 'never',
    places: ['response'],
  },
  profile_scope_violation: {
    statuses: [403],
    meaning: 'The key is bound to one profile and cannot do this for the organization.',
    message: 'The key is bound to one profile and cannot do this.',
    retry: 'never',
    places: ['response'],
  },
  idempotency_conflict: {
    statuses: [409],
    meaning: 'The Idempotency-Key was used before with another body.',
    message: 'The Idempotency-Key was already used with another body.',
    retry: 'never',
    places: ['response'],
  },
  account_not_found: {
    statuses: [404],
    meaning: 'No account with this id can be reached with this key, or it is not on the given profile.',
    message: 'No account with this id can be reached with this key.',
    retry: 'never',
    places: ['response'],
  },
  connection_session_not_found: {
    statuses: [404],
    meaning: 'The profile has no connection session with this id.',
    message: 'The profile has no connection session with this id.',
    retry: 'never',
    places: ['response'],
  },
  connection_expired: {
    statuses: [422],
    meaning: 'The connection expired or was never granted the permission this needs; the customer has to reconnect.',
    message: 'The connection has expired; the user must reconnect the account.',
    retry: 'reconnect',
    places: ['response'],
  },
  connection_unavailable: {
    statuses: [],
    meaning: "The account's credentials could not be used for this read.",
    message: 'The credentials of the account could not be used.',
    retry: 'reconnect',
    places: ['aggregate'],
  },
  provider_not_configured: {
    statuses: [422],
    meaning: 'This deployment has no app credentials for the network.',
    message: 'This deployment has no app credentials for the platform.',
    retry: 'never',
    places: ['response', 'aggregate'],
  },
  provider_not_supported: {
    statuses: [422],
    meaning: 'The network cannot do this through Carillon.',
    message: 'The platform does not support this operation.',
    retry: 'never',
    places: ['response'],
  },
  missing_scope: {
    statuses: [],
    meaning: 'The person withheld a permission that the connection needs.',
    message: 'The user did not grant a required permission.',
    retry: 'reconnect',
    places: ['session'],
  },
  invalid_handle: {
    statuses: [400],
    meaning: 'The handle does not resolve to an account.',
    message: 'The handle does not resolve to an account.',
    retry: 'never',
    places: ['response', 'session'],
  },
  reconnect_required: {
    statuses: [409, 422],
    meaning:
      'The account lacks a permission this needs (details.missingScopes) or its access was revoked; reconnect it.',
    message: 'The account lacks a permission or its access was revoked; the user must reconnect it.',
    retry: 'reconnect',
    places: ['response'],
  },
  no_channel: {
    statuses: [],
    meaning: 'The account that was chosen has no channel.',
    message: 'The selected account has no channel.',
    retry: 'reconnect',
    places: ['session'],
  },
  whatsapp_number_conflict: {
    statuses: [],
    meaning: 'The profile holds another WhatsApp number already; disconnect it first, or use another profile.',
    message: 'The profile holds another WhatsApp number already. Disconnect it first, or use another profile.',
    retry: 'never',
    places: ['session'],
  },
  unsupported_platform: {
    statuses: [422],
    meaning: 'The operation does not serve this platform.',
    message: 'The operation does not support this platform.',
    retry: 'never',
    places: ['response'],
  },
  unsupported_feature: {
    statuses: [422],
    meaning: 'Scheduling, queueing and background uploads are not offered.',
    message: 'Scheduling, queueing and background uploads are not supported.',
    retry: 'never',
    places: ['response'],
  },
  invalid_image: {
    statuses: [422],
    meaning: 'The image cannot be decoded, is of another format than announced, or is over a limit.',
    message: 'The image cannot be used.',
    retry: 'never',
    places: ['response'],
  },
  invalid_video: {
    statuses: [422],
    meaning:
      'The video cannot be used: not the announced container, over a limit, or longer than the creator may post.',
    message: 'The video cannot be used.',
    retry: 'never',
    places: ['response'],
  },
  privacy_level_unsupported: {
    statuses: [422],
    meaning:
      'A video can only be posted as PUBLIC_TO_EVERYONE; send it as a draft with post_mode MEDIA_UPLOAD instead.',
    message: 'A video can only be published as PUBLIC_TO_EVERYONE.',
    retry: 'never',
    places: ['response'],
  },
  invalid_post_settings: {
    statuses: [422],
    meaning:
      'A privacy, comment, duet, stitch or schedule setting is not available to this creator or not in this combination.',
    message: 'A setting of the post is not available to this account.',
    retry: 'never',
    places: ['response'],
  },
  media_url_unverified: {
    statuses: [422],
    meaning: "The network has not verified this deployment's public media address.",
    message: "The platform has not verified this deployment's media URL.",
    retry: 'never',
    places: ['response'],
  },
  upload_limit_exceeded: {
    statuses: [422],
    meaning: 'The channel has reached its upload limit.',
    message: 'The account has reached its upload limit.',
    retry: 'never',
    places: ['response'],
  },
  provider_rejected: {
    statuses: [422],
    meaning: 'The network rejected the content or its metadata; the message carries its explanation.',
    message: 'The platform rejected the content.',
    retry: 'never',
    places: ['response'],
  },
  duplicate_post: {
    statuses: [409],
    meaning: 'The network rejected it because the same text was published a short while ago.',
    message: 'The same text was published a short while ago.',
    retry: 'never',
    places: ['response'],
  },
  invalid_media: {
    statuses: [422],
    meaning:
      'A media item is not valid base64, differs from its content_type, is over a limit, or could not be processed.',
    message: 'A media item cannot be used.',
    retry: 'never',
    places: ['response'],
  },
  post_not_found: {
    statuses: [404],
    meaning: "The id names none of the account's posts.",
    message: "The id names none of the account's posts.",
    retry: 'never',
    places: ['response'],
  },
  comment_not_found: {
    statuses: [404],
    meaning: "The id names no comment on the account's posts.",
    message: "The id names no comment on the account's posts.",
    retry: 'never',
    places: ['response'],
  },
  comment_not_owned: {
    statuses: [422],
    meaning: 'The network lets an account delete only its own comments.',
    message: 'The platform lets an account delete only its own comments.',
    retry: 'never',
    places: ['response'],
  },
  not_supported: {
    statuses: [422],
    meaning: 'The network has no such action or parameter.',
    message: 'The platform does not support this action or parameter.',
    retry: 'never',
    places: ['response'],
  },
  window_closed: {
    statuses: [409],
    meaning: "More than 24 hours have passed since the person's last message.",
    message: "More than 24 hours have passed since the user's last message.",
    retry: 'never',
    places: ['response'],
  },
  page_not_selected: {
    statuses: [409],
    meaning: 'No Page was chosen for this connection.',
    message: 'No Page is selected for this connection; reconnect the account and select one.',
    retry: 'reconnect',
    places: ['response', 'aggregate'],
  },
  missing_permission: {
    statuses: [403],
    meaning: 'The connection lacks a permission that this needs; reconnect it.',
    message: 'The connection lacks a required permission; the user must reconnect the account.',
    retry: 'reconnect',
    places: ['response', 'aggregate'],
  },
  ads_permission_required: {
    statuses: [403],
    meaning: 'The connection lacks ads permissions (details.missingScopes); a new authorization is needed.',
    message: 'The connection lacks ads permissions; the user must reconnect the account.',
    retry: 'reconnect',
    places: ['response'],
  },
  ad_account_not_found: {
    statuses: [404],
    meaning: 'The connection does not reach an ad account with this id.',
    message: 'The connection does not reach an ad account with this id.',
    retry: 'never',
    places: ['response'],
  },
  ad_object_not_found: {
    statuses: [404],
    meaning: 'The ad account has no campaign, ad set or ad with this id, or the Page no lead form.',
    message: 'There is no campaign, ad set, ad or lead form with this id here.',
    retry: 'never',
    places: ['response'],
  },
  setup_incomplete: {
    statuses: [422],
    meaning: "The number's setup is not finished.",
    message: 'The setup of the number is incomplete.',
    retry: 'never',
    places: ['response'],
  },
  provider_error: {
    statuses: [502],
    meaning: 'The request to the network failed. For a publish: read its status before sending it again.',
    message: 'The platform failed to process the request.',
    retry: 'with-care',
    places: ['response', 'aggregate', 'session'],
  },
  rate_limited: {
    statuses: [429],
    meaning: "Too many requests, by the network's count or by this service's own; wait for Retry-After.",
    message: 'Too many requests; retry after the time in Retry-After.',
    retry: 'after',
    places: ['response', 'aggregate'],
  },
  quota_exhausted: {
    statuses: [429],
    meaning: 'The shared daily quota is used up; the message says when it is reset.',
    message: 'The shared daily quota is exhausted.',
    retry: 'after',
    places: ['response', 'aggregate'],
  },
  provider_unavailable: {
    statuses: [502],
    meaning: 'Every network that was asked failed, for mixed reasons; details has them by account.',
    message: 'Every platform that was asked failed.',
    retry: 'backoff',
    places: ['response'],
  },
  temporarily_unavailable: {
    statuses: [503],
    meaning: 'Not available for a while; wait for Retry-After.',
    message: 'Temporarily unavailable; retry after the time in Retry-After.',
    retry: 'after',
    places: ['response', 'aggregate'],
  },
  database_error: {
    statuses: [502],
    meaning: 'The service could not read or write its own store; nothing was sent, it is safe to retry.',
    message: 'The service could not reach its database; it is safe to retry.',
    retry: 'backoff',
    places: ['response', 'aggregate', 'session'],
  },
  result_limit: {
    statuses: [],
    meaning: 'The collection was cut at 10,000 records.',
    message: 'The result was truncated.',
    retry: 'never',
    places: ['aggregate'],
  },
  route_not_found: {
    statuses: [404],
    meaning: 'There is no such path.',
    message: 'There is no such path.',
    retry: 'never',
    places: ['response'],
  },
  method_not_allowed: {
    statuses: [405],
    meaning: 'The path exists, but not with this method; see the Allow header.',
    message: 'The path does not support this method.',
    retry: 'never',
    places: ['response'],
  },
  internal_error: {
    statuses: [500],
    meaning: 'Something unforeseen went wrong. It is a defect of the service.',
    message: 'An unexpected error occurred.',
    retry: 'with-care',
    places: ['response'],
  },
} as const satisfies Record<string, CatalogueRow>

export type ErrorCode = keyof typeof catalogue

export const errorCodes = keysOf(catalogue)

/** A code that was stored, if the catalogue still has it; one that a later version removed is `internal_error`. */
export function knownCode(stored: string): ErrorCode {
  return errorCodes.find((code) => code === stored) ?? 'internal_error'
}

/** The row of a code, with its literal types widened. */
export function catalogueRow(code: ErrorCode): CatalogueRow {
  return catalogue[code]
}
