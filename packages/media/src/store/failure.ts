import { ServiceError } from '@carillon/errors'

const RETRY = 'Nothing was sent; it is safe to retry.'

export function storeFull(cause?: unknown): ServiceError {
  return new ServiceError('database_error', `The media store has no room for this upload at present. ${RETRY}`, {
    cause,
  })
}

export function storeFailure(cause: unknown): ServiceError {
  return new ServiceError('database_error', `The media store could not keep this upload. ${RETRY}`, { cause })
}
