import { Router } from 'express'
import { queryReports, reportsQueryMethod } from '../analytics/reports-query.ts'
import { commentsRouter } from '../comments/router.ts'
import { respondWith, type Setting } from './call.ts'
import { listChannels } from './channels-list.ts'
import { methods } from './methods.ts'
import { listPlaylistItems } from './playlist-items-list.ts'
import { deleteVideo } from './videos-delete.ts'
import { listVideos } from './videos-list.ts'

/** The methods of the Data API, except for uploads, and of Analytics. */
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
