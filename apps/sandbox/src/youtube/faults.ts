import type { Request, Response } from 'express'
import type { NetworkFault } from '../faults.ts'
import { analyticsQuotaExceeded } from './errors/analytics-errors.ts'
import { type GoogleError, type Reason, reject, uploadsExceeded } from './errors/google-error.ts'
import { operationOf } from './operations.ts'

const reasons: Record<NetworkFault, Reason> = {
  throttle: 'rateLimitExceeded',
  'quota-exhausted': 'quotaExceeded',
  'upload-limit-exceeded': 'uploadLimitExceeded',
  unavailable: 'backendError',
  'accept-then-500': 'internalError',
}

/** The errors for an exhausted quota of operations that have a quota of their own, keyed by operation. */
const ownQuotas: Record<string, () => GoogleError> = {
  'reports.query': analyticsQuotaExceeded,
  'videos.insert': uploadsExceeded,
}

const oauthErrors: Record<NetworkFault, [status: number, error: string]> = {
  throttle: [429, 'rate_limit_exceeded'],
  'quota-exhausted': [429, 'rate_limit_exceeded'],
  'upload-limit-exceeded': [429, 'rate_limit_exceeded'],
  unavailable: [503, 'temporarily_unavailable'],
  'accept-then-500': [500, 'internal_failure'],
}

/** Sends YouTube's response for an injected fault. OAuth has no quotas: quota faults are rate limits there. */
export function sendFault(fault: NetworkFault, request: Request, response: Response): void {
  if (operationOf(request)?.startsWith('oauth.')) {
    const [status, error] = oauthErrors[fault]
    return void response.status(status).json({ error, error_description: error })
  }
  const own = fault === 'quota-exhausted' ? ownQuotas[operationOf(request) ?? ''] : undefined
  const { status, headers, envelope } = own?.() ?? reject(reasons[fault])
  response.status(status).set(headers).json(envelope)
}
