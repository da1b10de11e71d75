import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Register } from '../process-state/register.ts'
import type { Grant } from '../request.ts'

const rejectedGrants = new WeakMap<object, Grant>()

/**
 * Remembers in memory, by the error object, the access of a known API key or session that was rejected because it has
 * ended or was used from an IP address that is not allowed. The audit log and the request list name it. Returns
 * `error`; does nothing else if `grant` is null.
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
 * Reads the key or session of a secret that is not cached. If `from` has sent too many invalid secrets in this minute,
 * the secret is read in a query shared with others (`findTogether`): a valid secret is still found, only later, and
 * invalid ones add hardly any load to the database.
 * @param options.grantOf returns the access of a found row, or null if the row is missing or not valid
 * @param options.rejection builds the error for an invalid secret
 * @throws ServiceError the error of `rejection`, or `rate_limited` if `from` has sent too many invalid secrets
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
