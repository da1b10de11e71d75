import type { Request, Response } from 'express'
import type { NetworkFault, ThrottleDetails } from '../faults.ts'
import { GraphError, sendGraphError } from '../meta/graph/graph-error.ts'
import { cloudError } from './errors.ts'

const REGAIN_MINUTES = 19

function tooMany(code: number): GraphError {
  const { message, details } = cloudError(code)
  return new GraphError(message, { ...details, status: 429 })
}

function usageOf({ path }: Request): Record<string, unknown> {
  const row = {
    type: 'whatsapp_business_management',
    call_count: 100,
    total_cputime: 25,
    total_time: 25,
    estimated_time_to_regain_access: REGAIN_MINUTES,
  }
  const id = path.split('/').find((segment) => /^\d+$/.test(segment)) ?? '0'
  return { 'X-Business-Use-Case-Usage': { [id]: [row] } }
}

/**
 * Sets the usage headers and builds the rate limit error: by default that of the phone number's throughput (130429) for
 * a send, otherwise that of the account (80008). By default, a send gets no usage headers.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
 */
function throttle(request: Request, response: Response, { code, subcode, usage }: ThrottleDetails): GraphError {
  const sending = request.path.endsWith('/messages')
  for (const [header, value] of Object.entries(usage ?? (sending ? {} : usageOf(request)))) {
    response.setHeader(header, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (code === undefined) return tooMany(sending ? 130429 : 80008)
  return new GraphError(`(#${code}) Too many calls. Wait a bit and try again.`, {
    code,
    status: 429,
    ...(subcode !== undefined && { subcode }),
  })
}

const ERRORS: Record<NetworkFault, (request: Request, response: Response, details: ThrottleDetails) => GraphError> = {
  throttle,
  'quota-exhausted': () => cloudError(131048),
  'upload-limit-exceeded': () => cloudError(131056),
  unavailable: () => new GraphError('Service temporarily unavailable', { code: 2, status: 503, transient: true }),
  'accept-then-500': () => new GraphError('An unknown error has occurred.', { code: 1, status: 500, transient: false }),
}

/**
 * Sends the response of an injected fault in the Cloud API's format. `details` replaces the default code, subcode and
 * usage headers of a simulated rate limit.
 */
export function sendFault(
  fault: NetworkFault,
  request: Request,
  response: Response,
  details: ThrottleDetails = {},
): void {
  sendGraphError(ERRORS[fault](request, response, details), response)
}
