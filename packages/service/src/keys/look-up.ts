import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Register } from '../process-state/register.ts'
import type { Grant } from '../request.ts'

const rejectedGrants = new WeakMap<object, Grant>()

/**
 * Remembers which known API key or session a rejection is about, for the audit log and the request list: one that has
 * ended or is used from an IP address that is not allowed. Returns the same error; null remembers nothing.
 */
export function withRejectedGrant(error: ServiceError, grant: Grant | null): ServiceError {
  if (grant !== null) rejectedGrants.set(error, grant)
  return error
}

/**
 * Returns the access that the rejected key or session would have had, as `withRejectedGrant` remembered it; null if the
 * rejection is not about a known key.
 */
export function rejectedGrant(error: ServiceError): Grant | null {
  return rejectedGrants.get(error) ?? null
}

/** Builds the error `rate_limited` for an IP address that has sent too many invalid API keys within a minute. */
export function tooManyRejectedKeys({ config, rejectedKeys: wrongKeys }: Context): ServiceError {
  const maxPerMinute = config.gateway.wrongKeysPerMinute
  return new ServiceError(
    'rate_limited',
    `This IP address has sent more than ${maxPerMinute} requests with an invalid key within a minute.`,
    { retryAfter: wrongKeys.resetSeconds() },
  )
}

/**
 * Reads the key or session of a secret that is not cached. For an IP address that has sent too many invalid secrets,
 * the query is gathered with those of others: a valid secret is still found, only later, and invalid ones add no load
 * to the database.
 * @param options.grantOf returns the access of a found row, or null if the row is missing or not valid
 * @param options.rejection builds the error for an invalid secret
 * @throws ServiceError that of `rejection`, or `rate_limited` for such an IP address
 */
export async function lookUp<T, G extends Grant>(
  context: Context,
  { hash, from, register }: { hash: Buffer; from: string; register: Register<T> },
  { grantOf, rejection }: { grantOf(found: T | undefined): G | null; rejection(): ServiceError },
): Promise<G> {
  const { rejectedKeys: wrongKeys } = context
  const allowed = wrongKeys.take(from)
  let isWrong = false
  try {
    const grant = grantOf(allowed ? await register.find(hash) : await register.findTogether(hash))
    isWrong = grant === null
    if (grant) return grant
  } finally {
    if (!isWrong) wrongKeys.giveBack(from)
  }
  throw allowed ? rejection() : tooManyRejectedKeys(context)
}
