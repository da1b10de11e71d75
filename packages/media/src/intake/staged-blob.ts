import type { StagedFile } from '@carillon/domain'
import type { MediaStore, Written } from '../store/media-store.ts'
import type { Base64Result } from './json-scanner.ts'

/** A media item in the media store, in place of the bytes in a request. Text that is not base64 has no file. */
export class StagedBlob implements StagedFile {
  readonly id: string
  readonly bytes: number
  readonly encodedLength: number
  readonly validBase64: boolean
  readonly sha256: string
  readonly sniffed: StagedFile['sniffed']

  constructor(written: Written, base64: Base64Result) {
    this.id = written.id
    this.bytes = written.bytes
    this.sha256 = written.sha256
    this.sniffed = written.sniffed
    this.encodedLength = base64.encodedLength
    this.validBase64 = base64.valid
  }

  /** For bytes that arrived unencoded: the length that they would have as base64. */
  static ofBytes(written: Written): StagedBlob {
    return new StagedBlob(written, { encodedLength: Math.ceil(written.bytes / 3) * 4, valid: true })
  }
}

/** Removes files that nothing will reference. The sweep removes those for which this fails. */
export async function discardStaged(store: MediaStore, staged: readonly StagedFile[]): Promise<void> {
  await Promise.allSettled(staged.filter((file) => file.validBase64).map((file) => store.remove(file.id)))
}
