import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'

/** Serves the logo of an organization. Its path contains the hash of the image, so it may be cached for good. */
export function logo({ service, context }: Backend): RequestHandler {
  return async (req, res) => {
    const { contentType, bytes } = await service.openLogo(context, String(req.params['hash']))
    res.setHeader('Content-Type', contentType)
    res.setHeader('Content-Disposition', 'attachment')
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.send(bytes)
  }
}
