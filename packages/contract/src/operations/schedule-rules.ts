import { type RequestedTime, requestedTime, requireAhead } from '@carillon/domain'

const isRequestedTime = (value: unknown): value is RequestedTime =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'local' in value)

/**
 * Checks the time of a schedule that has a valid form.
 * @throws ServiceError `invalid_request`
 */
export function requireTime(body: unknown, now: Date): void {
  const publishAt: unknown = Object(body)['publishAt']
  if (isRequestedTime(publishAt)) requireAhead(requestedTime(publishAt), now)
}
