/**
 * A media file that the gateway has stored in the media store. It replaces the bytes in the request body. The media
 * store has no file if `validBase64` is false or `origin` is `facts`.
 */
export interface StagedFile {
  /** The id in the media store; empty if `origin` is `facts`. */
  id: string
  /** The size in bytes; with `facts` as origin, as the client states it. */
  bytes: number
  /**
   * The length of the received base64 string, or of the string that would encode the bytes of a file in a form. If the
   * file was not sent in the request, a small number without meaning.
   */
  encodedLength: number
  /** False if the received string was not base64 by RFC 4648: the file is then rejected. */
  validBase64: boolean
  /** The SHA-256 hash of the bytes in hex; empty if `origin` is `facts`. */
  sha256: string
  /** The media type detected from the first bytes, regardless of the announced one; null if it is unknown. */
  sniffed: string | null
  /** Where the file comes from, if its bytes were not part of this request. */
  origin?: StagedOrigin
}

/**
 * The upload by which the file was sent before; or, only in a validation, facts that the client states about a file
 * that it has not sent.
 */
export type StagedOrigin = { uploadId: string } | { facts: MediaFacts }

/** Facts about a media file without its bytes; null if not known. Width and height are in pixels as displayed. */
export interface MediaFacts {
  contentType: string | null
  bytes: number
  width: number | null
  height: number | null
  durationSeconds: number | null
}
