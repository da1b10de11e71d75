import { ProviderError } from './error-rules.ts'
import { type Fields, idOf, isObject } from './json.ts'

/** The error for a response without a field that is always there. What the call did at the network is not known. */
export function lacking(field: string): ProviderError {
  const message = 'The platform returned a response that cannot be read.'
  return new ProviderError('provider_error', message, 'indeterminate', {
    cause: new Error(`the response lacks ${field}`),
  })
}

/**
 * The id of an object, a text or a number in the response.
 * @throws ProviderError with the outcome `indeterminate`
 */
export function requiredId(fields: Fields, field = 'id'): string {
  const id = idOf(fields[field])
  if (id === null) throw lacking(field)
  return id
}

/**
 * The objects of a list that is there even when it is empty: without it, a list with items would look like an empty one.
 * @throws ProviderError with the outcome `indeterminate`
 */
export function requiredItems(fields: Fields, field: string): Fields[] {
  const value = fields[field]
  if (!Array.isArray(value)) throw lacking(field)
  return value.filter(isObject)
}
