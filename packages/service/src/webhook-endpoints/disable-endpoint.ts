import { cancelDeliveries, disableEndpoint as changeStatus, raiseEvents, transaction } from '@carillon/database'
import type { EndpointDisabledReason } from '@carillon/domain'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import { viewEndpoint } from './endpoint-view.ts'

export interface DisableOptions {
  reason: EndpointDisabledReason
  /**
   * If given, the endpoint is disabled only if it has not been changed since then, such as its URL, headers, secret or
   * status.
   */
  unchangedSince?: Date
}

/**
 * Disables a webhook endpoint, cancels its pending deliveries except tests (up to 5,000; a job cancels the rest), and
 * stores the event `endpoint.disabled`. Does nothing if it is already disabled, does not exist, or has been changed
 * since `unchangedSince`.
 */
export async function disableEndpoint(
  context: Context,
  id: string,
  { reason, unchangedSince }: DisableOptions,
): Promise<void> {
  const now = context.now()
  const disabled = await transaction(context.db, async (tx) => {
    const row = await changeStatus(tx, id, { reason, now, unchangedSince })
    if (!row) return undefined
    await cancelDeliveries(tx, id)
    const owner = { organizationId: row.organizationId, profileId: row.profileId, accountId: null, platform: null }
    await raiseEvents(tx, [newEvent(owner, { type: 'endpoint.disabled', id, at: now, data: viewEndpoint(row) })])
    return row
  })
  if (!disabled) return
  context.log.info({ endpointId: id, organizationId: disabled.organizationId, reason }, 'webhook endpoint disabled')
  context.events.soon()
}
