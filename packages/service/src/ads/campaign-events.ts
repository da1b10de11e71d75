import type { NewEvent } from '@carillon/database'
import type { CreatedCampaign } from '@carillon/domain'
import type { NewCampaign } from '@carillon/providers'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import type { StatusChange } from '../write-kind.ts'

/**
 * Builds the event for a change of a campaign write's status: `campaign.created`, whose object id is the network's id
 * of the campaign, or `campaign.failed`, whose object id is the request id. Empty while the write is in progress or its
 * outcome unknown.
 */
export function campaignEvents(change: StatusChange<Context, NewCampaign, CreatedCampaign>): NewEvent[] {
  const { row, payload, result } = change
  const { adAccountId, name } = payload
  const at = row.updatedAt
  if (row.status === 'succeeded' && result !== null)
    return [newEvent(row, { type: 'campaign.created', id: result.id, at, data: result })]
  if (row.status !== 'failed' || row.error === null) return []
  const { code, message } = row.error
  const data = { adAccountId, name, requestId: row.requestId, error: { code, message } }
  return [newEvent(row, { type: 'campaign.failed', id: row.requestId, at, data })]
}
