import type { Platform } from '@carillon/domain'
import type { Drift } from '@carillon/providers'
import type { Context } from '../context.ts'

/**
 * Whether the nth drift of a field is logged: only the 1st, 10th, 100th and so on, so that frequent ones do not fill
 * the log.
 */
function isSampled(count: number): boolean {
  return Number.isInteger(Math.log10(count))
}

/**
 * Counts a drift (a response that differs from the network's documentation), and logs the 1st, 10th, 100th and so on of
 * each field in this process, without users' data.
 */
export function noteDrift({ counters, log }: Pick<Context, 'counters' | 'log'>, network: Platform, drift: Drift): void {
  counters.add('drift', [network, drift.field])
  const counted = counters.read('drift').find(({ labels: [one, field] }) => one === network && field === drift.field)
  const count = counted?.count ?? 1
  if (isSampled(count)) log.warn({ network, ...drift, count }, 'response differs from the documentation of the network')
}
