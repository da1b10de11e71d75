import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Register } from '../process-state/register.ts'
import type { Grant } from '../request.ts'

const rejectedGrants = new WeakMap<object, Grant>()

/** Notes whose key or session a rejection is about: one that is known, but expired or used from elsewhere. */
export function withRejectedGrant(error: ServiceError, grant: Grant | null): ServiceError {
  if (grant !== null) rejectedGrants.set(error, grant)
  return error
}

/** The grant that a rejected key would have had; null if the rejection is not about a known key. */
export function rejectedGrant(error: ServiceError): Grant | null {
  return rejectedGrants.get(error) ?? null
}

/** The error `rate_limited` for an IP address that has sent too many invalid keys within a minute. */
export function tooManyRejectedKeys({ config, rejectedKeys: wrongKeys }: Context): ServiceError {
  const maxPerMinute = config.gateway.wrongKeysPerMinute
  return new ServiceError(
    'rate_limited',
    `This IP address has sent more than ${maxPerMinute} requests with an invalid key within a minute.`,
    { retryAfter: wrongKeys.resetSeconds() },
  )
}

/**
 * Looks up a secret that is not cached. IP addresses that have sent too many invalid secrets share one gathered query:
 * a valid secret is still found, only later, and invalid ones add no load to the database.
 * @param grantOf the grant of a found row, or null if it is not valid
 * @param rejection makes the error for an invalid secret
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
