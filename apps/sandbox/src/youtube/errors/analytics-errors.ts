import { dailyMetricExceeded, GoogleError } from './google-error.ts'

/**
 * Builds the error for an invalid query. The reasons of Analytics errors are not documented; `badRequest` is
 * unverified.
 */
export function badQuery(message: string): GoogleError {
  return new GoogleError(400, {
    message,
    errors: [{ message, domain: 'global', reason: 'badRequest' }],
    status: 'INVALID_ARGUMENT',
  })
}

/** Builds the error for a report on another user's channel. Unverified: the reason. */
export function foreignReport(): GoogleError {
  const message = 'Forbidden'
  return new GoogleError(403, {
    message,
    errors: [{ message, domain: 'global', reason: 'forbidden' }],
    status: 'PERMISSION_DENIED',
  })
}

/** Builds the error for a used up Analytics quota. Unverified: the format is that of the other quotas. */
export function analyticsQuotaExceeded(): GoogleError {
  return dailyMetricExceeded('Queries', 'youtubeanalytics.googleapis.com')
}
