import type { RequestHandler } from 'express'
import { takeRequestOf } from '../authenticate.ts'
import type { Backend } from '../backend.ts'
import { requireScope } from '../bind.ts'
import { authenticateDashboard } from '../dashboard/session-requests.ts'
import { RequestSignal } from '../request-signal.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const maxPostId = 512

/**
 * Serves avatars of accounts and thumbnails of their posts to the dashboard, whose pages load nothing from other
 * origins. The response is 204 if there is no image, it cannot be fetched from the network now, or the session has no
 * access to the account. It is `unauthorized` without a valid session, `insufficient_scope` without `accounts:read` for
 * an avatar or `comments:read` for a thumbnail, and `rate_limited` at a limit per minute: images count like other
 * requests.
 */
export function pictures(backend: Backend): RequestHandler {
  const { service, context } = backend
  return async (req, res) => {
    const grant = await authenticateDashboard(req, backend)
    await takeRequestOf(grant, { req, res, backend })
    const accountId = String(req.params['accountId'])
    const post = req.params['postId']
    const postId = typeof post === 'string' ? post : null
    // The thumbnails are those of posts whose comments are listed.
    requireScope({ scope: postId === null ? 'accounts:read' : 'comments:read' }, grant)
    const isSane = uuid.test(accountId) && (postId === null || (postId.length <= maxPostId && !postId.includes('\0')))
    const { signal } = new RequestSignal(res, backend.closing)
    const picture = isSane ? await service.openPicture(context, grant, { accountId, postId, signal }) : null
    if (picture === null) {
      res.setHeader('Cache-Control', 'private, max-age=600')
      res.status(204).end()
      return
    }
    res.setHeader('Cache-Control', 'private, max-age=86400')
    res.setHeader('Content-Type', picture.contentType)
    res.send(picture.data)
  }
}
