import type { Adapter } from '../adapter.ts'
import { loginDialect } from '../meta/login-errors.ts'
import { settings } from '../settings.ts'
import { facebookConnect } from './connect.ts'
import { type FacebookCredentials, parseCredentials } from './credentials.ts'
import { facebookDeletePost } from './delete-post.ts'
import { deleteDialect, publishDialect, readDialect, reportDialect, transferDialect, uploadDialect } from './errors.ts'
import { facebookPosts } from './posts.ts'
import { facebookPublish } from './publish.ts'
import { pageMetrics } from './reports/page-metrics.ts'

export const facebook: Adapter<'facebook', FacebookCredentials> = {
  settings: settings.facebook,
  credentials: { parse: parseCredentials },
  errors: {
    connecting: loginDialect('facebook'),
    reading: readDialect,
    'reading reports': reportDialect,
    publishing: publishDialect,
    uploading: uploadDialect,
    transferring: transferDialect,
    deleting: deleteDialect,
  },
  connect: facebookConnect,
  publish: facebookPublish,
  posts: facebookPosts,
  reports: { 'page-metrics': pageMetrics() },
  deletePost: facebookDeletePost,
}
