import { loginScopes } from '@carillon/domain'
import { ProviderError } from '../error-rules.ts'
import { countOf, listOf, objectOf } from '../json.ts'
import { callInstagram } from './client.ts'
import { type InstagramPublishCall, requireScope } from './credentials.ts'

/** Reads how much of its daily post limit the account has used, as Instagram counts it; null if it cannot be read. */
async function readLimit(call: InstagramPublishCall) {
  const body = await callInstagram(call, {
    method: 'GET',
    path: `/${call.account.providerId}/content_publishing_limit`,
    operation: 'quota.get',
    timeoutMs: 5_000,
    query: { fields: 'quota_usage,config' },
  }).catch(() => ({}))
  const [row = {}] = listOf(objectOf(body)['data'])
  const { quota_total, quota_duration } = objectOf(row['config'])
  const [used, total, seconds] = [row['quota_usage'], quota_total, quota_duration].map(countOf)
  return used != null && total != null ? { used, total, hours: Math.round((seconds ?? 86_400) / 3600) } : null
}

/**
 * The time in seconds after which the publishing limit is worth another look: older posts pass out of it one by one,
 * and Instagram does not report when.
 */
const lookAgainSeconds = 3600

const reached = ({ used, total, hours }: { used: number; total: number; hours: number }) =>
  `The account has published ${used} of the ${total} posts that Instagram allows within ${hours} hours; try again when older ones have passed out of that time.`

/**
 * Checks that the user granted the permission to publish, and that the account has not reached its publishing limit:
 * the number of posts that Instagram allows within 24 hours, or within another time that it reports. A limit that
 * cannot be read is not checked.
 * @throws ProviderError `connection_expired` without the permission; `provider_rejected` with `retryAfter` if the limit
 *   is reached
 */
export async function requirePublishable(call: InstagramPublishCall): Promise<void> {
  const { login } = call.account.credentials
  for (const scope of loginScopes.instagram[login].features.publishing) requireScope(call, scope)
  const limit = await readLimit(call)
  if (limit && limit.used >= limit.total) {
    throw new ProviderError('provider_rejected', reached(limit), 'not_sent', { retryAfter: lookAgainSeconds })
  }
}

/**
 * Returns the rejection of a post beyond the account's publishing limit with the limit and the actual use in its
 * message. Both are read from Instagram, since its documentation names 50 in one place and 100 in another. Returns the
 * rejection unchanged if they cannot be read.
 * @see
 *   https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit
 *   (read 2026-11-20)
 */
export async function limitReached(call: InstagramPublishCall, rejection: ProviderError): Promise<ProviderError> {
  const limit = await readLimit(call)
  if (limit === null) return rejection
  return new ProviderError(rejection.code, reached(limit), rejection.outcome, { cause: rejection })
}
