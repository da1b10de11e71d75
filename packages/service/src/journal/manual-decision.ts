import { ServiceError } from '@carillon/errors'
import type { Decision } from './decide-write.ts'
import type { WriteKind } from './write-kind.ts'

/**
 * The decision of a write by what the operator found at the network: the id of what it created, or undefined if it
 * created nothing. `finder` begins the message of the error.
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
