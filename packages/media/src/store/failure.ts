import { ServiceError } from '@carillon/errors'

/** Creates the error `database_error` for an upload that would leave too little space in the media store. */
export function storeFull(cause?: unknown): ServiceError {
  return new ServiceError('database_error', 'The media store has too little free space for this upload.', { cause })
}

/** Creates the error `database_error` for an upload that the media store failed to write. */
export function storeFailure(cause: unknown): ServiceError {
  return new ServiceError('database_error', 'The media store could not write this upload.', { cause })
}

/** Creates the error `database_error` for a file that the media store failed to read, look up or remove. */
export function storeUnavailable(cause: unknown): ServiceError {
  return new ServiceError('database_error', 'The media store did not respond as it should.', { cause })
}
