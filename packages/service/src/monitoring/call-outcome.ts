import type { CallRecord } from '@carillon/outbound'

/** The outcome of a call as the value of a label: `2xx` and so on, `429`, or the kind of its failure. */
export function outcomeOf({ status, kind }: Pick<CallRecord, 'status' | 'kind'>): string {
  if (status === undefined) return kind ?? 'failed'
  return status === 429 ? '429' : `${Math.floor(status / 100)}xx`
}
