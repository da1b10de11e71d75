import type { Json } from '../call-context.ts'
import type { PublishPort, Settling } from '../ports/publish.ts'
import type { Blobs, PostRecord } from './post-record.ts'
import type { Mentions } from './post-text.ts'
import { type KeySeed, keySeed } from './record-key.ts'
import type { Credentials } from './session.ts'

/** A job of the video service. `since` is when it was started, in ms since the epoch. */
export type VideoJob = { jobId: string; since: number }

/**
 * An upload of a video in parts, each of `partBytes` bytes except the last one. `sent` is the number of `parts` that
 * the video service has, `since` when the upload was started, in ms since the epoch.
 */
export type VideoUpload = { jobId: string; partBytes: number; parts: number; sent: number; since: number }

/** The stored state of a publish between its steps. */
export type State = {
  seed: KeySeed & { [key: string]: Json }
  /** Null until the mentions are resolved, and if the text has none. */
  mentions: Mentions | null
  blobs: Blobs
  /** The processing jobs of videos that are not stored yet, keyed by `mediaKey`. */
  jobs: Record<string, VideoJob>
  /** The unfinished uploads of videos that are sent in parts, keyed by `mediaKey`; omitted before the first one. */
  uploads?: Record<string, VideoUpload>
  /** The number of times the media were uploaded again because the server had deleted them. */
  renewals: number
  /** The at-URIs of the posts; null until they exist. */
  uris: string[] | null
  /** Whether an earlier call that writes the records had no response, and may still take effect. */
  isRepeated?: true
}

/** Returns the state with the at-URIs of the records, which the server has created: the publish is then done. */
export function published(state: State, records: readonly Pick<PostRecord, 'uri'>[]): State {
  return { ...state, uris: records.map(({ uri }) => uri) }
}

// Writing the same record twice has no effect, so a short wait is enough.
export const settling: Settling = { callSeconds: 15, seconds: 2, maxProbes: 1, probeIntervalSeconds: 2 }

/**
 * Returns the first state of a publish. Its seed determines the record keys, so that a repeated call writes the same
 * records.
 */
export const begin: PublishPort<'bluesky', State, Credentials>['begin'] = ({ now, random }) => ({
  seed: { ...keySeed(now, random) },
  mentions: null,
  blobs: {},
  jobs: {},
  renewals: 0,
  uris: null,
})
