import type { StagedFile } from '@carillon/domain'
import type { MediaStore, Written } from '../store/media-store.ts'
import type { Base64Result } from './json-scanner.ts'

/** A media item in our store, standing where a request carried its bytes. Text that is no base64 leaves no file. */
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

  /** For bytes that came as they are: the length they would have had as base64 text. */
  static ofBytes(written: Written): StagedBlob {
    return new StagedBlob(written, { encodedLength: Math.ceil(written.bytes / 3) * 4, valid: true })
  }
}

/** Removes files that nothing will refer to; what fails to go is left to the sweep. */
export async function discardStaged(store: MediaStore, staged: readonly StagedFile[]): Promise<void> {
  await Promise.allSettled(staged.filter((file) => file.validBase64).map((file) => store.remove(file.id)))
}
