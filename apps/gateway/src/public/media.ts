import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestHandler, Response } from 'express'
import type { Backend } from '../backend.ts'
import { routeNotFound } from '../routes.ts'
import type { PublicMedia } from '../service.ts'
import { type Range, rangeOf } from './media-range.ts'

/** Headers under which bytes of others are harmless in a browser. */
function setMediaHeaders(res: Response, { contentType }: PublicMedia, tag: string): void {
  res.setHeader('Content-Type', contentType)
  res.setHeader('ETag', tag)
  res.setHeader('Content-Disposition', 'attachment')
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Accept-Ranges', 'bytes')
}

async function sendBytes(res: Response, media: PublicMedia, range: Range | null): Promise<void> {
  const { start, end } = range ?? { start: 0, end: media.bytes - 1 }
  res.setHeader('Content-Length', end - start + 1)
  if (range) res.setHeader('Content-Range', `bytes ${start}-${end}/${media.bytes}`)
  res.status(range ? 206 : 200)
  if (res.req.method === 'HEAD') {
    res.end()
    return
  }
  const source = Readable.from(media.open(range ?? undefined), { objectMode: false })
  // A network that stops reading is no fault of ours; its answer is cut off either way.
  await pipeline(source, res).catch(() => res.destroy())
}

/** Media that a network pulls, by an unguessable link; what is over, revoked or never was looks the same. */
export function publicMedia({ service, context }: Backend): RequestHandler {
  return async (req, res, next) => {
    const { token } = req.params
    const media = typeof token === 'string' ? await service.openPublicMedia(context, token) : null
    if (media === null) return routeNotFound(req, res, next)
    const tag = `"${media.sha256}"`
    setMediaHeaders(res, media, tag)
    const continues = (req.get('if-range') ?? tag) === tag
    const range = req.method === 'GET' && continues ? rangeOf(req.headers.range, media.bytes) : null
    if (range !== 'unsatisfiable') return sendBytes(res, media, range)
    res.setHeader('Content-Range', `bytes */${media.bytes}`)
    res.status(416).end()
  }
}
