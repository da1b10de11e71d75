import { DidError, OAuthResponseError, TokenRefreshError } from '@atproto/oauth-client-node'
import { ServiceError } from '@carillon/errors'
import { findOutboundError } from '@carillon/outbound'
import type { AppCall } from '../../call-context.ts'
import { retryAfterOf, transportFailure } from '../../call-network.ts'
import { connectionExpired } from '../../credentials.ts'
import { ProviderError, translate } from '../../error-rules.ts'
import { errorRules } from '../errors.ts'
import { invalidHandle } from './handle.ts'

/** Returns an error followed by its causes, at most 12 errors; nothing if the value is not an `Error`. */
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

/** Returns whether DNS reported that the host does not exist, as opposed to a failure of DNS. */
function namesNoHost(thrown: unknown): boolean {
  return [...chain(thrown)].some((error) => 'code' in error && error.code === 'ENOTFOUND')
}

/**
 * Returns whether an error means that the account's identity (its DID, handle or server) is invalid, rather than that
 * the directory or host that contains its DID document cannot be reached. A host that does not exist, or that Carillon
 * may not call, counts as invalid.
 */
export function identityAtFault(thrown: unknown): boolean {
  const transport = findOutboundError(thrown)
  if (transport?.isLocal) return false
  if (transport) return transport.kind === 'rejected_address' || namesNoHost(transport)
  const did = find(thrown, DidError)
  if (did) return did.code !== 'did-fetch-error' || did.status === 404 || did.status === 410
  return [...chain(thrown)].some(({ name }) => name === 'IdentityResolverError')
}

function rejectedByServer(thrown: unknown, now: Date): ProviderError | undefined {
  const rejection = find(thrown, OAuthResponseError)
  if (!rejection) return undefined
  const { status, error, errorDescription, headers } = rejection
  const retryAfter = retryAfterOf(headers, now)
  return translate(
    errorRules,
    {
      status,
      fields: { error },
      ...(errorDescription !== undefined && { explanation: errorDescription }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
    thrown,
  )
}

/**
 * Translates an error that the OAuth library threw while an account was being connected. A `ServiceError` among its
 * causes is returned unchanged; an invalid identity becomes `invalid_handle`, a missing response the error of
 * `transportFailure`, a rejection by the server the code of its error rule, and everything else `provider_error`. The
 * codes `connection_expired` and `provider_rejected` of a rule become `provider_error`, too, since no connection exists
 * yet.
 */
export function connectFailure(thrown: unknown, { now }: Pick<AppCall, 'now'>): unknown {
  const own = find(thrown, ServiceError)
  if (own) return own
  if (identityAtFault(thrown)) return invalidHandle(thrown)
  const transport = transportFailure(thrown)
  if (transport !== thrown) return transport
  const rejected = rejectedByServer(thrown, now())
  if (rejected && !['connection_expired', 'provider_rejected'].includes(rejected.code)) return rejected
  return new ProviderError('provider_error', "The account's server did not complete the authorization.", 'rejected', {
    cause: thrown,
  })
}

/**
 * Translates an error that the OAuth library threw during a refresh. A `ServiceError` among its causes is returned
 * unchanged. A missing response becomes the error of `transportFailure`, and a rejection by the server the code of its
 * error rule. Otherwise the code is `connection_expired` if the library reports that the session has ended or that the
 * account's identity is invalid, and `provider_error` in all other cases.
 */
export function refreshFailure(thrown: unknown, { now }: Pick<AppCall, 'now'>): unknown {
  const own = find(thrown, ServiceError)
  if (own) return own
  const transport = transportFailure(thrown)
  if (transport !== thrown) return transport
  const rejected = rejectedByServer(thrown, now())
  if (rejected) return rejected
  if (find(thrown, TokenRefreshError) || identityAtFault(thrown)) return connectionExpired(thrown)
  return new ProviderError('provider_error', "The account's server could not be reached for a new token.", 'rejected', {
    cause: thrown,
  })
}
