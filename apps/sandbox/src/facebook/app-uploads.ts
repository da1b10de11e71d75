import type { App } from '../meta/apps.ts'
import type { GraphCall } from '../meta/graph/call.ts'
import { GraphError, invalidParameter } from '../meta/graph/graph-error.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import type { AppUpload } from '../meta/state/state.ts'

function requireUser({ token }: GraphCall): void {
  if (token.kind !== 'user')
    throw new GraphError('(#200) A user access token is required for this call', { code: 200, status: 403 })
}

/**
 * Handles `POST /{app}/uploads`: opens a resumable upload and returns its id, which begins with `upload:`.
 * @throws GraphError with code 200 for a token other than that of a user, with code 100 for an invalid parameter
 * @see https://developers.facebook.com/docs/graph-api/guides/upload (read 2026-11-20)
 */
export function openUpload(_app: App, call: GraphCall): unknown {
  const { parameters, state, token } = call
  requireUser(call)
  allowOnly(parameters, ['file_name', 'file_length', 'file_type'])
  const fileLength = parameters.whole('file_length')
  if (fileLength === undefined || fileLength === 0) throw invalidParameter('The parameter file_length is required')
  if (parameters.required('file_type') !== 'video/mp4') throw invalidParameter('Invalid parameter: file_type')
  const id = `upload:${state.secret(60)}`
  const handle = `2:${state.secret(80)}`
  state.appUploads.set(id, { personId: token.grant.subjectId, fileLength, chunks: [], received: 0, handle })
  return { id }
}

/**
 * Handles `POST /upload:…`: appends the bytes of the body at the offset in the header `file_offset`. Returns the handle
 * of the file as `h` when all bytes have arrived.
 * @throws GraphError with code 2 while bytes are missing (those of this call are kept), with code 100 for a wrong
 *   offset or too many bytes, with code 200 for a token other than that of a user
 */
export function fillUpload(upload: AppUpload, call: GraphCall): unknown {
  const { request } = call
  requireUser(call)
  const bytes: Buffer = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (request.get('file_offset') !== String(upload.received)) throw invalidParameter('Invalid file_offset')
  if (upload.received + bytes.length > upload.fileLength) throw invalidParameter('More bytes than file_length')
  upload.chunks.push(bytes)
  upload.received += bytes.length
  if (upload.received < upload.fileLength)
    throw new GraphError('The upload is not complete', { code: 2, status: 500, transient: true })
  return { h: upload.handle }
}

/** Handles `GET /upload:…`: returns the offset in bytes at which to continue, as `file_offset`. */
export function readUpload(upload: AppUpload, _call: GraphCall): unknown {
  return { file_offset: upload.received }
}
