import type { Json } from '../call-context.ts'
import type { PublishPort, Settling } from '../ports/publish.ts'
import type { Blobs, PostRecord } from './post-record.ts'
import type { Mentions } from './post-text.ts'
import { type KeySeed, keySeed } from './record-key.ts'
import type { Credentials } from './session.ts'

/** A video that the video service works on. */
export type VideoJob = { jobId: string; since: number }

/** What is known of a publish between its steps. */
export type State = {
  seed: KeySeed & { [key: string]: Json }
  /** Null until mentions of the texts are resolved, and where there are none. */
  mentions: Mentions | null
  blobs: Blobs
  jobs: Record<string, VideoJob>
  /** How often the media were uploaded anew because the server had lost them. */
  renewals: number
  /** The posts' addresses, once they are there. */
  uris: string[] | null
}

export function published(state: State, records: readonly Pick<PostRecord, 'uri'>[]): State {
  return { ...state, uris: records.map(({ uri }) => uri) }
}

// Writing twice does no harm, so that nothing is gained by waiting long.
export const settling: Settling = { callSeconds: 15, seconds: 2, lookups: 1, spacingSeconds: 2 }

/** The record keys of a publish follow from its seed, so that whoever repeats it writes the same records. */
export const begin: PublishPort<'bluesky', State, Credentials>['begin'] = ({ now, random }) => ({
  seed: { ...keySeed(now, random) },
  mentions: null,
  blobs: {},
  jobs: {},
  renewals: 0,
  uris: null,
})
