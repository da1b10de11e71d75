import { ServiceError } from '@carillon/errors'
import type { Decision } from './decide-write.ts'
import type { WriteKind } from './write-kind.ts'

/**
 * Returns the decision for a write whose outcome someone has looked up at the network: `succeeded`, or `failed` with
 * `provider_error` if the write created nothing. Stores nothing.
 * @param providerId the network's id of the object that the write created; undefined if it created nothing
 * @param finder the subject of the error message, such as `The operator`
 */
export function manualDecision(kind: WriteKind, providerId: string | undefined, finder: string): Decision {
  if (providerId !== undefined) {
    return { status: 'succeeded', result: kind.resolved(providerId), providerIds: [providerId] }
  }
  const { thing, done } = kind.words
  return {
    status: 'failed',
    error: new ServiceError('provider_error', `${finder} found that the ${thing} was not ${done}.`),
  }
}
