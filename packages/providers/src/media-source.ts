/** A public URL under which a network can fetch one media item without credentials, during one attempt of a publish. */
export interface MediaLink {
  url: string
}

/**
 * A media item as an adapter reads it, already validated and converted to what the network accepts. `bytes` is the size
 * of the file, `sha256` is lower-case hexadecimal, `width` and `height` are pixels as displayed. A property that the
 * file does not have, such as the duration of an image, is null.
 */
export interface MediaSource {
  mediaId: string
  contentType: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationSeconds: number | null
  /** Reads all bytes, or those from `start` to `end` inclusive. May be called any number of times. */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>
  /**
   * Returns an unguessable public URL that is valid during the current attempt. Items with the same file have different
   * URLs, unless these are presigned URLs of a bucket.
   */
  link(): Promise<MediaLink>
}
