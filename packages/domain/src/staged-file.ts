/**
 * A media item in the media store. It replaces the bytes in the request body. `encodedLength` is the length of the
 * received base64 text, or of the text that would have encoded the bytes.
 */
export interface StagedFile {
  id: string
  bytes: number
  encodedLength: number
  /** False when the text was not base64 by RFC 4648; the file is then rejected. */
  validBase64: boolean
  sha256: string
  /** The type detected from the first bytes, regardless of the announced one; null if it is unknown. */
  sniffed: string | null
  /** Where the file comes from if it did not come with this request. */
  origin?: StagedOrigin
}

/**
 * An upload, to which the file belongs; or what the client says of a file that it has not sent, which only a validation
 * takes. Properties that are null are not known.
 */
export type StagedOrigin = { uploadId: string } | { facts: MediaFacts }

/** What can be said of a media file without its bytes. Pixels are as displayed. */
export interface MediaFacts {
  contentType: string | null
  bytes: number
  width: number | null
  height: number | null
  durationSeconds: number | null
}
