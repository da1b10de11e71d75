import type { Request } from 'express'

const operations: Record<string, string> = {
  'POST /token': 'oauth.token',
  'POST /revoke': 'oauth.revoke',
  'GET /tokeninfo': 'oauth.tokeninfo',
  'GET /youtube/v3/channels': 'channels.list',
  'GET /youtube/v3/playlistItems': 'playlistItems.list',
  'GET /youtube/v3/videos': 'videos.list',
  'DELETE /youtube/v3/videos': 'videos.delete',
  'GET /youtube/v3/commentThreads': 'commentThreads.list',
  'POST /youtube/v3/commentThreads': 'commentThreads.insert',
  'GET /youtube/v3/comments': 'comments.list',
  'POST /youtube/v3/comments': 'comments.insert',
  'DELETE /youtube/v3/comments': 'comments.delete',
  'POST /youtube/v3/comments/setModerationStatus': 'comments.setModerationStatus',
  'GET /v2/reports': 'reports.query',
  'POST /upload/youtube/v3/videos': 'videos.insert',
  'PUT /upload/youtube/v3/videos': 'media.upload',
}

/**
 * Returns the operation name of a call: Google's method id, `media.upload` for a PUT of video bytes, `media.status` for
 * a query of the upload's offset, or method and path for an unknown call; undefined for the consent page.
 */
export function operationOf(request: Request): string | undefined {
  const path = request.path.replace(/^\/resumable(?=\/upload)|^\/oauth2\/v[23](?=\/tokeninfo)/, '')
  if (path.startsWith('/o/')) return undefined
  const operation = operations[`${request.method} ${path}`] ?? `${request.method} ${path}`
  const asks = /^bytes \*/i.test(request.get('content-range') ?? '')
  return operation === 'media.upload' && asks ? 'media.status' : operation
}
