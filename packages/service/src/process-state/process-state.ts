import type { AdAccountList, CredentialRow } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { emptyWindow, type RequestWindow } from './request-window.ts'
import { createSharedReads, type SharedReads } from './shared-reads.ts'
import { createSingleFlight, type SingleFlight } from './single-flight.ts'
import type { InstallationStatus } from './status.ts'
import { createTurns, type Turns } from './turns.ts'

/** The refreshes of one network's tokens in this process. */
export interface RefreshShare {
  waiting: number
  /** Milliseconds since the epoch; null unless the network failed since its last success. */
  failedAt: number | null
}

/** Operations in flight in one process, and its part of the limits that all processes share. */
export interface ProcessState {
  /** Refreshes of tokens, by account. */
  refreshes: SingleFlight<CredentialRow>
  refreshShares: Map<Platform, RefreshShare>
  /** Decrypted credentials, for as long as their row is in use: a write makes several calls with one row. */
  parsedCredentials: WeakMap<object, unknown>
  /** Uploads in progress, by key. */
  uploads: Map<string, number>
  /** Requests to refresh a copy: however many readers there are, one of them makes the request. */
  refreshRequests: SingleFlight<void>
  /** First reads of comments, by post or account. */
  firstReads: SingleFlight<void>
  /** Reads of conversations, by account. */
  messageSyncs: SingleFlight<void>
  /** Requests of keys and organizations in the current minute. */
  requests: RequestWindow
  /** Whether due writes wait for a place in the queue, as far as this process knows, and whether it is queueing some. */
  waitingWrites: { exist: boolean; isQueueing: boolean }
  /** Replays of events to webhook endpoints, by organization: one at a time, so that they take one connection. */
  replays: Turns
  /** Reads of the ad accounts of a connection. */
  adAccountReads: SharedReads<AdAccountList>
  /** How the installation was when this process read it last, and reads in progress. */
  status: { read: InstallationStatus | null; reads: SingleFlight<InstallationStatus> }
}

/** The state of a process that has done nothing yet. */
export function createProcessState(): ProcessState {
  return {
    refreshes: createSingleFlight(),
    refreshShares: new Map(),
    parsedCredentials: new WeakMap(),
    uploads: new Map(),
    refreshRequests: createSingleFlight(),
    firstReads: createSingleFlight(),
    messageSyncs: createSingleFlight(),
    requests: emptyWindow(),
    waitingWrites: { exist: false, isQueueing: false },
    replays: createTurns(),
    adAccountReads: createSharedReads(),
    status: { read: null, reads: createSingleFlight() },
  }
}
