import { closed, type Described, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

/** The number of days for which requests are kept if the setting `REQUESTS_KEPT_DAYS` is absent. */
export const defaultRequestsKeptDays = 7

/** The classes of HTTP statuses by which requests can be filtered. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

export type StatusClass = (typeof statusClasses)[number]

/** The sources of requests: clients with an API key, or the pages of the dashboard. */
export const requestSources = ['api', 'dashboard'] as const

export type RequestSource = (typeof requestSources)[number]

/** The schema of a recorded request to the API, without its body and query. */
export const requestRecordShape = closed({
  id: uuid,
  at: { ...timestamp, description: 'When the request arrived.' },
  method: text,
  path: { ...text, description: 'The path of the operation with its parameters in braces.' },
  params: {
    type: 'object',
    additionalProperties: text,
    description: 'The parameters of the path, by name. Values that are not ids are left out.',
  },
  operation: {
    ...nullableText,
    description: 'The id of the operation, or the name of the tool of a request to /mcp; null if there is neither.',
  },
  status: {
    type: ['integer', 'null'],
    description: 'The HTTP status; null if the client disconnected before the response.',
  },
  code: { ...nullableText, description: 'The code of the error, if there was one.' },
  problem: { ...nullableText, description: 'The message of the error, if there was one. Secrets are replaced.' },
  key: closed({ id: uuid, name: { ...nullableText, description: 'The name of the key at that time.' } }),
  source: { enum: requestSources, description: 'Whether a client sent it, or a page of the dashboard.' },
  profileId: { type: ['string', 'null'], format: 'uuid' },
  durationMs: { type: 'integer', description: 'Milliseconds from the arrival to the end of the response.' },
  requestId: { ...text, description: 'The X-Request-Id, which the log lines of the request have too.' },
  publishId: {
    type: ['string', 'null'],
    format: 'uuid',
    description: 'The publish that the request created or named.',
  },
  ip: nullableText,
})

export type RequestRecord = Described<typeof requestRecordShape>

/** The schema of the requests of an API key that narrower access would have rejected. */
export const keyCheckShape = closed({
  keyId: uuid,
  from: { ...timestamp, description: 'The beginning of the period.' },
  to: timestamp,
  requests: {
    type: 'integer',
    description:
      'The number of kept requests of the key and its dashboard sessions in the period, without those that were rejected with 401 or 403.',
  },
  rejected: { type: 'integer', description: 'The number of these requests that would have been rejected.' },
  rejections: {
    type: 'array',
    description: 'The requests that would have been rejected, by operation and reason, the most frequent first.',
    items: closed({
      operation: text,
      code: {
        enum: ['insufficient_scope', 'profile_scope_violation', 'profile_not_found', 'unauthorized'],
        description: 'The code with which the request would have been rejected.',
      },
      requiredScope: { ...nullableText, description: 'The missing scope, for insufficient_scope.' },
      count: { type: 'integer' },
      lastAt: nullableTimestamp,
    }),
  },
})

export type KeyCheck = Described<typeof keyCheckShape>
