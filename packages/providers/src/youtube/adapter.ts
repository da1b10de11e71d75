import type { Adapter } from '../adapter.ts'
import { settings } from '../settings.ts'
import { laterPageDialect, listDialect, moderateDialect, writeDialect } from './comments/errors.ts'
import { youtubeComments } from './comments/port.ts'
import { youtubeConnect } from './connect.ts'
import { parseCredentials, type YouTubeCredentials } from './credentials.ts'
import {
  connectDialect,
  deleteDialect,
  readDialect,
  reportDialect,
  reportedUploadsDialect,
  uploadDialect,
  youtubeDialect,
} from './errors.ts'
import { youtubeDeletePost, youtubePosts } from './posts.ts'
import { youtubePublish } from './publish.ts'
import { youtubeReports } from './reports.ts'
import { youtubeResponses } from './responses.ts'

export const youtube: Adapter<'youtube', YouTubeCredentials> = {
  settings: settings.youtube,
  credentials: { parse: parseCredentials },
  responses: youtubeResponses,
  errors: {
    reading: readDialect,
    'starting uploads': youtubeDialect,
    connecting: connectDialect,
    uploading: uploadDialect,
    deleting: deleteDialect,
    'reading reports': reportDialect,
    'reading the uploads for reports': reportedUploadsDialect,
    'reading comments': listDialect,
    'reading further pages of comments': laterPageDialect,
    'writing comments': writeDialect,
    'moderating comments': moderateDialect,
  },
  connect: youtubeConnect,
  publish: youtubePublish,
  posts: youtubePosts,
  comments: youtubeComments,
  reports: youtubeReports,
  deletePost: youtubeDeletePost,
}
