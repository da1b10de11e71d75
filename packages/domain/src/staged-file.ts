/** A media file that the gateway has stored in the media store. It replaces the bytes in the request body. */
export interface StagedFile {
  id: string
  bytes: number
  /** The length of the received base64 string, or of the string that would encode the bytes of a file in a form. */
  encodedLength: number
  /** False if the received string was not base64 by RFC 4648: the file is then rejected. */
  validBase64: boolean
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
