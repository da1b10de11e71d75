import type { Event } from '@carillon/contract'
import type { FeedEvent } from '@carillon/database'

/**
 * Converts a row of the event feed to the API's event. Its fields have a fixed order, so that its JSON is the same each
 * time.
 */
export function viewEvent(row: FeedEvent): Event {
  return {
    id: row.id,
    type: row.type,
    timestamp: row.occurredAt.toISOString(),
    profileId: row.profileId,
    accountId: row.accountId,
    platform: row.platform,
    sequence: row.sequence,
    object: { type: row.objectType, id: row.objectId },
    data: JSON.parse(row.data),
    ...(row.truncated && { truncated: true }),
    apiVersion: 'v1',
  }
}
