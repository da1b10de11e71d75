import { deliveryChannel } from '@carillon/database'
import { sessionUrlOf } from '../config/session-url.ts'
import type { Context } from '../context.ts'
import { listenLate } from '../process-state/late-listener.ts'

/**
 * Listens for notifications of other processes about due webhook deliveries, and wakes the delivery loop of this
 * process, which waits for `deliveryHint`. Returns at once; `close` of the result ends listening. While the database
 * cannot be reached, notifications are lost; the loop finds these deliveries by polling.
 */
export function hearDeliveries({ config, log, deliveryHint }: Pick<Context, 'config' | 'log' | 'deliveryHint'>): {
  close(): Promise<void>
} {
  const listener = listenLate({ url: sessionUrlOf(config), channels: [deliveryChannel], log })
  listener.events.on(deliveryChannel, () => deliveryHint.give())
  return listener
}
