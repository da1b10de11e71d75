import { type ProcessLogger, requestFields } from '@carillon/log'
import type { OutboundErrorKind } from './outbound-error.ts'

/** The logger that writes the lines of calls. */
export type CallLogger = Pick<ProcessLogger, 'info' | 'infoSoon' | 'warn'>

/** Who calls whom what for: names for logs and metrics, never data. */
export interface CallLabels {
  network: string
  operation: string
}

/** One finished call. `status` is absent when no response came. */
export interface CallRecord extends CallLabels {
  host: string
  status?: number
  kind?: OutboundErrorKind
  sent?: boolean
  attempts: number
  durationMs: number
}

/** Methods of calls that change nothing at a network. */
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * Logs a call in one line without path, query and headers. The line of a read that got a response waits for others;
 * those of writes and failures are written at once. It names the request for which the call was made.
 */
export function writeRecord(log: CallLogger, method: string, record: CallRecord): void {
  const fields = { ...requestFields(), ...record }
  if (record.kind !== undefined) log.warn(fields, 'outbound call failed')
  else if (reads.has(method)) log.infoSoon(fields, 'outbound call')
  else log.info(fields, 'outbound call')
}
