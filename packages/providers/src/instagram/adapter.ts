import type { Adapter } from '../adapter.ts'
import { loginDialect } from '../meta/login-errors.ts'
import { settings } from '../settings.ts'
import { instagramConnect } from './connect.ts'
import { type Credentials, parseCredentials } from './credentials.ts'
import { exchangeDialect, instagramDialect, publishDialect } from './errors.ts'
import { instagramPosts } from './posts.ts'
import { instagramPublish } from './publish.ts'

export const instagram: Adapter<'instagram', Credentials> = {
  settings: settings.instagram,
  credentials: { parse: parseCredentials },
  errors: {
    'exchanging a code': exchangeDialect,
    connecting: loginDialect('instagram'),
    reading: instagramDialect,
    publishing: publishDialect,
  },
  connect: instagramConnect,
  publish: instagramPublish,
  posts: instagramPosts,
}
