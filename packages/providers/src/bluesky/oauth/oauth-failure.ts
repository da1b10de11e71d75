import { DidError, OAuthResponseError, TokenRefreshError } from '@atproto/oauth-client-node'
import { ServiceError } from '@carillon/errors'
import { findOutboundError } from '@carillon/outbound'
import { transportFailure } from '../../call-network.ts'
import { connectionExpired } from '../../credentials.ts'
import { ProviderError, translate } from '../../error-rules.ts'
import { errorRules } from '../errors.ts'
import { invalidHandle } from './handle.ts'

/** An error and what it was caused by, outermost first. */
function* chain(thrown: unknown): Generator<Error> {
  let current = thrown
  for (let depth = 0; depth < 12 && current instanceof Error; depth++) {
    yield current
    current = current.cause
  }
}

function find<E extends Error>(thrown: unknown, kind: new (...args: never[]) => E): E | undefined {
  for (const error of chain(thrown)) if (error instanceof kind) return error
  return undefined
}

/** Whether the name system says that there is no host of that name, rather than saying nothing. */
function namesNoHost(thrown: unknown): boolean {
  return [...chain(thrown)].some((error) => 'code' in error && error.code === 'ENOTFOUND')
}

/** Whether an account's identity is at fault, and not the way to its directory. */
export function identityAtFault(thrown: unknown): boolean {
  const transport = findOutboundError(thrown)
  if (transport) return transport.kind === 'rejected_address' || namesNoHost(transport)
  const did = find(thrown, DidError)
  if (did) return did.code !== 'did-fetch-error' || did.status === 404 || did.status === 410
  return [...chain(thrown)].some(({ name }) => name === 'IdentityResolverError')
}

function rejectedByServer(thrown: unknown): ProviderError | undefined {
  const rejection = find(thrown, OAuthResponseError)
  if (!rejection) return undefined
  const { status, error, errorDescription } = rejection
  const seconds = Number(rejection.headers.get('retry-after') ?? Number.NaN)
  return translate(
    errorRules,
    {
      status,
      fields: { error },
      ...(errorDescription !== undefined && { explanation: errorDescription }),
      ...(seconds > 0 && { retryAfter: seconds }),
    },
    thrown,
  )
}

/** Translates an error of the OAuth library during a connection into the error that the session ends with. */
export function connectFailure(thrown: unknown): unknown {
  const own = find(thrown, ServiceError)
  if (own) return own
  if (identityAtFault(thrown)) return invalidHandle(thrown)
  const transport = transportFailure(thrown)
  if (transport !== thrown) return transport
  const rejected = rejectedByServer(thrown)
  // What a server says of a code or of our request is no fault of a connection that does not exist yet.
  if (rejected && !['connection_expired', 'provider_rejected'].includes(rejected.code)) return rejected
  return new ProviderError('provider_error', "The account's server did not complete the authorization.", 'rejected', {
    cause: thrown,
  })
}

/** What the library threw while a session was refreshed: `connection_expired` only when the grant is known to be gone. */
export function refreshFailure(thrown: unknown): unknown {
  const own = find(thrown, ServiceError)
  if (own) return own
  const transport = transportFailure(thrown)
  if (transport !== thrown) return transport
  const rejected = rejectedByServer(thrown)
  if (rejected) return rejected
  if (find(thrown, TokenRefreshError) || identityAtFault(thrown)) return connectionExpired(thrown)
  return new ProviderError('provider_error', "The account's server could not be asked for a new token.", 'rejected', {
    cause: thrown,
  })
}
