import type { Adapter } from '../adapter.ts'
import { parseTokenPair, type TokenPair } from '../credentials.ts'
import { settings } from '../settings.ts'
import {
  deleteDialect,
  deleteOwnDialect,
  listDialect,
  replyDialect,
  replyListDialect,
  writeDialect,
} from './comments/errors.ts'
import { tiktokComments } from './comments/port.ts'
import { tiktokConnect } from './connect.ts'
import { connectDialect, publishDialect, refreshDialect, tiktokDialect } from './errors.ts'
import { tiktokPosts } from './posts.ts'
import { tiktokPublish } from './publish.ts'
import { tiktokReports } from './reports.ts'
import { tiktokResponses } from './responses.ts'

export const tiktok: Adapter<'tiktok', TokenPair> = {
  settings: settings.tiktok,
  credentials: { parse: parseTokenPair },
  responses: tiktokResponses,
  errors: {
    reading: tiktokDialect,
    connecting: connectDialect,
    refreshing: refreshDialect,
    'publishing a video': publishDialect('video'),
    'publishing photos': publishDialect('photos'),
    'reading comments': listDialect,
    'reading replies and changing comments': replyListDialect,
    'writing comments': writeDialect,
    'writing replies': replyDialect,
    'deleting comments': deleteDialect,
    "deleting the account's own comments": deleteOwnDialect,
  },
  connect: tiktokConnect,
  publish: tiktokPublish,
  posts: tiktokPosts,
  comments: tiktokComments,
  reports: tiktokReports,
}
