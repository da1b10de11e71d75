import { Router } from 'express'
import { queryReports, reportsQueryMethod } from './analytics/reports-query.ts'
import { respondWith, type Setting } from './api/call.ts'
import { listChannels } from './api/channels-list.ts'
import { methods } from './api/methods.ts'
import { listPlaylistItems } from './api/playlist-items-list.ts'
import { deleteVideo } from './api/videos-delete.ts'
import { listVideos } from './api/videos-list.ts'
import { commentsRouter } from './comments/router.ts'

/** Builds the router of the Data API, except for uploads, and of the Analytics API. */
export function apiRouter(setting: Setting): Router {
  const router = Router()
  router.get('/youtube/v3/channels', respondWith(methods.channelsList, { setting, handle: listChannels }))
  router.get(
    '/youtube/v3/playlistItems',
    respondWith(methods.playlistItemsList, { setting, handle: listPlaylistItems }),
  )
  router.get('/youtube/v3/videos', respondWith(methods.videosList, { setting, handle: listVideos }))
  router.delete('/youtube/v3/videos', respondWith(methods.videosDelete, { setting, handle: deleteVideo }))
  router.get('/v2/reports', respondWith(reportsQueryMethod, { setting, handle: queryReports }))
  router.use(commentsRouter(setting))
  return router
}
