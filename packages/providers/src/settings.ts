import type { Platform } from '@carillon/domain'

/**
 * An option that an operator can enable for a network. `deregisterOnDisconnect`, for networks whose accounts are phone
 * numbers: the number of an account is deregistered at the network when the account is disconnected.
 */
export type NetworkOption = 'deregisterOnDisconnect'

/**
 * The facts about a network that are needed at startup, before its adapter is loaded: the names of the operator's
 * settings, and how tokens are refreshed.
 */
interface Settings {
  /** The default origins of the network, keyed by the name of the setting that can replace each. */
  hosts: Readonly<Record<string, string>>
  /** The names of the secrets that the network's logins need. If it has several logins, those of one are sufficient. */
  secrets: readonly string[]
  /** The names of secrets that may be set in addition to `secrets`. */
  optionalSecrets?: readonly string[]
  /** The options that can be enabled; all are off by default. */
  options?: readonly NetworkOption[]
  /** Set if the network also accepts OAuth clients without a secret, so that `secrets` need not be set. */
  secretsOptional?: true
  /** Set if the servers of the accounts, which issue their tokens, are chosen by users and not run by the network. */
  serversOfUsers?: true
  /** Appended to the path of Carillon's OAuth callback, if the network requires it. */
  callbackSuffix?: string
  /** The time in seconds before expiry at which tokens are refreshed in the background; 900 if omitted. */
  refreshAheadSeconds?: number
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
    // A configuration of Facebook Login for Business; the token with which Meta verifies the webhook's URL; and the
    // secrets before the last rotation, whose signatures are accepted as well.
    optionalSecrets: ['facebookLoginConfigId', 'verifyToken', 'previousClientSecret', 'facebookPreviousClientSecret'],
    // A token that is not refreshed within its 60 days is lost for good.
    refreshAheadSeconds: 10 * 24 * 3600,
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
      upload: 'https://rupload.facebook.com',
    },
    secrets: ['clientId', 'clientSecret'],
    // A configuration of Facebook Login for Business; the token with which Meta verifies the webhook's URL; and the
    // secret before the last rotation, whose signatures are accepted as well.
    optionalSecrets: ['loginConfigId', 'verifyToken', 'previousClientSecret'],
    // A login for another Page moves the end of the access: it is read again each day from before the first warning.
    refreshAheadSeconds: 15 * 24 * 3600,
  },
  whatsapp: {
    hosts: {
      graph: 'https://graph.facebook.com',
      // Whose windows report the end of a sign-up, and where the script that opens them comes from.
      web: 'https://www.facebook.com',
      sdk: 'https://connect.facebook.net',
    },
    secrets: ['clientId', 'clientSecret', 'verifyToken', 'signupConfigId'],
    // Signatures of the secret before the last rotation are accepted as well.
    optionalSecrets: ['previousClientSecret'],
    // Off: to register the number again takes its PIN, which is deleted with the account.
    options: ['deregisterOnDisconnect'],
  },
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
    // An ES256 private key as JWK, or a JWK set whose first key signs new assertions; without one the service is a
    // public client.
    secrets: ['privateKey'],
    secretsOptional: true,
    serversOfUsers: true,
  },
} as const satisfies Record<Platform, Settings>

/**
 * The facts about each network that are needed at startup, such as its hosts and the names of its secrets, keyed by
 * platform. Every value has the general type `Settings`, for code that serves any network.
 * @alias
 */
export const settingsOf: Readonly<Record<Platform, Settings>> = settings

export type SettingsOf<P extends Platform> = P extends keyof typeof settings ? (typeof settings)[P] : never

/** The names of a network's hosts in its settings. */
export type HostName<P extends Platform> = keyof SettingsOf<P>['hosts'] & string
