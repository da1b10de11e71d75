import { sampleEvent } from '../events/sample-event.ts'
import { sampleEndpoint } from '../events/samples.ts'

const { id, url, types, description } = sampleEndpoint
const secret = 'whsec_(32 bytes in base64)'
const deliveryId = '0199d1f3-5566-7e7f-8192-a3b4c5d6e7f8'

const attemptedAt = '2026-11-20T09:30:02.210Z'

const delivery = {
  id: deliveryId,
  eventId: '0199d1f2-4455-7d6e-8f70-8192a3b4c5d6',
  type: 'publish.published',
  status: 'delivered',
  createdAt: '2026-11-20T09:30:02.180Z',
  nextAttemptAt: null,
  attempts: [{ at: attemptedAt, durationMs: 84, status: 204, error: null, response: null }],
}

const event = sampleEvent('publish.published', {
  id: delivery.eventId,
  timestamp: '2026-11-20T09:30:02.140Z',
})

/** Example bodies of events, webhook endpoints and deliveries, keyed by the name of their schema. */
export const webhookExamples: Readonly<Record<string, object>> = {
  EventList: { events: [event], cursor: '(an opaque text)', hasMore: false },
  WebhookEndpoint: sampleEndpoint,
  WebhookEndpointList: { webhookEndpoints: [sampleEndpoint] },
  CreateWebhookEndpointRequest: { url, types, description, headers: { 'x-tenant': 'lindqvist' } },
  CreateWebhookEndpointResponse: { ...sampleEndpoint, secret },
  WebhookEndpointWithHealth: {
    ...sampleEndpoint,
    health: { lastSuccessAt: attemptedAt, lastFailureAt: null, pending: 0, failing24h: 0 },
  },
  UpdateWebhookEndpointRequest: { types, enabled: true },
  DeleteWebhookEndpointResponse: { id, deleted: true },
  RenewWebhookEndpointSecretRequest: { keepOldSeconds: 3_600 },
  RenewWebhookEndpointSecretResponse: { secret },
  TestWebhookEndpointRequest: { type: 'publish.published' },
  TestWebhookEndpointResponse: { deliveryId },
  ReplayWebhookEndpointRequest: { since: '2026-11-20T00:00:00.000Z', onlyFailed: true },
  ReplayWebhookEndpointResponse: { deliveries: 12 },
  WebhookDelivery: delivery,
  WebhookDeliveryWithBody: { ...delivery, body: JSON.stringify(event) },
  WebhookDeliveryList: { deliveries: [delivery], nextCursor: null },
  RetryWebhookDeliveryResponse: { deliveryId },
}
