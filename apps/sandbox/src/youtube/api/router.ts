import { Router } from 'express'
import { queryReports, reportsQueryMethod } from '../analytics/reports-query.ts'
import { commentsRouter } from '../comments/router.ts'
import { answering, type Setting } from './call.ts'
import { listChannels } from './channels-list.ts'
import { methods } from './methods.ts'
import { listPlaylistItems } from './playlist-items-list.ts'
import { deleteVideo } from './videos-delete.ts'
import { listVideos } from './videos-list.ts'

/** The methods of the Data API, except for uploads, and of Analytics. */
export function apiRouter(setting: Setting): Router {
  const router = Router()
  router.get('/youtube/v3/channels', answering(methods.channelsList, { setting, answer: listChannels }))
  router.get('/youtube/v3/playlistItems', answering(methods.playlistItemsList, { setting, answer: listPlaylistItems }))
  router.get('/youtube/v3/videos', answering(methods.videosList, { setting, answer: listVideos }))
  router.delete('/youtube/v3/videos', answering(methods.videosDelete, { setting, answer: deleteVideo }))
  router.get('/v2/reports', answering(reportsQueryMethod, { setting, answer: queryReports }))
  router.use(commentsRouter(setting))
  return router
}
