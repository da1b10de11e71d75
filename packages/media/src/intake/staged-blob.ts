import type { MediaFacts, StagedFile, StagedOrigin } from '@carillon/domain'
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
  readonly origin?: StagedOrigin

  constructor(
    written: Omit<Written, 'sniffed'> & Pick<StagedFile, 'sniffed'>,
    base64: Base64Result,
    origin?: StagedOrigin,
  ) {
    this.id = written.id
    this.bytes = written.bytes
    this.sha256 = written.sha256
    this.sniffed = written.sniffed
    this.encodedLength = base64.encodedLength
    this.validBase64 = base64.valid
    if (origin) this.origin = origin
  }

  /** For bytes that arrived unencoded: the length that they would have as base64. */
  static ofBytes(written: Written): StagedBlob {
    return new StagedBlob(written, { encodedLength: Math.ceil(written.bytes / 3) * 4, valid: true })
  }
}

/** No text: the limits of a file that was not sent as base64 are those of its field, not those of the text. */
const noText: Base64Result = { encodedLength: 4, valid: true }

/** A file that was uploaded before, in the place of one that is sent. */
export function stagedUpload(
  file: Omit<Written, 'sniffed'> & { contentType: string | null },
  uploadId: string,
): StagedBlob {
  return new StagedBlob({ ...file, sniffed: file.contentType }, noText, { uploadId })
}

/** What is known of a file, in the place of its bytes. */
export function stagedFacts(facts: MediaFacts): StagedBlob {
  return new StagedBlob({ id: '', bytes: facts.bytes, sha256: '', sniffed: facts.contentType }, noText, { facts })
}

/** Removes files that nothing will reference. The sweep removes those for which this fails. */
export async function discardStaged(store: MediaStore, staged: readonly StagedFile[]): Promise<void> {
  const written = staged.filter(({ validBase64, origin }) => validBase64 && origin === undefined)
  await Promise.allSettled(written.map((file) => store.remove(file.id)))
}
