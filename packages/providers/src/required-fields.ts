import type { OutboundResponse } from '@carillon/outbound'
import { ProviderError } from './error-rules.ts'
import { type Fields, idOf, isObject, isPage, timeOf } from './json.ts'

function unreadable(reason: string): ProviderError {
  const message = 'The platform returned a response that cannot be read.'
  return new ProviderError('provider_error', message, 'indeterminate', { cause: new Error(reason) })
}

/**
 * Creates the `provider_error` for a response without a field that should always be present; `field` is only logged.
 * The outcome is `indeterminate`: what the call did at the network is not known.
 */
export function lacking(field: string): ProviderError {
  return unreadable(`the response lacks ${field}`)
}

/**
 * Checks that a response with a status of success is the network's and not a page of HTML or XML, which an intermediary
 * sends, such as a proxy or a captive portal. A response without a body is accepted.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if it is a page
 */
export function requireNoPage(response: Pick<OutboundResponse, 'bytes'>): void {
  if (isPage(response)) throw unreadable('the response is a page')
}

/**
 * Returns the id that a response contains under the name `field`, a string or a number, as a string.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the field is missing, empty or of another
 *   type
 */
export function requiredId(fields: Fields, field = 'id'): string {
  const id = idOf(fields[field])
  if (id === null) throw lacking(field)
  return id
}

/**
 * Returns the ISO 8601 time that a response contains under the name `field`, converted to UTC.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the field is missing or not a time
 */
export function requiredTime(fields: Fields, field: string): string {
  const time = timeOf(fields[field])
  if (time === null) throw lacking(field)
  return time
}

/**
 * Returns the objects of a list that the network sends even when it is empty; items that are not objects are omitted.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the list is missing, since it would look
 *   like an empty one
 */
export function requiredItems(fields: Fields, field: string): Fields[] {
  const value = fields[field]
  if (!Array.isArray(value)) throw lacking(field)
  return value.filter(isObject)
}
