import { ServiceError } from '@carillon/errors'
import type { AppCall } from '../call-context.ts'
import { callNetwork } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, isObject } from '../json.ts'
import { clientOf } from '../oauth2/flow.ts'
import { apiUrl, dataOf } from './client.ts'
import { tiktokDialect, unverifiedMedia } from './errors.ts'

/** TikTok's value for a property that is a whole domain; `verified` is its value for a verified property. */
const domain = 1
const verified = 1

function covers({ property_type: type, url, property_status: status }: Fields, media: URL): boolean {
  if (status !== verified || typeof url !== 'string') return false
  if (type !== domain) return media.href.startsWith(url)
  return media.hostname === url || media.hostname.endsWith(`.${url}`)
}

/**
 * Reads from TikTok whether a domain or URL prefix that it verified for the app covers Carillon's media URLs; null if
 * this cannot be read, such as without the app's client id and secret.
 * @see https://business-api.tiktok.com/portal/docs?id=1769324038780930 (read 2026-11-20)
 */
export async function takesMediaFrom(call: AppCall): Promise<boolean | null> {
  try {
    const { clientId, clientSecret } = clientOf(call.app)
    const query = new URLSearchParams({ app_id: clientId, secret: clientSecret })
    const response = await callNetwork(call, tiktokDialect, {
      method: 'GET',
      url: `${apiUrl(call.app, '/business/property/list/')}?${query}`,
      operation: 'properties.list',
      timeoutMs: 5_000,
    })
    const { url_property_info_list: list } = dataOf(response)
    const media = new URL('/media/', call.app.mediaUrl ?? call.app.publicUrl)
    return Array.isArray(list) ? list.filter(isObject).some((property) => covers(property, media)) : null
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/**
 * Reads TikTok's list of verified URLs. Returns the error `media_url_unverified` instead of `failure` if the list does
 * not cover the media URL; returns `failure` unchanged if it does or cannot be read. TikTok documents no error code for
 * a URL that is not verified.
 */
export async function addressFailure(call: AppCall, failure: ProviderError): Promise<ProviderError> {
  if ((await takesMediaFrom(call)) !== false) return failure
  const { outcome, final } = failure
  return new ProviderError(unverifiedMedia.code, unverifiedMedia.message, outcome, { cause: failure, final })
}
