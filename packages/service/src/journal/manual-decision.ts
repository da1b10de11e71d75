import type { ExternalWriteRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Decision } from './decide-write.ts'
import type { WriteKind } from './write-kind.ts'

interface Finding {
  /** The network's id of the object that the write created; undefined if it created nothing. */
  providerId: string | undefined
  /** The subject of the error message, such as `The operator`. */
  finder: string
}

/**
 * Returns the decision for a write whose outcome someone has looked up at the network: `succeeded`, with the found object
 * beside those that were known before, such as the first posts of a thread, or `failed` with `provider_error` if the
 * write created nothing. Stores nothing.
 */
export function manualDecision(
  kind: WriteKind,
  { providerIds }: Pick<ExternalWriteRow, 'providerIds'>,
  { providerId, finder }: Finding,
): Decision {
  if (providerId !== undefined) {
    const all = [...new Set([...providerIds, providerId])]
    return { status: 'succeeded', result: kind.resolved(providerId), providerIds: all }
  }
  const { thing, done } = kind.words
  return {
    status: 'failed',
    error: new ServiceError('provider_error', `${finder} found that the ${thing} was not ${done}.`),
  }
}
