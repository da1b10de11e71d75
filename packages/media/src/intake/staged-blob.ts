import type { MediaFacts, StagedFile, StagedOrigin } from '@carillon/domain'
import type { MediaStore, Written } from '../store/media-store.ts'
import type { Base64Result } from './json-scanner.ts'

/**
 * The value of a media field in a parsed request, in place of the file's bytes, which are in the media store under
 * `id`. In two cases the media store has no file: the string was not base64 (`validBase64` is false); or, only in a
 * validation, the client stated the file's type and size without sending it (`origin.facts`; `id` and `sha256` are then
 * empty).
 */
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

  /**
   * Builds the value of a media field for bytes that arrived unencoded, with the length that they would have as base64.
   */
  static ofBytes(written: Written): StagedBlob {
    return new StagedBlob(written, { encodedLength: Math.ceil(written.bytes / 3) * 4, valid: true })
  }
}

/**
 * Takes the place of the text for a file that was not sent as base64. Its length is so short that the limits of the
 * text never apply.
 */
const noText: Base64Result = { encodedLength: 4, valid: true }

/** Builds the value of a media field for a file that was uploaded before and that a request names by its upload id. */
export function stagedUpload(
  file: Omit<Written, 'sniffed'> & { contentType: string | null },
  uploadId: string,
): StagedBlob {
  return new StagedBlob({ ...file, sniffed: file.contentType }, noText, { uploadId })
}

/**
 * Builds the value of a media field of which only facts, such as the size, are known, as in a validation. It has no
 * file: its id and hash are empty.
 */
export function stagedFacts(facts: MediaFacts): StagedBlob {
  return new StagedBlob({ id: '', bytes: facts.bytes, sha256: '', sniffed: facts.contentType }, noText, { facts })
}

/**
 * Removes files that nothing in the database will reference. Files of earlier uploads, which a request only named, are
 * kept. Files whose removal fails are removed later by the `sweep` of the media store.
 */
export async function discardStaged(store: MediaStore, staged: readonly StagedFile[]): Promise<void> {
  const written = staged.filter(({ validBase64, origin }) => validBase64 && origin === undefined)
  await Promise.allSettled(written.map((file) => store.remove(file.id)))
}
