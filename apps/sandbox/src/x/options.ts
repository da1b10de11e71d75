import { LIMITS, type Limits } from './wire/limits.ts'
import { PRICES, type Prices } from './wire/prices.ts'

/** A developer's app as X knows it. */
export interface XApp {
  name: string
  clientId: string
  /** The client secret; null for a public client, which sends its id in the body instead of Basic authentication. */
  clientSecret: string | null
  /** The app's own token, for app-only calls. */
  bearerToken: string
  /** Callback addresses that match character by character; null lets the first authorization choose any http(s) address. */
  callbackUrls: string[] | null
  /** False: the app belongs to no project, which every API call is rejected for. */
  enrolled: boolean
}

/** How the simulated X behaves where the real one is configurable, undocumented or too slow for tests. */
export interface XOptions {
  apps: XApp[]
  limits: Limits
  prices: Prices
  /** Which spelling of the fields parameters the server accepts (`tweet.fields` or `post.fields`); `either` accepts both. */
  vocabulary: 'either' | 'tweet' | 'post'
  /** How long a video or moving image is worked on after finalize. */
  processingMs: number
  /** How long the same text of the same author is rejected. */
  duplicateWindowMs: number
  /** Whether links of a text come back as t.co ones and markup characters escaped, as X does. */
  wrapLinks: boolean
  /** Whether a resource read twice in one UTC day is billed once. */
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
