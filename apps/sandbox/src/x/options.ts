import { LIMITS, type Limits } from './wire/limits.ts'
import { PRICES, type Prices } from './wire/prices.ts'

/** A developer's app as registered with the simulated X. */
export interface XApp {
  name: string
  clientId: string
  /** The client secret; null for a public client, which sends its id in the body instead of Basic authentication. */
  clientSecret: string | null
  /** The app-only bearer token. */
  bearerToken: string
  /** Registered callback URLs, which must match exactly; null accepts every http and https URL. */
  callbackUrls: string[] | null
  /** Whether the app belongs to a project. Every API call of an app without a project is rejected. */
  enrolled: boolean
}

/** The settings of the simulated X, where the real one is configurable, undocumented or too slow for tests. */
export interface XOptions {
  apps: XApp[]
  limits: Limits
  prices: Prices
  /** The naming scheme of parameters and fields that is accepted: `tweet` (`tweet.fields`), `post` or `either`. */
  vocabulary: 'either' | 'tweet' | 'post'
  /** The time in milliseconds that processing a video or GIF takes after the upload is finalized. */
  processingMs: number
  /** The time in milliseconds for which another post of the author with the same text is rejected as a duplicate. */
  duplicateWindowMs: number
  /** Whether texts in responses have t.co links and escaped markup characters, as at X. */
  wrapLinks: boolean
  /** Whether a resource that is read several times in one UTC day is charged once. */
  deduplicateReads: boolean
}

/** The two apps that exist from the start: a confidential client and a public one. */
export const xApps: { confidential: XApp; public: XApp } = {
  confidential: {
    name: 'Sandbox app',
    clientId: 'sandbox-x-client',
    clientSecret: 'sandbox-x-secret',
    bearerToken: 'sandbox-x-bearer',
    callbackUrls: null,
    enrolled: true,
  },
  public: {
    name: 'Sandbox public app',
    clientId: 'sandbox-x-public-client',
    clientSecret: null,
    bearerToken: 'sandbox-x-public-bearer',
    callbackUrls: null,
    enrolled: true,
  },
}

export const DEFAULT_OPTIONS: XOptions = {
  apps: [xApps.confidential, xApps.public],
  limits: LIMITS,
  prices: PRICES,
  vocabulary: 'either',
  processingMs: 2_000,
  duplicateWindowMs: 24 * 60 * 60_000,
  wrapLinks: true,
  deduplicateReads: true,
}
