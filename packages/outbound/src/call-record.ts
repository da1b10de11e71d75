import { type ProcessLogger, requestFields } from '@carillon/log'
import type { OutboundErrorKind } from './outbound-error.ts'

/** The logger to which outbound calls are written. */
export type CallLogger = Pick<ProcessLogger, 'info' | 'infoSoon' | 'warn'>

/**
 * The labels of an outbound call in logs and metrics: the network, and the name of the call to it. They are fixed
 * names, never data of users.
 */
export interface CallLabels {
  network: string
  operation: string
}

/**
 * One finished outbound call. `status` is absent if no response arrived; `kind` and `sent` are those of the
 * `OutboundError`, set only if the call failed. `durationMs` is the time until the complete response or, in a guarded
 * call, until its headers arrived: a failure to read its body is not recorded. `host` is that of the last redirect, and
 * empty for an invalid URL; `attempts` counts the retries as well.
 */
export interface CallRecord extends CallLabels {
  host: string
  status?: number
  kind?: OutboundErrorKind
  sent?: boolean
  attempts: number
  durationMs: number
}

/** The methods of calls that change nothing at a network. */
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * Logs a call in one line, without path, query and headers, and with the id of the API request for which it was made,
 * if any. The line of a read that did not fail is kept and written together with later lines; the lines of writes and
 * failures are written at once.
 */
export function writeRecord(log: CallLogger, method: string, record: CallRecord): void {
  const fields = { ...requestFields(), ...record }
  if (record.kind !== undefined) log.warn(fields, 'outbound call failed')
  else if (reads.has(method)) log.infoSoon(fields, 'outbound call')
  else log.info(fields, 'outbound call')
}
