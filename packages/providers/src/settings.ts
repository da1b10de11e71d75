import type { Platform } from '@carillon/domain'

/** What an operator can set for a network: its hosts, with the real ones as default, and its app's credentials. */
export interface Settings {
  hosts: Readonly<Record<string, string>>
  secrets: readonly string[]
  /** The network also takes clients that have none. */
  secretsOptional?: true
  /** Ends the path of our callback where the network demands it. */
  callbackSuffix?: string
}

export const settings = {
  instagram: {
    hosts: {
      web: 'https://www.instagram.com',
      api: 'https://api.instagram.com',
      graph: 'https://graph.instagram.com',
      facebookWeb: 'https://www.facebook.com',
      facebookGraph: 'https://graph.facebook.com',
    },
    // The app of the login with Instagram, and the Meta app of the login with Facebook.
    secrets: ['clientId', 'clientSecret', 'facebookClientId', 'facebookClientSecret'],
  },
  tiktok: {
    hosts: { web: 'https://www.tiktok.com', api: 'https://business-api.tiktok.com' },
    secrets: ['clientId', 'clientSecret'],
    callbackSuffix: '/',
  },
  facebook: {
    hosts: {
      web: 'https://www.facebook.com',
      graph: 'https://graph.facebook.com',
      graphVideo: 'https://graph-video.facebook.com',
      upload: 'https://rupload.facebook.com',
    },
    secrets: ['clientId', 'clientSecret'],
  },
  whatsapp: { hosts: { graph: 'https://graph.facebook.com' }, secrets: ['clientId', 'clientSecret'] },
  youtube: {
    hosts: {
      accounts: 'https://accounts.google.com',
      oauth: 'https://oauth2.googleapis.com',
      api: 'https://www.googleapis.com',
      analytics: 'https://youtubeanalytics.googleapis.com',
    },
    secrets: ['clientId', 'clientSecret'],
  },
  x: { hosts: { web: 'https://x.com', api: 'https://api.x.com' }, secrets: ['clientId', 'clientSecret'] },
  bluesky: {
    hosts: {
      entryway: 'https://bsky.social',
      plc: 'https://plc.directory',
      handles: 'https://public.api.bsky.app',
      video: 'https://video.bsky.app',
      web: 'https://bsky.app',
    },
    // An ES256 private key as JWK, or a JWK set whose first key signs anew; without one the service is a public client.
    secrets: ['privateKey'],
    secretsOptional: true,
  },
} as const satisfies Record<Platform, Settings>
