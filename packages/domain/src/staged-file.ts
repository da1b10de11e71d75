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
}
