import type { CallRecord } from '@carillon/outbound'

/**
 * Returns the outcome of an outbound call as a label value: `2xx` to `5xx`, `429`, or the kind of failure if there was
 * no response.
 */
export function outcomeOf({ status, kind }: Pick<CallRecord, 'status' | 'kind'>): string {
  if (status === undefined) return kind ?? 'failed'
  return status === 429 ? '429' : `${Math.floor(status / 100)}xx`
}
