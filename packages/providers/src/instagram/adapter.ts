import type { Adapter } from '../adapter.ts'
import { loginDialect } from '../meta/login-errors.ts'
import { settings } from '../settings.ts'
import { commentDialect, listDialect, postDialect, replyListDialect, writeDialect } from './comments/errors.ts'
import { instagramComments } from './comments/port.ts'
import { instagramConnect } from './connect.ts'
import { type Credentials, parseCredentials } from './credentials.ts'
import { exchangeDialect, instagramDialect, publishDialect, reportDialect } from './errors.ts'
import { instagramMessages, messageDialect, sendDialect } from './messages.ts'
import { instagramPosts } from './posts.ts'
import { instagramPublish } from './publish.ts'
import { instagramPush } from './push.ts'
import { accountInsights } from './reports/account-insights.ts'
import { instagramResponses } from './responses.ts'
import { instagramUserRequests } from './user-requests.ts'
import { instagramWebhook } from './webhook.ts'

export const instagram: Adapter<'instagram', Credentials> = {
  settings: settings.instagram,
  credentials: { parse: parseCredentials },
  responses: instagramResponses,
  errors: {
    'exchanging a code': exchangeDialect,
    connecting: loginDialect('instagram', instagramResponses),
    reading: instagramDialect,
    publishing: publishDialect,
    'reading a post': postDialect,
    'reading comments': listDialect,
    'reading replies': replyListDialect,
    'reading a comment': commentDialect,
    'writing comments': writeDialect,
    messages: messageDialect,
    'sending messages': sendDialect,
    'reading reports': reportDialect,
  },
  connect: instagramConnect,
  publish: instagramPublish,
  posts: instagramPosts,
  comments: instagramComments,
  messages: instagramMessages,
  webhook: instagramWebhook,
  push: instagramPush,
  reports: { 'account-insights': accountInsights },
  userRequests: instagramUserRequests,
}
