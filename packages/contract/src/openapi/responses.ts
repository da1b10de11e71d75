import { catalogueRow, type ErrorCode } from '@carillon/errors'
import { commonErrors, type Operation, readsBody } from '../operation.ts'
import { jsonContent, type OpenApiSchema, reference } from './schemas.ts'

const headerOf = (name: string) => ({ $ref: `#/components/headers/${name}` })

const always = { 'X-Request-Id': headerOf('RequestId') }
const counted = {
  ...always,
  RateLimit: headerOf('RateLimit'),
  'RateLimit-Policy': headerOf('RateLimitPolicy'),
}

export const headers = {
  RequestId: {
    description: 'Names this request in our logs: the one that was sent, or one made for it.',
    schema: { type: 'string', maxLength: 128 },
  },
  RateLimit: {
    description: "What is left of the key's own rate limit, and the seconds until it is full again.",
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: "The key's own rate limit: requests in a window of seconds.",
    schema: { type: 'string' },
  },
  ETag: {
    description:
      'The version of the response; sent back as If-None-Match, it is answered 304 while nothing has changed.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds until trying again makes sense.', schema: { type: 'integer', minimum: 0 } },
} as const

/** The codes that an operation can answer with, by status. */
export function errorsByStatus(row: Operation): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>()
  const ofBody: ErrorCode[] = readsBody(row) ? ['unsupported_media_type'] : []
  for (const code of [...commonErrors, ...ofBody, ...row.errors]) {
    for (const status of catalogueRow(code).statuses) {
      if (status === 413 && !readsBody(row)) continue
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

function errorResponse(status: number, codes: readonly ErrorCode[]): OpenApiSchema {
  const code = { type: 'string', enum: codes }
  // The other fields are named again, so that examples of this part stand on their own.
  const error = { type: 'object', properties: { code, message: { type: 'string' }, details: {} } }
  const narrowed = { type: 'object', properties: { error } }
  const examples = Object.fromEntries(
    codes.map((each) => [each, { value: { error: { code: each, message: catalogueRow(each).meaning } } }]),
  )
  const own = status === 401 ? always : counted
  return {
    description: codes.map((code) => `\`${code}\`: ${catalogueRow(code).meaning}`).join('\n\n'),
    headers: status === 429 || status === 503 ? { ...own, 'Retry-After': headerOf('RetryAfter') } : own,
    content: { 'application/json': { schema: { allOf: [reference('Error'), narrowed] }, examples } },
  }
}

/** Every answer of an operation, good and bad. */
export function responsesOf(row: Operation): Record<string, OpenApiSchema> {
  const responses: Record<string, OpenApiSchema> = {}
  const own = 304 in row.responses ? { ...counted, ETag: headerOf('ETag') } : counted
  for (const [status, { description, schema }] of Object.entries(row.responses)) {
    const content = schema === null ? {} : { content: jsonContent(schema) }
    responses[status] = { description, headers: own, ...content }
  }
  for (const [status, codes] of errorsByStatus(row)) responses[String(status)] = errorResponse(status, codes)
  return responses
}
