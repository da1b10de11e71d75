import { ProviderError } from './error-rules.ts'
import { type Fields, idOf, isObject } from './json.ts'

/**
 * Creates the error for a response without a field that should always be present. The outcome is `indeterminate`: what
 * the call did at the network is not known.
 */
export function lacking(field: string): ProviderError {
  const message = 'The platform returned a response that cannot be read.'
  return new ProviderError('provider_error', message, 'indeterminate', {
    cause: new Error(`the response lacks ${field}`),
  })
}

/**
 * Returns the id of an object, a string or a number in the response.
 * @throws ProviderError with the outcome `indeterminate` if the field is missing
 */
export function requiredId(fields: Fields, field = 'id'): string {
  const id = idOf(fields[field])
  if (id === null) throw lacking(field)
  return id
}

/**
 * Returns the objects of a list that the network sends even when it is empty.
 * @throws ProviderError with the outcome `indeterminate` if the list is missing, since it would look like an empty one
 */
export function requiredItems(fields: Fields, field: string): Fields[] {
  const value = fields[field]
  if (!Array.isArray(value)) throw lacking(field)
  return value.filter(isObject)
}
