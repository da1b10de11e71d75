/**
 * A media item that stands in our store, in the place where a request body carried its bytes.
 * `encodedLength` is the length of the base64 text it came as, or would have had.
 */
export interface StagedFile {
  id: string
  bytes: number
  encodedLength: number
  /** False when the text was not base64 by RFC 4648; the file is then rejected. */
  validBase64: boolean
  sha256: string
  /** What the first bytes are, whatever was announced; null when they are nothing we know. */
  sniffed: string | null
}
