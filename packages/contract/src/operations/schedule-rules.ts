import { type RequestedTime, requestedTime, requireAhead } from '@carillon/domain'

const isRequestedTime = (value: unknown): value is RequestedTime =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'local' in value)

/**
 * Checks that the time in `publishAt` is from one minute to 366 days after `now`. Does nothing if the body has no time,
 * or requests the next slot. Call it after schema validation.
 * @throws ServiceError `invalid_request`, also for an unknown time zone or a day that is not in the calendar
 */
export function requireTime(body: unknown, now: Date): void {
  const publishAt: unknown = Object(body)['publishAt']
  if (isRequestedTime(publishAt)) requireAhead(requestedTime(publishAt), now)
}
