import { S3ServiceException } from '@aws-sdk/client-s3'
import type { ServiceError } from '@carillon/errors'
import { storeFull } from './failure.ts'

/**
 * Converts an error of the service to `database_error`, with the message of `failure` or, if the quota of the bucket or
 * of its owner is used up, that of `storeFull`.
 * @see https://docs.ceph.com/en/latest/radosgw/s3/ (page not reached; the response of release 18.2, 2026-11-30, is 403
 *   `QuotaExceeded`)
 * @see https://www.rfc-editor.org/rfc/rfc4918#section-11.5 (status 507; page not reached)
 */
export function s3Failure(error: unknown, failure: (cause: unknown) => ServiceError): ServiceError {
  if (!(error instanceof S3ServiceException)) return failure(error)
  const isFull = error.name === 'QuotaExceeded' || error.$metadata.httpStatusCode === 507
  return isFull ? storeFull(error) : failure(error)
}
