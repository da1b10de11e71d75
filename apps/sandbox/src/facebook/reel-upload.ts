import type { Request, Response } from 'express'
import type { Host } from '../meta/graph/call.ts'
import { GraphError } from '../meta/graph/graph-error.ts'
import { checkToken } from '../meta/login/tokens.ts'
import type { Video } from '../meta/state/posts.ts'

type UploadFault = 'ProcessingFailedError' | 'OffsetInvalidError' | 'PartialRequestError' | 'NotAuthorizedError'

/**
 * Thrown to reject an upload in the error format of the upload host. `type` is the name of the error, and `retriable`
 * whether the app should send the bytes again.
 */
class UploadError extends Error {
  readonly type: UploadFault
  readonly retriable: boolean

  constructor(type: UploadFault, message: string, retriable = false) {
    super(message)
    this.type = type
    this.retriable = retriable
  }
}

function videoOf(host: Host, request: Request): Video {
  const authorization = /^OAuth (\S+)$/.exec(request.get('authorization') ?? '')?.[1]
  const video = host.state.videos.get(String(request.params['video']))
  if (authorization === undefined) throw new UploadError('NotAuthorizedError', 'An OAuth token is needed')
  const token = checkToken(host.state, authorization, 'facebook')
  if (video?.kind !== 'reel' || token.pageId !== video.pageId)
    throw new UploadError('NotAuthorizedError', 'The token is not of this upload')
  return video
}

function wholeHeader(request: Request, name: string): number {
  const text = request.get(name) ?? ''
  if (!/^\d{1,15}$/.test(text))
    throw new UploadError('ProcessingFailedError', `The header ${name} is missing or not a number`)
  return Number(text)
}

async function pullVideo({ context }: Host, url: string): Promise<Buffer> {
  const pulled = await context.pull(url).catch(() => undefined)
  if (pulled === undefined) throw new UploadError('ProcessingFailedError', 'The file could not be fetched')
  return pulled.bytes
}

function take(video: Video, request: Request): void {
  const offset = wholeHeader(request, 'offset')
  const size = wholeHeader(request, 'file_size')
  const bytes: Buffer = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (offset !== video.received)
    throw new UploadError('OffsetInvalidError', `The offset has to be ${video.received}`, true)
  if (offset + bytes.length > size) throw new UploadError('ProcessingFailedError', 'More bytes than file_size')
  video.fileSize = size
  video.chunks.push(bytes)
  video.received += bytes.length
  if (video.received < size)
    throw new UploadError('PartialRequestError', 'Partial request (did not match length of file)', true)
}

async function receive(host: Host, request: Request): Promise<void> {
  const video = videoOf(host, request)
  if (video.finishedAt !== null) throw new UploadError('ProcessingFailedError', 'The upload is over')
  const url = request.get('file_url')
  if (url === undefined) return take(video, request)
  const bytes = await pullVideo(host, url)
  Object.assign(video, { chunks: [bytes], received: bytes.length, fileSize: bytes.length })
}

function explain(error: unknown): UploadError {
  if (error instanceof UploadError) return error
  if (error instanceof GraphError) return new UploadError('NotAuthorizedError', error.message)
  throw error
}

/**
 * Returns the handler of `POST /video-upload/{version}/{video}` of the upload host: appends the body to a reel, or
 * fetches the URL in the header `file_url`, and responds with `{success: true}` when all bytes have arrived. While
 * bytes are missing, the response is an error, and the received bytes are kept. Errors have the host's own format,
 * `{debug_info: {retriable, type, message}}`.
 * @see https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-20)
 */
export function serveReelUpload(host: Host): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    try {
      await receive(host, request)
      response.json({ success: true })
    } catch (error) {
      const { type, message, retriable } = explain(error)
      response.status(type === 'NotAuthorizedError' ? 401 : 400).json({ debug_info: { retriable, type, message } })
    }
  }
}
