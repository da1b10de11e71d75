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

/** Returns whether an error has one of these codes, such as `ENOENT`. */
export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/**
 * Converts a failure of the file system to `database_error`, with the message of `failure` or, if no space is left,
 * that of `storeFull`. Other errors are returned unchanged.
 */
export function fileSystemError(error: unknown, failure: (cause: unknown) => ServiceError): unknown {
  if (hasErrorCode(error, 'ENOSPC', 'EDQUOT')) return storeFull(error)
  return error instanceof Error && 'syscall' in error ? failure(error) : error
}

/** Resolves or rejects as `work` does, with a failure of the file system converted as `fileSystemError` says. */
export async function guarded<T>(work: Promise<T>, failure = storeFailure): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw fileSystemError(error, failure)
  }
}
