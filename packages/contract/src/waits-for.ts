import { propertiesOf } from './multipart.ts'
import type { Operation } from './operation.ts'

/**
 * What the response to an operation waits for besides the database: a social network, for which it is `network`; or its
 * client, which says for how long.
 */
export function waitsFor({ errors, responses, query }: Operation): 'nothing' | 'network' | 'client' {
  if (errors.includes('provider_error') || responses[202]) return 'network'
  return 'wait' in propertiesOf(query) ? 'client' : 'nothing'
}
