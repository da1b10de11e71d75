import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Upload } from '@carillon/domain'
import type { ServiceError } from '@carillon/errors'
import { authenticateAgain } from '../authenticate.ts'
import type { Backend } from '../backend.ts'
import { requireScope } from '../bind.ts'
import { sendContinue } from '../body/expect-continue.ts'
import { enforceMinRate } from '../body/min-rate.ts'
import { announcedBytes } from '../body/receive.ts'
import { RequestSignal } from '../request-signal.ts'
import type { Grant } from '../service.ts'
import { bytesIn, checksumIn, requirePieceType } from './tus-headers.ts'

/** The scope that the requests of the tus protocol require, except for OPTIONS. */
export const uploadScope = { scope: 'posts:write' } as const

/**
 * Receives a piece of an upload (PATCH of the tus protocol), appends it, and returns the upload. Meanwhile it takes one
 * of the upload slots, which limit the uploads that a process and an API key may have in progress. The bytes have to
 * arrive at a minimum rate.
 * @throws ServiceError `unsupported_media_type`, `invalid_request` (invalid header, too slow, more bytes than
 *   announced), `rate_limited` if no slot is free or the organization's uploads in progress have too many bytes,
 *   `database_error` if there is not enough disk space, `temporarily_unavailable` if bytes wait too long to be stored
 *   or the gateway closes, `upload_not_found`, `upload_offset_mismatch` or `upload_checksum_mismatch`; `unauthorized`
 *   or `insufficient_scope` if the key has changed meanwhile; an error of the media store
 */
export async function receivePiece(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  { backend, grant, uploadId }: { backend: Backend; grant: Grant; uploadId: string },
): Promise<Upload> {
  requirePieceType(req)
  const [offset, checksum] = [bytesIn(req, 'Upload-Offset'), checksumIn(req)]
  const { service, context } = backend
  const rejecting = new AbortController()
  const onExcess = (error: ServiceError) => rejecting.abort(error)
  const slot = await service.admitUpload(context, grant, { announcedBytes: announcedBytes(req), onExcess })
  const stopWatching = enforceMinRate(req, backend.pace, (error) => rejecting.abort(error))
  const ending = new RequestSignal(res, backend.closing)
  try {
    sendContinue(req, res)
    const signal = AbortSignal.any([ending.signal, rejecting.signal])
    const { reservation } = slot
    const piece = { uploadId, offset, source: req, checksum, reservation, signal }
    const authorizeAgain = async () => requireScope(uploadScope, await authenticateAgain(req, backend))
    return await service.appendUpload(context, grant, { ...piece, authorizeAgain })
  } finally {
    stopWatching()
    slot.release()
  }
}
