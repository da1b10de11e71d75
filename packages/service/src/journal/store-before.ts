import { timeIn } from '@carillon/domain'

/**
 * The time in `X-Publish-Before`, by which a write has to be stored; undefined without one. It never becomes later: a
 * leap second is the second before it.
 */
export function storeBeforeOf(headers: { 'x-publish-before'?: string | undefined }): Date | undefined {
  const sent = headers['x-publish-before']
  return sent === undefined ? undefined : timeIn(sent)
}
