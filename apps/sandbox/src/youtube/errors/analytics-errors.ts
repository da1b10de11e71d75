import { dailyMetricExceeded, GoogleError } from './google-error.ts'

/** Builds the error for an invalid report query. The reason `badRequest` is an assumption. */
export function badQuery(message: string): GoogleError {
  return new GoogleError(400, {
    message,
    errors: [{ message, domain: 'global', reason: 'badRequest' }],
    status: 'INVALID_ARGUMENT',
  })
}

/** Builds the error for a report about another user's channel. The reason `forbidden` is an assumption. */
export function foreignReport(): GoogleError {
  const message = 'Forbidden'
  return new GoogleError(403, {
    message,
    errors: [{ message, domain: 'global', reason: 'forbidden' }],
    status: 'PERMISSION_DENIED',
  })
}

/**
 * Builds the error for an exhausted Analytics quota. That it has the format of the error for other daily quotas, such
 * as that of uploads, is an assumption.
 */
export function analyticsQuotaExceeded(): GoogleError {
  return dailyMetricExceeded('Queries', 'youtubeanalytics.googleapis.com')
}
