import type { Request, Response } from 'express'
import { sendError } from '../api/call.ts'
import { readBody } from '../body.ts'
import { videoResource } from '../video-resource.ts'
import { type ContentRange, readContentRange } from './content-range.ts'
import { type Finishing, finishUpload } from './finish.ts'
import type { UploadSession } from './sessions.ts'
import { checkMediaType, type UploadSetting } from './start.ts'

const step = 256 * 1024
const bodyLimit = 2 * 1024 ** 3

/** An error response of the upload server, as plain text. */
class UploadRejection extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Handles a PUT to an upload session: stores bytes of the video, or responds with the offset at which to resume. The
 * response is 308 while bytes are missing, then 201 with the video, and 200 if it is requested again. The `upload_id`
 * in the URL is the only credential. Errors are sent as responses.
 * @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-20)
 */
export async function sendUpload(
  request: Request,
  response: Response,
  setting: UploadSetting & Finishing,
): Promise<void> {
  try {
    const { bytes, complete } = await readBody(request, bodyLimit)
    const id = new URL(request.originalUrl, 'http://sandbox').searchParams.get('upload_id') ?? ''
    const session = setting.sessions.find(id)
    if (session === undefined) throw new UploadRejection(404, 'Not Found')
    response.set('X-GUploader-UploadID', id)
    const range = rangeOf(request, session)
    const fresh = session.done === null
    if (fresh && range.kind === 'bytes') take(session, { range, bytes, complete })
    if (fresh && range.kind === 'question') requireQueryable(session, range.total, bytes.length)
    await respond(response, { session, setting, type: request.get('content-type') })
  } catch (error) {
    if (error instanceof UploadRejection) response.status(error.status).type('text/plain').send(error.message)
    else sendError(response, error)
  }
}

function rangeOf(request: Request, session: UploadSession): ContentRange {
  const header = request.get('content-range')
  const length = Number(request.get('content-length') ?? Number.NaN)
  if (header === undefined) {
    if (Number.isNaN(length)) throw new UploadRejection(411, 'Length Required')
    // A PUT that tells no range holds the video from its beginning to its end.
    if (length === 0) return { kind: 'question', total: session.total }
    return { kind: 'bytes', first: 0, last: length - 1, total: length }
  }
  const range = readContentRange(header)
  if (range === undefined) throw new UploadRejection(400, 'Failed to parse Content-Range header.')
  const told = range.kind === 'question' ? 0 : range.last - range.first + 1
  if (!Number.isNaN(length) && length !== told)
    throw new UploadRejection(400, 'Invalid request. Content-Range and Content-Length differ.')
  return range
}

function requireQueryable(session: UploadSession, total: number | null, length: number): void {
  if (length > 0) throw new UploadRejection(400, 'Invalid request. A status query has no body.')
  agree(session, total)
}

function agree(session: UploadSession, total: number | null): void {
  if (total !== null && session.total !== null && total !== session.total)
    throw new UploadRejection(400, `Invalid request. The file was to have ${session.total} bytes.`)
}

interface Stretch {
  range: Extract<ContentRange, { kind: 'bytes' }>
  bytes: Buffer
  complete: boolean
}

/**
 * Stores the new bytes of a range in the session. If the connection ended early (`complete` is false), stores only
 * complete blocks of 256 KiB.
 * @throws UploadRejection 400 if the range leaves a gap, disagrees with the size of the body or of the video, or is not
 *   a multiple of 256 KiB although more bytes follow
 */
function take(session: UploadSession, { range, bytes, complete }: Stretch): void {
  agree(session, range.total)
  const final = range.total !== null && range.last === range.total - 1
  const length = range.last - range.first + 1
  if (range.first > session.stored)
    throw new UploadRejection(400, `Invalid request. Byte ${session.stored} was expected, not byte ${range.first}.`)
  if (!final && length % step !== 0)
    throw new UploadRejection(
      400,
      `Invalid request. Every stretch but the last is a multiple of ${step} bytes; this has ${length}.`,
    )
  if (complete && bytes.length !== length)
    throw new UploadRejection(
      400,
      `Invalid request. The body has ${bytes.length} bytes, Content-Range tells ${length}.`,
    )
  const arrived = complete ? bytes : bytes.subarray(0, bytes.length - (bytes.length % step))
  session.total = range.total ?? session.total
  const added = arrived.subarray(session.stored - range.first)
  if (added.length === 0) return
  session.chunks.push(added)
  session.stored += added.length
}

interface UploadResponse {
  session: UploadSession
  setting: UploadSetting & Finishing
  type: string | undefined
}

async function respond(response: Response, { session, setting, type }: UploadResponse): Promise<void> {
  const created = session.done === null
  if (created && (session.total === null || session.stored < session.total)) {
    if (session.stored > 0) response.set('Range', `bytes=0-${session.stored - 1}`)
    return void response.status(308).set('Content-Length', '0').end()
  }
  if (created) checkMediaType(session.contentType ?? type ?? 'application/octet-stream')
  const video =
    session.done ?? (await finishUpload(session, { setting, contentType: session.contentType ?? type ?? null }))
  const { state, now } = setting
  response
    .status(created ? 201 : 200)
    .json(videoResource(video, { parts: session.parts, state, now: now(), byOwner: true }))
}
