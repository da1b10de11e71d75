import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestHandler, Response } from 'express'
import { takeRequestOf } from '../authenticate.ts'
import type { Backend } from '../backend.ts'
import { requireScope } from '../bind.ts'
import { authenticateDashboard } from '../dashboard/session-requests.ts'
import { stateOf } from '../request-state.ts'
import { routeNotFound } from '../route.ts'
import { namesTag, type PublicMedia } from '../service.ts'
import { type Range, rangeOf } from './media-range.ts'

/** Sets the headers of a media file. A browser saves the file instead of showing it, as others have made it. */
function setMediaHeaders(
  res: Response,
  { contentType }: PublicMedia,
  { tag, cacheControl }: { tag: string; cacheControl: string },
): void {
  res.setHeader('Content-Type', contentType)
  res.setHeader('ETag', tag)
  res.setHeader('Content-Disposition', 'attachment')
  res.setHeader('Cache-Control', cacheControl)
  res.setHeader('Accept-Ranges', 'bytes')
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Error codes with which a pipeline ends if the client stops reading. */
const leaving: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']

async function sendBytes(res: Response, { log }: Backend, media: PublicMedia, range: Range | null): Promise<void> {
  const { start, end } = range ?? { start: 0, end: media.bytes - 1 }
  res.setHeader('Content-Length', end - start + 1)
  if (range) res.setHeader('Content-Range', `bytes ${start}-${end}/${media.bytes}`)
  res.status(range ? 206 : 200)
  if (res.req.method === 'HEAD') {
    res.end()
    return
  }
  const source = Readable.from(media.open(range ?? undefined), { objectMode: false })
  try {
    await pipeline(source, res)
  } catch (error) {
    // The headers are sent: the response can only be cut off, so that no client takes it for complete.
    res.destroy()
    if (!leaving.includes(codeOf(error)))
      log.warn({ requestId: stateOf(res.req).requestId, err: error }, 'media response aborted')
  }
}

type Open = (token: string) => Promise<PublicMedia | null>

function sendMedia(backend: Backend, open: Open, cacheControl: string): RequestHandler {
  return async (req, res, next) => {
    const { token } = req.params
    const media = typeof token === 'string' ? await open(token) : null
    if (media === null) return routeNotFound(req, res, next)
    const tag = `"${media.sha256}"`
    const isHeld = namesTag(req.headers['if-none-match'], tag)
    if (isHeld && (await media.noteHeld?.()) === false) return routeNotFound(req, res, next)
    setMediaHeaders(res, media, { tag, cacheControl })
    if (isHeld) {
      res.status(304).end()
      return
    }
    const continues = (req.get('if-range') ?? tag) === tag
    const range = req.method === 'GET' && continues ? rangeOf(req.headers.range, media.bytes) : null
    if (range !== 'unsatisfiable') return sendBytes(res, backend, media, range)
    res.setHeader('Content-Range', `bytes */${media.bytes}`)
    res.status(416).end()
  }
}

/**
 * Serves media files to networks at unguessable URLs, with ranges and conditional requests. The response is the same
 * 404 for a URL that never existed, has expired or was closed, or whose file was deleted. Carillon closes a URL before
 * it checks whether the network has fetched the file.
 */
export function publicMedia(backend: Backend): RequestHandler {
  const { service, context } = backend
  return sendMedia(backend, (token) => service.openPublicMedia(context, token), 'private, no-store')
}

/**
 * Serves thumbnails of images at signed URLs that expire. All other URLs, and images without a thumbnail, get the same
 * 404.
 */
export function thumbnails(backend: Backend): RequestHandler {
  const { service, context } = backend
  return sendMedia(backend, (token) => service.openThumbnail(context, token), 'private, max-age=3600')
}

/**
 * Serves the bytes of an upload to the dashboard, which shows files of an earlier publish and sends them again.
 * Requires a dashboard session with the scope `posts:write`, and counts as one of the requests of its key; 404 if the
 * upload does not exist or is not complete.
 */
export function uploadedFile(backend: Backend): RequestHandler {
  const { service, context } = backend
  return async (req, res, next) => {
    const grant = await authenticateDashboard(req, backend)
    await takeRequestOf(grant, { req, res, backend })
    requireScope({ scope: 'posts:write' }, grant)
    const send = sendMedia(backend, (uploadId) => service.openUpload(context, grant, uploadId), 'private, no-store')
    return send(req, res, next)
  }
}
