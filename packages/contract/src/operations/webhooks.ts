import {
  closed,
  deliveryStatuses,
  endpointHealthShape,
  eventTypeNames,
  limits,
  nullableText,
  text,
  uuid,
  webhookDeliveryShape,
  webhookEndpointShape,
} from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'
import { changedDescription, endpointFields, newDescription, replayFields, requireHeaders } from './webhook-fields.ts'

const row = { tag: 'Webhooks', profile: 'none' } as const
const path = object({ endpointId: uuid }, ['endpointId'])
const deliveryPath = object({ endpointId: uuid, deliveryId: uuid }, ['endpointId', 'deliveryId'])
const errors = ['webhook_endpoint_not_found'] as const
const secret = {
  ...text,
  description:
    'The key that signs deliveries: `whsec_` and 32 bytes in base64. It is returned only in this response: store it at once.',
} as const
const { headers, enabled, url, types } = endpointFields
const deliveryId = closed({ deliveryId: uuid })

export const webhookOperations = {
  'webhookEndpoints.list': {
    ...row,
    scope: 'webhooks:read',
    method: 'get',
    path: '/webhook-endpoints',
    summary: 'List webhook endpoints',
    description:
      'Returns the webhook endpoints, oldest first. A key that is bound to profiles gets only the endpoints of these profiles.',
    responses: {
      200: {
        description: 'The endpoints to which the key has access.',
        schema: closed({ webhookEndpoints: { type: 'array', items: webhookEndpointShape } }),
      },
    },
    errors: [],
  },
  'webhookEndpoints.create': {
    ...row,
    scope: 'webhooks:write',
    method: 'post',
    path: '/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description: `Creates an endpoint: events are posted to its URL, signed with its secret as [Standard Webhooks](https://www.standardwebhooks.com) describes. Events of objects that the key of this request cannot read, such as comments without comments:read, are not delivered. An organization has at most ${limits.webhookEndpointsPerOrganization} endpoints.`,
    profile: 'optional',
    body: object(
      {
        url,
        types,
        profileId: {
          ...uuid,
          description:
            'Only events of this profile are delivered. Default: those of the whole organization; for a key restricted to one profile, those of that profile. A key restricted to several profiles must send it.',
        },
        description: newDescription,
        headers,
        enabled,
      },
      ['url', 'types'],
    ),
    rules({ body }: { body: { headers?: Record<string, string> } }) {
      requireHeaders(body)
    },
    returnsSecret: true,
    responses: {
      201: {
        description: 'The endpoint.',
        schema: closed({ ...webhookEndpointShape.properties, secret }),
      },
    },
    errors: ['profile_required', 'profile_not_found', 'webhook_endpoint_limit_reached'],
  },
  'webhookEndpoints.get': {
    ...row,
    scope: 'webhooks:read',
    method: 'get',
    path: '/webhook-endpoints/{endpointId}',
    summary: 'Read a webhook endpoint',
    description: 'Returns the endpoint with its health: pending deliveries, recent failures and the last success.',
    params: path,
    responses: {
      200: {
        description: 'The endpoint.',
        schema: {
          ...closed({ ...webhookEndpointShape.properties, health: endpointHealthShape }),
          ...{ 'x-name': 'WebhookEndpointWithHealth' },
        },
      },
    },
    errors,
  },
  'webhookEndpoints.update': {
    ...row,
    scope: 'webhooks:write',
    method: 'patch',
    path: '/webhook-endpoints/{endpointId}',
    summary: 'Change a webhook endpoint',
    description:
      'Changes an endpoint. Omitted fields are kept; `headers` replaces all headers, and has to be sent with a `url` of another origin if there are any. After a request with `url` or `types`, only events of objects that its key can read are delivered. Disabling an endpoint cancels its pending deliveries, except tests. When it is enabled again, neither the cancelled deliveries nor the events that occurred in between are delivered on their own: replay them with `POST /webhook-endpoints/{endpointId}/replay`.',
    params: path,
    body: { ...object({ url, types, description: changedDescription, headers, enabled }, []), minProperties: 1 },
    rules({ body }: { body: { headers?: Record<string, string> } }) {
      requireHeaders(body)
    },
    responses: { 200: { description: 'The changed endpoint.', schema: webhookEndpointShape } },
    errors,
  },
  'webhookEndpoints.delete': {
    ...row,
    scope: 'webhooks:write',
    method: 'delete',
    path: '/webhook-endpoints/{endpointId}',
    summary: 'Delete a webhook endpoint',
    description:
      'Deletes the endpoint: its pending deliveries are not made, and its past deliveries can no longer be read.',
    params: path,
    responses: {
      200: { description: 'The endpoint is deleted.', schema: closed({ id: uuid, deleted: { const: true } }) },
    },
    errors,
  },
  'webhookEndpoints.secret.renew': {
    ...row,
    scope: 'webhooks:write',
    method: 'post',
    path: '/webhook-endpoints/{endpointId}/secret',
    summary: 'Renew the secret of a webhook endpoint',
    description:
      'Creates a new secret. For `keepOldSeconds`, by default one day, deliveries are signed with both the old and the new secret, so that your endpoint rejects none while you replace it.',
    params: path,
    optionalBody: true,
    body: object(
      {
        keepOldSeconds: {
          type: 'integer',
          minimum: 0,
          maximum: 86_400,
          description:
            'The number of seconds for which the old secret, and earlier ones that still sign, at most four in all, also sign; 0 ends them all at once. Default: 86400, which is one day.',
        },
      },
      [],
    ),
    returnsSecret: true,
    responses: { 200: { description: 'The new secret.', schema: closed({ secret }) } },
    errors,
  },
  'webhookEndpoints.test': {
    ...row,
    scope: 'webhooks:write',
    method: 'post',
    path: '/webhook-endpoints/{endpointId}/test',
    summary: 'Send a test to a webhook endpoint',
    description:
      'Posts a sample event to this endpoint, even if it is disabled. A test is not retried, and it is not listed by `GET /events`.',
    params: path,
    optionalBody: true,
    body: object(
      { type: { type: 'string', enum: eventTypeNames, description: 'The type of the sample event. Default: ping.' } },
      [],
    ),
    responses: {
      202: {
        description:
          'The id of the delivery of the test. `GET /webhook-endpoints/{endpointId}/deliveries` lists it, with its only attempt once this has ended.',
        schema: deliveryId,
      },
    },
    errors,
  },
  'webhookEndpoints.replay': {
    ...row,
    scope: 'webhooks:write',
    method: 'post',
    path: '/webhook-endpoints/{endpointId}/replay',
    summary: 'Deliver past events again',
    description: `Delivers those past events of a range of time that the endpoint would now receive, whether it has received them before or not, oldest first; an event has the same webhook-id in each of its deliveries. Events with a pending delivery are left out. One request creates deliveries of the oldest ${limits.replayedEvents.toLocaleString('en')} events only, and leaves out the rest without an error: if a \`dryRun\` returns ${limits.replayedEvents}, divide the range into parts with \`since\` and \`until\`, or, with \`onlyFailed\`, repeat the request until it creates fewer. The endpoint must be enabled; otherwise the response is 400.`,
    params: path,
    body: object(replayFields, ['since']),
    responses: {
      202: {
        description: 'How many deliveries were created, or, with `dryRun`, would be.',
        schema: closed({ deliveries: { type: 'integer', minimum: 0 } }),
      },
    },
    errors,
  },
  'webhookEndpoints.deliveries.list': {
    ...row,
    scope: 'webhooks:read',
    method: 'get',
    path: '/webhook-endpoints/{endpointId}/deliveries',
    summary: 'List deliveries to a webhook endpoint',
    description:
      'Returns the deliveries to the endpoint, including tests, with their attempts, newest first. Deliveries are kept for 30 days after their creation, and as long as their events.',
    params: path,
    query: object(
      {
        status: { enum: deliveryStatuses },
        type: { type: 'string', enum: eventTypeNames },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          description: 'The maximum number of deliveries. Default: 50.',
        },
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description: 'The nextCursor of the previous page; if omitted, the list begins with the newest delivery.',
        },
      },
      [],
    ),
    responses: {
      200: {
        description: 'A page of deliveries; nextCursor is null on the last one.',
        schema: {
          ...closed({ deliveries: { type: 'array', items: webhookDeliveryShape }, nextCursor: nullableText }),
          ...{ 'x-name': 'WebhookDeliveryList' },
        },
      },
    },
    errors,
  },
  'webhookEndpoints.deliveries.get': {
    ...row,
    scope: 'webhooks:read',
    method: 'get',
    path: '/webhook-endpoints/{endpointId}/deliveries/{deliveryId}',
    summary: 'Read a delivery to a webhook endpoint',
    description: 'Returns the delivery with its attempts, and the body that each attempt posts.',
    params: deliveryPath,
    responses: {
      200: {
        description: 'The delivery.',
        schema: {
          ...closed({
            ...webhookDeliveryShape.properties,
            body: {
              ...nullableText,
              description:
                'The body that each attempt posts: the event as JSON. null if the event is no longer kept, or if the key may not read its object.',
            },
          }),
          ...{ 'x-name': 'WebhookDeliveryWithBody' },
        },
      },
    },
    errors: [...errors, 'delivery_not_found'],
  },
  'webhookEndpoints.deliveries.retry': {
    ...row,
    scope: 'webhooks:write',
    method: 'post',
    path: '/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/retry',
    summary: 'Attempt a delivery again',
    description:
      'Attempts the delivery again now, whatever its status, with the same webhook-id and body. If the attempt fails, it is retried like that of a new delivery, except for a test. If the event is no longer kept or may not be delivered, the delivery is cancelled instead. The response does not wait for the attempt. The endpoint must be enabled; otherwise the response is 400.',
    params: deliveryPath,
    responses: {
      202: {
        description: 'The delivery is pending again.',
        schema: { ...deliveryId, ...{ 'x-name': 'RetryWebhookDeliveryResponse' } },
      },
    },
    errors: [...errors, 'delivery_not_found'],
  },
} as const satisfies Record<string, Operation>
