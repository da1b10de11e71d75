import { deliveryChannel } from '@carillon/database'
import { sessionUrlOf } from '../config/session-url.ts'
import type { Context } from '../context.ts'
import { listenLate } from '../process-state/late-listener.ts'

/**
 * Passes on to `deliveryHint` what other processes say of due deliveries, until it is closed. Returns at once; while the
 * database cannot be reached, deliveries are found by a poll.
 */
export function hearDeliveries({ config, log, deliveryHint }: Pick<Context, 'config' | 'log' | 'deliveryHint'>): {
  close(): Promise<void>
} {
  const listener = listenLate({ url: sessionUrlOf(config), channels: [deliveryChannel], log })
  listener.events.on(deliveryChannel, () => deliveryHint.give())
  return listener
}
