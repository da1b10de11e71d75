import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'

/**
 * Serves the logo of an organization, at a path with the hash of the image, so that it may be cached for good. 404 if
 * no logo has the hash.
 */
export function logo({ service, context }: Backend): RequestHandler {
  return async (req, res) => {
    const { contentType, bytes } = await service.openLogo(context, String(req.params['hash']))
    res.setHeader('Content-Type', contentType)
    res.setHeader('Content-Disposition', 'attachment')
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.send(bytes)
  }
}
