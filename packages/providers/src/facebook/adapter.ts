import type { Adapter } from '../adapter.ts'
import { loginDialect } from '../meta/login-errors.ts'
import { settings } from '../settings.ts'
import { adsDialect, ownListDialect } from './ads/errors.ts'
import { facebookAds } from './ads/port.ts'
import {
  commentDialect,
  listDialect,
  postDialect,
  replyListDialect,
  threadDialect,
  writeDialect,
} from './comments/errors.ts'
import { facebookComments } from './comments/port.ts'
import { facebookConnect } from './connect.ts'
import { type FacebookCredentials, parseCredentials } from './credentials.ts'
import { facebookDeletePost } from './delete-post.ts'
import { deleteDialect, publishDialect, readDialect, reportDialect, transferDialect, uploadDialect } from './errors.ts'
import { facebookMessages, messageDialect, sendDialect } from './messages.ts'
import { facebookPosts } from './posts.ts'
import { facebookPublish } from './publish.ts'
import { facebookPush } from './push.ts'
import { pageMetrics } from './reports/page-metrics.ts'
import { facebookResponses } from './responses.ts'
import { facebookUserRequests } from './user-requests.ts'
import { facebookWebhook } from './webhook.ts'

export const facebook: Adapter<'facebook', FacebookCredentials> = {
  settings: settings.facebook,
  credentials: { parse: parseCredentials },
  responses: facebookResponses,
  errors: {
    connecting: loginDialect('facebook', facebookResponses),
    reading: readDialect,
    'reading reports': reportDialect,
    publishing: publishDialect,
    uploading: uploadDialect,
    transferring: transferDialect,
    deleting: deleteDialect,
    'reading a post': postDialect,
    'reading comments': listDialect,
    'reading a comment': commentDialect,
    'reading replies': replyListDialect,
    'writing comments': writeDialect,
    'changing comments': threadDialect,
    messages: messageDialect,
    'sending messages': sendDialect,
    ads: adsDialect,
    "reading the user's ad accounts": ownListDialect,
  },
  connect: facebookConnect,
  publish: facebookPublish,
  posts: facebookPosts,
  comments: facebookComments,
  messages: facebookMessages,
  webhook: facebookWebhook,
  push: facebookPush,
  reports: { 'page-metrics': pageMetrics() },
  deletePost: facebookDeletePost,
  ads: facebookAds,
  userRequests: facebookUserRequests,
}
