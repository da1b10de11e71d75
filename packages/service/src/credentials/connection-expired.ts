import { ServiceError } from '@carillon/errors'

/** Builds the error `connection_expired` with its default message. `cause` is only logged. */
export function connectionExpired(cause?: unknown): ServiceError {
  return new ServiceError('connection_expired', undefined, { cause })
}
