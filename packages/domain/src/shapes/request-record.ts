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
  path: {
    ...text,
    description:
      'The path without /api/v1, with its parameters in braces; as the client sent it if there is no such path.',
  },
  params: {
    type: 'object',
    additionalProperties: text,
    description: 'The parameters of the path, by name. Values that are not ids are left out.',
  },
  operation: {
    ...nullableText,
    description:
      'The id of the operation, the name of the tool of a request to /mcp, or the name of a request that is not an operation, such as uploads.create; otherwise null.',
  },
  status: {
    type: ['integer', 'null'],
    description: 'The HTTP status; null if the client disconnected before the response.',
  },
  code: { ...nullableText, description: 'The code of the error; null without an error.' },
  problem: {
    ...nullableText,
    description: 'The message of the error, in which secrets are replaced; null without an error.',
  },
  key: closed({
    id: uuid,
    name: {
      ...nullableText,
      description: 'The name of the key just after the request; null if it had none or was already deleted.',
    },
  }),
  source: {
    enum: requestSources,
    description: 'api: a client sent the request. dashboard: a page of the dashboard did.',
  },
  profileId: {
    type: ['string', 'null'],
    format: 'uuid',
    description:
      'The profile that the request was about, or that of a key with access to one profile alone; null if it was about none or was rejected before its profile was looked up.',
  },
  durationMs: {
    type: 'integer',
    description: 'Milliseconds from the arrival of the request to the end of its response.',
  },
  requestId: { ...text, description: 'The X-Request-Id of the request, which is also in the log lines about it.' },
  publishId: {
    type: ['string', 'null'],
    format: 'uuid',
    description:
      'The id of the publish that the request created, also by releasing a schedule and whatever its response was, as long as the publish is kept; otherwise the one that its path contains; null without either.',
  },
  ip: nullableText,
})

export type RequestRecord = Described<typeof requestRecordShape>

/**
 * The schema of the result of checking which past requests of an API key would have been rejected if the key had had
 * fewer scopes, profiles or allowed IP addresses: how many, by operation and error code.
 */
export const keyCheckShape = closed({
  keyId: uuid,
  from: { ...timestamp, description: 'The beginning of the period whose requests were checked.' },
  to: { ...timestamp, description: 'The end of the period: the time of this check.' },
  requests: {
    type: 'integer',
    description:
      'The number of requests of the key and its dashboard sessions in the period that are still kept, without those that have no operation or were rejected with 401 or 403. Of those to /mcp, the operations that they called count.',
  },
  rejected: { type: 'integer', description: 'The number of these requests that would have been rejected.' },
  rejections: {
    type: 'array',
    description: 'The requests that would have been rejected, by operation and reason, the most frequent first.',
    items: closed({
      operation: text,
      code: {
        enum: [
          ...(['unauthorized', 'insufficient_scope', 'profile_scope_violation', 'profile_not_found'] as const),
          ...(['webhook_endpoint_not_found', 'profile_required'] as const),
        ],
        description:
          'Why the request would have been rejected: the code of its response, except that a request about another profile has profile_not_found here, whatever its response says, such as account_not_found.',
      },
      requiredScope: {
        ...nullableText,
        description: 'The missing scope if code is insufficient_scope; otherwise null.',
      },
      count: { type: 'integer' },
      lastAt: { ...nullableTimestamp, description: 'When the last of them arrived; null if that is not known.' },
    }),
  },
})

export type KeyCheck = Described<typeof keyCheckShape>
