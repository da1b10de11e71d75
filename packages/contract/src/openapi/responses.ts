import { catalogueRow, type ErrorCode, envelope } from '@carillon/errors'
import { commonErrors, isRead, type Operation, readsBody, scopeErrors } from '../operation.ts'
import type { Components } from './components.ts'
import { jsonContent } from './content.ts'
import { errorDetails } from './error-details.ts'
import { examples } from './examples.ts'
import { errorName, nameOf } from './names.ts'
import type { OpenApiSchema } from './schema.ts'

const headerOf = (name: string) => ({ $ref: `#/components/headers/${name}` })

const always = { 'X-Request-Id': headerOf('RequestId') }
const counted = {
  ...always,
  RateLimit: headerOf('RateLimit'),
  'RateLimit-Policy': headerOf('RateLimitPolicy'),
}

export const headers = {
  RequestId: {
    description:
      'The id of this request, also in the logs: the X-Request-Id that was sent or, without a valid one, a new id.',
    schema: { type: 'string', maxLength: 128 },
  },
  RateLimit: {
    description:
      'The remaining requests of the rate limit, and the seconds until it is reset: of the limit of the key or of its organization, whichever has fewer requests left.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description:
      'The rate limit that RateLimit is about: the number of requests, and the seconds in which they are counted.',
    schema: { type: 'string' },
  },
  ETag: {
    description:
      'The version of the response. Send it as If-None-Match when you repeat the request: if nothing has changed, the response is 304 without a body.',
    schema: { type: 'string' },
  },
  Version: {
    description:
      'The version of the object. Send it as If-Match with a change; if the object was changed since, the response is 412, or 409 if it can no longer be changed.',
    schema: { type: 'string' },
  },
  ShouldRetry: {
    description:
      'Whether it is safe and useful to send the same request again. It is false if a change may already have been made, and for a quota or budget that is used up. Many generated clients follow it.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  RetryAfter: { description: 'Seconds to wait before a retry.', schema: { type: 'integer', minimum: 0 } },
} as const

/** Returns the statuses that a code has in the responses of one operation. */
function statusesIn(row: Operation, code: ErrorCode): readonly number[] {
  if (code === 'reconnect_required') return [row.tag === 'Messages' ? 422 : 409]
  return catalogueRow(code).statuses.filter((status) => status !== 413 || readsBody(row))
}

/** Returns the error codes that an operation can respond with, keyed by HTTP status in ascending order. */
export function errorsByStatus(row: Operation): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>()
  const ofBody: ErrorCode[] = readsBody(row) ? ['unsupported_media_type'] : []
  for (const code of new Set<ErrorCode>([...commonErrors, ...scopeErrors(row), ...ofBody, ...row.errors])) {
    for (const status of statusesIn(row, code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

const exampleRequestId = '0199d1c4-2f6a-7d31-9b57-4c8e1a0d2b63'
const examplePublicUrl = 'https://carillon.example.com'

/** Builds the schema of an error response with one code. */
function errorShape(code: ErrorCode) {
  const details = errorDetails[code]
  return {
    type: 'object',
    description: catalogueRow(code).meaning,
    properties: {
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', const: code },
          message: { type: 'string', description: 'For humans; may change.' },
          ...(details !== undefined && { details }),
          requestId: { type: 'string', description: 'The X-Request-Id of the response.' },
          docUrl: { type: 'string', format: 'uri', description: 'Where the reference describes the code.' },
        },
        required: ['code', 'message', 'requestId', 'docUrl'],
      },
    },
    required: ['error'],
  }
}

/** The statuses with a `Retry-After` header: always for 429, for the others if the time is known. */
const waits: ReadonlySet<number> = new Set([429, 502, 503])

/** The meanings of codes in the responses of reads, where the catalogue says what holds for writes. */
const meaningsForReads: Partial<Record<ErrorCode, string>> = {
  database_error: 'Carillon could not use its database or its media store. Nothing was changed; retry.',
  provider_error: 'The request to the platform failed. Nothing was changed.',
  internal_error: 'An unexpected error occurred, which is a bug in Carillon: report it with the X-Request-Id.',
}

/** The meanings of codes outside the operations of one tag, for which the catalogue says more. */
const meaningsElsewhere: Partial<Record<ErrorCode, { tag: Operation['tag']; meaning: string }>> = {
  insufficient_scope: {
    tag: 'Organization',
    meaning: 'The API key lacks the scope that the operation needs (details.requiredScope).',
  },
  provider_rejected: {
    tag: 'Messages',
    meaning:
      "The platform rejected the request: its content, its metadata, or what the account may do there. `error.message` contains the platform's explanation if there is one.",
  },
}

/** The meanings of `invalid_request` by status, where the catalogue has one for both. */
const invalidRequests: Readonly<Record<number, string>> = {
  400: 'The request is invalid: malformed JSON, a field that is missing or breaks a rule, an id that is not a UUID, an incomplete body, or another reason in the message.',
  413: 'The body of the request, or a part of it, is too large.',
}

/** Returns the description of an error code in the responses of one operation with this status. */
function meaningIn(row: Operation, status: number, code: ErrorCode): string {
  const ofStatus = code === 'invalid_request' ? invalidRequests[status] : undefined
  const elsewhere = meaningsElsewhere[code]
  const ofTag = elsewhere?.tag === row.tag ? undefined : elsewhere?.meaning
  return ofStatus ?? ofTag ?? (isRead(row) ? meaningsForReads[code] : undefined) ?? catalogueRow(code).meaning
}

function errorResponse(row: Operation, [status, codes]: [number, ErrorCode[]], components: Components): OpenApiSchema {
  const shapes = codes.map((code) => components.add(errorName(code), errorShape(code)))
  const bodies = Object.fromEntries(
    codes.map((code) => {
      const error = { code, message: meaningIn(row, status, code), details: undefined }
      return [code, { value: envelope(error, { requestId: exampleRequestId, publicUrl: examplePublicUrl }) }]
    }),
  )
  const own = status === 401 ? always : counted
  return {
    description: codes.map((code) => `\`${code}\`: ${meaningIn(row, status, code)}`).join('\n\n'),
    headers: {
      ...own,
      'X-Should-Retry': headerOf('ShouldRetry'),
      ...(waits.has(status) && { 'Retry-After': headerOf('RetryAfter') }),
    },
    content: { 'application/json': { schema: shapes.length === 1 ? shapes[0] : { anyOf: shapes }, examples: bodies } },
  }
}

/** Returns an example response with the status `partial` and a failed account. */
function partial(example: object): object {
  return { ...example, status: 'partial', errors: [examples['AccountFailure']] }
}

/** Returns the example of a response: that of the operation's only platform if the schema has one. */
function exampleOf({ platform }: Operation, schema: object): object | undefined {
  const name = nameOf(schema) ?? ''
  return examples[`${name}:${platform}`] ?? examples[name]
}

/** Builds all OpenAPI responses of an operation, successes and errors, keyed by status. */
export function responsesOf(row: Operation, components: Components): Record<string, OpenApiSchema> {
  const responses: Record<string, OpenApiSchema> = {}
  const tag = 304 in row.responses ? 'ETag' : row.isVersioned && 'Version'
  const own = tag ? { ...counted, ETag: headerOf(tag) } : counted
  for (const [status, { description, schema }] of Object.entries(row.responses)) {
    const example = schema !== null && typeof schema === 'object' ? exampleOf(row, schema) : undefined
    const shown = status === '207' && example ? partial(example) : example
    const text = row.text === undefined ? {} : { [row.text]: { schema: { type: 'string' } } }
    const content = schema === null ? {} : { content: { ...jsonContent(components.convert(schema), shown), ...text } }
    responses[status] = { description, headers: own, ...content }
  }
  for (const errors of errorsByStatus(row)) responses[String(errors[0])] = errorResponse(row, errors, components)
  return responses
}
