import { timeIn } from '@carillon/domain'

/**
 * Returns the time in the header `X-Publish-Before`, by which a write has to be stored; undefined if the header is
 * absent. The value must be a valid RFC 3339 time, which the caller has checked. A leap second is taken as the second
 * before it, so the time is never later than the client's.
 */
export function storeBeforeOf(headers: { 'x-publish-before'?: string | undefined }): Date | undefined {
  const sent = headers['x-publish-before']
  return sent === undefined ? undefined : timeIn(sent)
}
