import { propertiesOf } from './multipart.ts'
import type { Operation } from './operation.ts'

/**
 * Returns what else, besides the database, the response to an operation waits for: `network` for a social network, or
 * for media that are sent by the client or fetched from a URL; `client` for the time that the client requested
 * (`wait`); or `nothing`.
 */
export function waitsFor({ errors, bodyLimit, query }: Operation): 'nothing' | 'network' | 'client' {
  if (errors.includes('provider_error') || bodyLimit !== undefined) return 'network'
  return 'wait' in propertiesOf(query) ? 'client' : 'nothing'
}
