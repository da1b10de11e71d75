import type { NewWebhookEndpoint } from '@carillon/database'
import type { WebhookEndpoint } from '@carillon/domain'

/** Converts the row of a webhook endpoint to the form of the API, without secrets. */
export function viewEndpoint(row: NewWebhookEndpoint): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    types: row.types,
    profileId: row.profileId,
    description: row.description,
    headerNames: row.headerNames,
    status: row.status,
    disabledReason: row.disabledReason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
