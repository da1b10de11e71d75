import { type EventType, eventTypeNames } from '@carillon/domain'
import { eventShapes } from '../events/event-shape.ts'
import { eventRowOf } from '../events/index.ts'
import { sampleEvent } from '../events/sample-event.ts'
import type { Components } from './components.ts'
import { jsonContent } from './content.ts'
import type { OpenApiSchema } from './schema.ts'

const sample = { id: '0199d1f2-4455-7d6e-8f70-8192a3b4c5d6', timestamp: '2026-11-20T09:30:02.140Z' }

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/**
 * The headers of a delivery. Each webhook contains them instead of a reference to a component: oapi-codegen drops
 * components that only webhooks use, but keeps the references to them.
 */
const parameters = [
  header('webhook-id', 'The id of the event: the same in each attempt and after a replay.'),
  header(
    'webhook-timestamp',
    'When the attempt was made, in seconds since 1970 (UTC). Reject deliveries that are older than five minutes.',
  ),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. The key is the part of the ' +
      "endpoint's secret after `whsec_`, decoded from base64. While a secret is being renewed, there is one such " +
      'value for each secret that is still valid, at most five, separated by spaces.',
  ),
]

const responses = {
  200: { description: 'Every 2xx is a success, whatever the body of the response.' },
  410: {
    description:
      'Send 410 if the endpoint no longer exists: Carillon disables it. After every status other than 2xx and 410, the delivery is retried up to nine times; a test is not.',
  },
}

function webhookOf(type: EventType, components: Components): OpenApiSchema {
  const { description } = eventRowOf(type)
  return {
    operationId: `webhook.${type}`,
    tags: ['Webhooks'],
    summary: `An event of the type ${type}`,
    description,
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: jsonContent(components.convert(eventShapes[type]), sampleEvent(type, sample)),
    },
    responses,
  }
}

/** Builds the `webhooks` of the OpenAPI document: the requests posted to endpoints, keyed by type of event. */
export function webhooksOf(components: Components): Record<string, OpenApiSchema> {
  return Object.fromEntries(eventTypeNames.map((type) => [type, { post: webhookOf(type, components) }]))
}
