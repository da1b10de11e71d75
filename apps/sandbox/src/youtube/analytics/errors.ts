import { dailyMetricExceeded, GoogleError } from '../google-error.ts'

/** A query that Analytics cannot make sense of. The reasons of its errors are not documented; `badRequest` is unverified. */
export function badQuery(message: string): GoogleError {
  return new GoogleError(400, {
    message,
    errors: [{ message, domain: 'global', reason: 'badRequest' }],
    status: 'INVALID_ARGUMENT',
  })
}

/** The channel named in `ids` is not the caller's. Unverified: the reason. */
export function foreignReport(): GoogleError {
  const message = 'Forbidden'
  return new GoogleError(403, {
    message,
    errors: [{ message, domain: 'global', reason: 'forbidden' }],
    status: 'PERMISSION_DENIED',
  })
}

/** The project's own quota for Analytics is used up. Unverified: the form is that of the other quotas with a metric of their own. */
export function analyticsQuotaExceeded(): GoogleError {
  return dailyMetricExceeded('Queries', 'youtubeanalytics.googleapis.com')
}
