import type { ServerResponse } from 'node:http'
import type { NetworkFault } from '../faults.ts'

interface FaultResponse {
  status: number
  error: string
  message: string
  /** The rate limit in the response headers: the number of points per period in seconds. */
  limit?: { points: number; seconds: number }
}

/**
 * The responses of the simulated faults, keyed by fault, with the rate limits that they report.
 * @see https://docs.bsky.app/docs/advanced-guides/rate-limits (read 2026-11-20) for these limits
 */
const FAULT_RESPONSES: Record<NetworkFault, FaultResponse> = {
  throttle: {
    status: 429,
    error: 'RateLimitExceeded',
    message: 'Rate Limit Exceeded',
    limit: { points: 3_000, seconds: 300 },
  },
  'quota-exhausted': {
    status: 429,
    error: 'RateLimitExceeded',
    message: 'Rate Limit Exceeded',
    limit: { points: 35_000, seconds: 86_400 },
  },
  'upload-limit-exceeded': {
    status: 429,
    error: 'RateLimitExceeded',
    message: 'Rate Limit Exceeded',
    limit: { points: 1_000, seconds: 86_400 },
  },
  unavailable: { status: 503, error: 'NotEnoughResources', message: 'Service Unavailable' },
  'accept-then-500': { status: 500, error: 'InternalServerError', message: 'Internal Server Error' },
}

/**
 * Sends the response of an injected fault in the error format of the reference server.
 * @param now the time in ms since the epoch, from which the reset of a rate limit is computed
 */
export function sendFault(fault: NetworkFault, response: ServerResponse, now: number): void {
  const { status, error, message, limit } = FAULT_RESPONSES[fault]
  if (limit !== undefined) {
    response.setHeader('RateLimit-Limit', limit.points)
    response.setHeader('RateLimit-Remaining', 0)
    response.setHeader('RateLimit-Reset', Math.floor(now / 1_000) + limit.seconds)
    response.setHeader('RateLimit-Policy', `${limit.points};w=${limit.seconds}`)
    response.setHeader('Retry-After', limit.seconds)
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ error, message }))
}
