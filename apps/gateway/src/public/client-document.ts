import { isPlatform } from '@carillon/domain'
import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import { routeNotFound } from '../route.ts'

/**
 * Serves documents that networks fetch to identify Carillon as an OAuth client, such as client metadata and public
 * keys. 404 for a platform or document that does not exist.
 */
export function clientDocument({ service, context }: Backend): RequestHandler {
  return async (req, res, next) => {
    const { platform, document } = req.params
    const found =
      isPlatform(platform) && typeof document === 'string'
        ? await service.clientDocument(context, platform, document)
        : null
    if (found === null) return routeNotFound(req, res, next)
    res.setHeader('Cache-Control', 'public, max-age=300')
    res.json(found)
  }
}
