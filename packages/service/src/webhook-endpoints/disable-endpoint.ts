import { cancelDeliveries, disableEndpoint as changeStatus, raiseEvents, transaction } from '@carillon/database'
import type { EndpointDisabledReason } from '@carillon/domain'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import { viewEndpoint } from './endpoint-view.ts'

/**
 * Disables an endpoint that no longer takes deliveries, unless it is disabled already; its pending deliveries are
 * cancelled, and other endpoints learn of it by an event.
 */
export async function disableEndpoint(context: Context, id: string, reason: EndpointDisabledReason): Promise<void> {
  const now = context.now()
  const disabled = await transaction(context.db, async (tx) => {
    const row = await changeStatus(tx, id, { reason, now })
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
