import { ServiceError } from '@carillon/errors'

export function connectionExpired(cause?: unknown): ServiceError {
  return new ServiceError('connection_expired', undefined, { cause })
}
