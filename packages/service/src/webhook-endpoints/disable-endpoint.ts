import { cancelDeliveries, disableEndpoint as changeStatus, raiseEvents, transaction } from '@carillon/database'
import type { EndpointDisabledReason } from '@carillon/domain'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import { viewEndpoint } from './endpoint-view.ts'

/**
 * Disables a webhook endpoint, cancels its pending deliveries, and stores the event `endpoint.disabled`. Does nothing
 * if it is already disabled, does not exist, or has another URL than `url`, if that is given.
 */
export async function disableEndpoint(
  context: Context,
  id: string,
  { reason, url }: { reason: EndpointDisabledReason; url?: string | undefined },
): Promise<void> {
  const now = context.now()
  const disabled = await transaction(context.db, async (tx) => {
    const row = await changeStatus(tx, id, { reason, now, url })
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
