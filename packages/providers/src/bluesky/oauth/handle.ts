import { ServiceError } from '@carillon/errors'
import { findOutboundError } from '@carillon/outbound'

/**
 * Matches a handle in lower case, such as `alice.example.com`, also with a reserved top-level domain.
 * @see https://atproto.com/specs/handle (read 2026-11-20)
 */
const handlePattern = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
const unusable = ['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion']

/**
 * Creates the error `invalid_handle`. If `cause` shows what the host of the handle did wrong, the public message says
 * so; `cause` itself is only logged.
 */
export function invalidHandle(cause?: unknown): ServiceError {
  const problem = findOutboundError(cause)?.problem
  const why = problem === undefined ? '' : `: ${problem}`
  return new ServiceError('invalid_handle', `The handle does not resolve to an account${why}.`, { cause })
}

/**
 * Returns a handle, such as `alice.example.com`, in lower case, without surrounding spaces and a leading `@`. Returns a
 * text that begins with `did:` unchanged.
 * @throws ServiceError `invalid_handle` if any other text is not a domain name, or has a reserved top-level domain
 */
export function normalizeHandle(typed: string): string {
  if (typed.startsWith('did:')) return typed
  const handle = typed.trim().replace(/^@/, '').toLowerCase()
  const tld = handle.slice(handle.lastIndexOf('.') + 1)
  if (!handlePattern.test(handle) || unusable.includes(tld)) throw invalidHandle()
  return handle
}
