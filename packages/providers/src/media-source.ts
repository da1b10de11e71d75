/** A link under which a network can fetch one item without credentials, for one attempt only. */
export interface MediaLink {
  url: string
}

/** A media item as an adapter sees it: already checked, and already made into what the network takes. Sizes are bytes and pixels. */
export interface MediaSource {
  mediaId: string
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationSeconds: number | null
  /** The bytes, or those from `start` to `end` inclusive; may be opened any number of times. */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>
  /** A fresh unguessable public link that lives for the current attempt; an earlier one of the same attempt is given again. */
  link(): Promise<MediaLink>
}
