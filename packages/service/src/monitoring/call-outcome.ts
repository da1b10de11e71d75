import type { CallRecord } from '@carillon/outbound'

/**
 * Returns the outcome of an outbound call as a label value: the class of the status (such as `2xx`), `429`, or, if
 * there was no response, `kind`, the kind of failure (`failed` if it is absent).
 */
export function outcomeOf({ status, kind }: Pick<CallRecord, 'status' | 'kind'>): string {
  if (status === undefined) return kind ?? 'failed'
  return status === 429 ? '429' : `${Math.floor(status / 100)}xx`
}
