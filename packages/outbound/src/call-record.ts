import type { Logger } from '@carillon/log'
import type { OutboundErrorKind } from './outbound-error.ts'

/** Who calls whom what for: names for logs and metrics, never data. */
export interface CallLabels {
  network: string
  operation: string
}

/** One finished call. `status` is absent when no answer came. */
export interface CallRecord extends CallLabels {
  host: string
  status?: number
  kind?: OutboundErrorKind
  sent?: boolean
  attempts: number
  durationMs: number
}

/** Logs a call in one line without path, query and headers. */
export function writeRecord(log: Logger, record: CallRecord): void {
  if (record.kind === undefined) log.info({ ...record }, 'outbound call')
  else log.warn({ ...record }, 'outbound call failed')
}
