import { type AdAccountList, type CredentialRow, type MediaFileRow, Turns, type UploadRow } from '@carillon/database'
import { emptyWindow, type RequestWindow } from './request-window.ts'
import { createSharedReads, type SharedReads } from './shared-reads.ts'
import { createSingleFlight, type SingleFlight } from './single-flight.ts'
import type { InstallationStatus } from './status.ts'

/**
 * The token refreshes of one network in this process; on a network whose users choose their servers, those of one
 * organization.
 */
export interface RefreshShare {
  /** The number of refreshes in flight. */
  waiting: number
  /** The time of the last failure of the network, in ms since the epoch; null if a refresh has succeeded since. */
  failedAt: number | null
}

/**
 * An upload in progress. `bytes` is the size for which disk space was reserved; 0 for a small body. If the client did
 * not announce the length, `bytes` counts the bytes of files that have arrived.
 */
export interface UploadInProgress {
  keyId: string
  organizationId: string
  bytes: number
}

/** Operations in flight in one process, and its share of limits that apply to all processes together. */
export interface ProcessState {
  /** Token refreshes, keyed by account id. */
  refreshes: SingleFlight<CredentialRow>
  /** Token refreshes by platform. Keyed by platform, or by platform and organization if users choose their servers. */
  refreshShares: Map<string, RefreshShare>
  /** When this process last listed all expired tokens to refresh them, in ms since the epoch; null before it has. */
  expiredTokens: { allAt: number | null }
  /** Decrypted credentials, keyed by their row object: a write makes several calls with one row. */
  parsedCredentials: WeakMap<object, unknown>
  /** The uploads in progress. */
  uploads: Set<UploadInProgress>
  /** Requests for a refresh of stored comments, so that many readers make only one request. */
  refreshRequests: SingleFlight<void>
  /** First reads of comments, keyed by post or account. */
  firstReads: SingleFlight<void>
  /** The time until which posts of pushed comments are not read, in ms since the epoch: earlier reads took too long. */
  postReads: { pausedUntil: number }
  /** Reads of conversations, keyed by account id. */
  messageSyncs: SingleFlight<void>
  /** The requests of the current minute that this process has reserved for API keys and organizations. */
  requests: RequestWindow
  /**
   * Whether due writes wait for a place in the queue, as far as this process knows, and whether it is queueing them
   * now.
   */
  waitingWrites: { exist: boolean; isQueueing: boolean }
  /** Replays of events to webhook endpoints, keyed by organization: one at a time, so that they use one connection. */
  replays: Turns
  /**
   * Reads of the feed by requests that have waited, keyed by organization: one at a time, so that they use one
   * connection, however many wait.
   */
  feedReads: Turns
  /**
   * Reads of lists that can be large, keyed by organization: two at a time, because the rows of many would take up the
   * memory of the process and its database connections.
   */
  lists: Turns
  /**
   * Fetches of images for pages, keyed by organization: a few at a time, so that images of other organizations are not
   * delayed.
   */
  pictures: Turns
  /**
   * Copies of files in the media store, keyed by organization: a few at a time, so that those of other organizations
   * are not delayed.
   */
  copies: Turns
  /** Thumbnails that are being created, keyed by the id of the image; undefined if none can be created. */
  thumbnails: SingleFlight<MediaFileRow | undefined>
  /** Ids of images of which no thumbnail can be created, as far as this process knows. */
  withoutThumbnail: Set<string>
  /** Completions of uploads whose last byte has arrived, keyed by upload id. */
  uploadCompletions: SingleFlight<UploadRow>
  /** The number of UTF-16 code units of the posts in lists that are being read, keyed by organization. */
  postCharacters: Map<string, number>
  /** Checks whether the process can serve requests, of which one is enough at a time. */
  readiness: SingleFlight<{ database: boolean; migrations: boolean }>
  /** Whether the database was seen with all migrations of this version, and checks of it in flight. */
  migrations: { areCurrent: boolean; checks: SingleFlight<boolean> }
  /** Reads of lists of ad accounts. */
  adAccountReads: SharedReads<AdAccountList>
  /** The status of the installation as last read by this process, and reads in progress. */
  status: { read: InstallationStatus | null; reads: SingleFlight<InstallationStatus> }
}

/** The maximum number of images that are fetched at the same time for one organization. */
const picturesAtOnce = 6

/** The maximum number of files of the media store that are copied at the same time for one organization. */
const copiesAtOnce = 8

/** The maximum number of large lists that are read at the same time for one organization. */
const listsAtOnce = 2
/** The time in ms for which the read of a large list waits for its turn. */
const listWaitMs = 20_000

/**
 * Creates the empty state that the use cases and jobs of a process share in memory, such as reads and token refreshes
 * in progress. Called once for each context.
 */
export function createProcessState(): ProcessState {
  return {
    refreshes: createSingleFlight(),
    refreshShares: new Map(),
    expiredTokens: { allAt: null },
    parsedCredentials: new WeakMap(),
    uploads: new Set(),
    refreshRequests: createSingleFlight(),
    firstReads: createSingleFlight(),
    postReads: { pausedUntil: 0 },
    messageSyncs: createSingleFlight(),
    requests: emptyWindow(),
    waitingWrites: { exist: false, isQueueing: false },
    replays: new Turns(),
    feedReads: new Turns(),
    lists: new Turns({ atOnce: listsAtOnce, waitMs: listWaitMs }),
    pictures: new Turns({ atOnce: picturesAtOnce }),
    copies: new Turns({ atOnce: copiesAtOnce }),
    thumbnails: createSingleFlight(),
    withoutThumbnail: new Set(),
    uploadCompletions: createSingleFlight(),
    postCharacters: new Map(),
    readiness: createSingleFlight(),
    migrations: { areCurrent: false, checks: createSingleFlight() },
    adAccountReads: createSharedReads(),
    status: { read: null, reads: createSingleFlight() },
  }
}
